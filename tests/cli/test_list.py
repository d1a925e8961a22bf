"""`toolwire list`."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from toolwire.conformance.requirements import requirements
from toolwire.reference import PROFILES

PROGRAM = Path(sys.executable).with_name("toolwire")


def test_piped_each_requirement_is_a_line(toolwire):
    result = toolwire("list", COLUMNS="40")
    assert result.returncode == 0
    assert [line.split("\t") for line in result.stdout.splitlines()] == [
        [each.id, each.level.value, each.sentence]
        for profile in PROFILES
        for each in requirements(profile)
    ]


def test_of_one_profile(toolwire):
    lines = toolwire("list", "--profile=acp-v2").stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == [each.id for each in requirements("acp-v2")]


def test_of_several_profiles(toolwire):
    both = toolwire("list", "--profile=acp-v2", "--profile=acp-v1").stdout
    assert [line.split("\t")[0] for line in both.splitlines()] == [
        each.id for profile in ("acp-v2", "acp-v1") for each in requirements(profile)
    ]


def test_a_pipe_that_closes_early():
    with subprocess.Popen(
        [PROGRAM, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""


def test_on_a_terminal_ids_stay_whole_and_sentences_wrap():
    ours, theirs = pty.openpty()
    variables = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
    command = [PROGRAM, "list", "--profile=acp-v2"]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=variables) as process:
        os.close(theirs)
        text = _read_all(ours)
        assert process.wait() == 0
    lines = re.sub("\x1b\\[[0-9;]*m", "", text).splitlines()
    assert lines[0].split()[:2] == ["requirement", "level"]
    assert max(map(len, lines)) <= 80
    ids = [each.id for each in requirements("acp-v2")]
    assert [line.split()[0] for line in lines if line.startswith("acp-v2/")] == ids
    assert len(lines) > len(ids) + 1


def _read_all(terminal):
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # Linux says so that the other end is closed
            piece = b""
        if not piece:
            os.close(terminal)
            return b"".join(pieces).decode()
        pieces.append(piece)
