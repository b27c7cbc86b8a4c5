"""How a table's calls to whoever listens are made: in order, and none holds up the others for ever."""

import asyncio

from host import publisher
from host.publisher import Outbox


async def test_a_call_that_never_ends_is_given_up_without_a_fault_and_the_next_is_made(monkeypatch, caplog):
    monkeypatch.setattr(publisher, "LONGEST_CALL", 0.01)
    tasks, told = [], asyncio.Event()
    outbox = Outbox(lambda work: tasks.append(asyncio.ensure_future(work)))

    async def tell():
        told.set()

    outbox.put("stuck", asyncio.Event().wait)
    outbox.put("next", tell)
    outbox.release()
    await told.wait()
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]
    assert "stuck" in caplog.text
