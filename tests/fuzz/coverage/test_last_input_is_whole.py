"""The input that is being executed is never seen half written."""

import subprocess
import sys

from toolwire.fuzz.coverage.lastinput import LastInput

WRITER = """
import sys
from pathlib import Path
from toolwire.fuzz.coverage.lastinput import LastInput

last = LastInput(Path(sys.argv[1]))
for _ in range(300_000):
    last.begin(b"abc")
    last.end()
"""


def test_the_count_never_falls_while_another_process_writes(tmp_path):
    path = tmp_path / "last-input"
    reader = LastInput(path)
    counts = [0]
    with subprocess.Popen([sys.executable, "-c", WRITER, path]) as writer:
        while writer.poll() is None:
            if (count := reader.read().count) != counts[-1]:
                counts.append(count)
    assert writer.returncode == 0
    assert reader.read().count == 300_000
    assert counts == sorted(counts)
