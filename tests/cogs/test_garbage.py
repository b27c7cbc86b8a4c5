"""The garbage collector as the running bot has it: what is there at the start is left alone, later things are not."""

import gc
import weakref

import pytest

from cogs.garbage import THRESHOLDS, spare_pauses


class Link:
    """Something that holds itself."""

    def __init__(self):
        self.own = self


@pytest.fixture(autouse=True)
def as_before():
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_is_there_at_the_start_is_not_looked_through_again():
    early = Link()
    spare_pauses()
    late = Link()
    looked_through = {id(each) for each in gc.get_objects()}
    assert id(early) not in looked_through
    assert id(late) in looked_through


def test_cycles_that_come_later_are_still_found_by_themselves():
    spare_pauses()
    gone = weakref.ref(Link())
    assert gone() is not None
    for _ in range(2 * THRESHOLDS[0]):
        Link()
    assert gone() is None
