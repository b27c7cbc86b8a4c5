"""Hours in milliseconds: the event loop's time and the local Discord's moved on together while somebody waits."""

import asyncio
import time


class Haste:
    """Moves the running loop's time, by which a real discord.py waits, and that of a local Discord."""

    def __init__(self, clock):
        self.clock = clock
        self.offset = 0.0
        loop = asyncio.get_running_loop()
        real = loop.time
        loop.time = lambda: real() + self.offset

    def advance(self, seconds):
        self.offset += seconds
        self.clock.advance(seconds)

    async def until(self, awaitable, step=0.25):
        """Wait for something, while time goes on by `step` seconds every few milliseconds."""
        task = asyncio.ensure_future(awaitable)
        while not task.done():
            await asyncio.to_thread(time.sleep, 0.004)
            self.advance(step)
        return await task
