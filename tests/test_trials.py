"""Long trials exist once, with a size that `make soak` multiplies."""

import pytest

from tests.conftest import SOAK_FACTOR


def test_size_of_a_trial_follows_the_soak_option(trials, request):
    soak = request.config.getoption("--soak")
    assert trials(2) == (2 * SOAK_FACTOR if soak else 2)
    assert trials(2, 9) == (9 if soak else 2)


def test_test_that_has_a_size_is_marked_as_a_trial(trials, request):
    assert request.node.get_closest_marker("trial")


def test_test_without_a_size_is_no_trial(request):
    assert not request.node.get_closest_marker("trial")


@pytest.mark.timeout(7)
def test_a_time_limit_holds_for_the_small_size_alone(request):
    (limit,) = request.node.get_closest_marker("timeout").args
    assert limit == (0 if request.config.getoption("--soak") else 7)
