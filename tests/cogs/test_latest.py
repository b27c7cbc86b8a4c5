"""Latest wins: what is asked in between is dropped, nothing runs twice at once, and the last always comes."""

import asyncio

import pytest

from cogs.latest import BURST, WORKS_PER_GAP, Beat, LatestWins


async def test_of_what_waits_only_the_last_runs():
    done, edits = [], LatestWins(gap=0.02)
    for number in range(10):

        async def work(number=number):
            done.append(number)

        edits.put(work)
        if number == 0:
            await asyncio.sleep(0)
    await edits.settle()
    assert done == [0, 9]


async def test_two_never_run_at_once():
    running, most, edits = 0, 0, LatestWins(gap=0)

    async def work():
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1

    for _ in range(5):
        edits.put(work)
        await asyncio.sleep(0.0005)
    await edits.settle()
    assert most == 1


async def test_a_failure_does_not_stop_what_comes_after():
    done, edits = [], LatestWins(gap=0)

    async def fail():
        raise ValueError("no")

    async def work():
        done.append(1)

    edits.put(fail)
    await edits.settle()
    edits.put(work)
    await edits.settle()
    assert done == [1]


async def test_what_is_dropped_does_not_run():
    done, edits = [], LatestWins(gap=10)

    async def work():
        done.append(1)

    edits.put(work)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    edits.put(work)
    edits.drop()
    await edits.settle()
    assert done == [1]
    edits.put(work)
    edits.stop()
    await edits.settle()
    assert done == [1]


def test_many_that_share_a_beat_start_one_after_the_other_but_for_the_first_few():
    beat = Beat(gap=3.0)
    waits = [beat.take(now=100.0) for _ in range(BURST + 3)]
    step = 3.0 / WORKS_PER_GAP
    assert waits[:BURST] == [0.0] * BURST
    assert waits[BURST:] == pytest.approx([step, 2 * step, 3 * step])


def test_a_rest_lets_as_many_start_at_once_again_and_no_more():
    beat = Beat(gap=3.0)
    for _ in range(100):
        beat.take(now=0.0)
    waits = [beat.take(now=1_000.0) for _ in range(BURST + 1)]
    assert waits[:BURST] == pytest.approx([0.0] * BURST)
    assert waits[BURST] == pytest.approx(3.0 / WORKS_PER_GAP)


def test_an_edit_gap_of_0_knows_no_beat():
    beat = Beat(gap=0.0)
    assert {beat.take(now=5.0) for _ in range(1000)} == {0.0}


async def test_only_what_runs_takes_its_place_in_the_row():
    class CountedBeat(Beat):
        taken = 0

        def take(self, now):
            self.taken += 1
            return super().take(now)

    done, beat = [], CountedBeat(gap=0.001)
    edits = [LatestWins(gap=0.001, beat=beat) for _ in range(40)]
    for number, edit in enumerate(edits):
        for _ in range(5):

            async def work(number=number):
                done.append(number)

            edit.put(work)
    await asyncio.gather(*(edit.settle() for edit in edits))
    assert sorted(done) == list(range(40))
    assert beat.taken == 40


async def test_what_is_dropped_while_it_waits_for_its_place_does_not_run():
    done, beat = [], Beat(gap=0.3)
    for _ in range(BURST):
        beat.take(asyncio.get_running_loop().time())
    edits = LatestWins(gap=0, beat=beat)

    async def work():
        done.append(1)

    edits.put(work)
    await asyncio.sleep(0)
    edits.drop()
    await edits.settle()
    assert not done
