"""The example of the sandbox's README runs as it stands there."""

import asyncio
import re
from functools import partial
from pathlib import Path

import aiohttp

from sandbox import LocalDiscord, ManualClock

README = Path(__file__).parents[2] / "sandbox" / "README.md"


async def until_printed(capsys):
    """Wait for the address that the example prints."""
    printed = ""
    async with asyncio.timeout(20):
        while "http" not in printed:
            await asyncio.sleep(0.01)
            printed += capsys.readouterr().out
    return printed.split()[-1]


async def test_the_example_of_the_readme_says_hello(capsys, conformity):
    example = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)[1]
    example = example.replace("asyncio.run(main())", "").replace("port=8400", "port=0")
    names = {}
    exec(example, names)
    # As it stands there, but in no hurry and held against the specification.
    names["LocalDiscord"] = partial(LocalDiscord, clock=ManualClock(), validator=conformity)
    running = asyncio.create_task(names["main"]())
    url = await until_printed(capsys)
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{url}/page/people") as response:
            person = (await response.json())[0]["id"]
        page = await session.ws_connect(f"{url}/page/ws?person={person}")
        hello = await page.receive_json(timeout=10)
        while not hello["online"]:
            hello |= await page.receive_json(timeout=10)
        channel_id = hello["guilds"][0]["channels"][0]["id"]
        options = [{"name": "name", "type": 3, "value": "小雪"}]
        command = {"command_id": hello["commands"][0]["id"], "name": "hello", "options": options}
        await page.send_json({"t": "slash", "nonce": "1", "channel_id": channel_id} | command)
        frame = await page.receive_json(timeout=10)
        assert frame["message"]["content"] == "Hello, 小雪!"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
