"""Latest wins: what is asked in between is dropped, nothing runs twice at once, and the last always comes."""

import asyncio

from cogs.latest import LatestWins


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
