"""A bot in a process of its own is held against Discord's specification too."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from sandbox import DEFAULT_TOKEN, World

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow


def start(folder):
    kept = {name: os.environ[name] for name in ("PATH", "CI") if name in os.environ}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.patient_bot", "--port", "0"],
        cwd=folder,
        env=kept | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_what_does_not_fit_the_specification_is_told_with_status_1(tmp_path, specification):
    program = start(tmp_path)
    try:
        address = next(word for word in program.stdout.readline().split() if word.startswith("http://"))
        request = urllib.request.Request(
            f"{address}/api/v10/channels/{World.default().find_channel('general').id}/messages",
            json.dumps({"content": 5}).encode(),
            {"Authorization": f"Bot {DEFAULT_TOKEN}", "Content-Type": "application/json"},
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=20)
        assert refused.value.code == 400
        program.send_signal(signal.SIGTERM)
        told = program.communicate(timeout=30)[1]
        assert program.returncode == 1, told
        assert "content: STRING_TYPE_CONVERT" in told
        assert '{"content": 5}' in told
    finally:
        program.kill()
        program.wait()
