"""How many requests a second pass the whole path, beside a bare pipe loop with the same lines.

    python benchmarks/throughput.py [--seconds 4.0] [--at-least-python 0.6] [--at-least-node 0.4]

The whole path is what the suite asks through: a request is written as a line, sent ahead, and the
answer read strictly. The bare loop writes lines that were made before, 64 ahead, and only counts
what comes back. Both talk to the same program, which does as little as one can, in turns in the
same run. The real time counts, since both sides work at once; the best of the turns stands.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from toolwire.conformance import worker
from toolwire.conformance.candidates import Limits, Request, Understood, resolve

AHEAD = Limits().ahead
TEXT = (
    '{"toolCallId":"call_01HV8Z3T9Q","title":"Reading configuration file","kind":"read",'
    '"status":"in_progress","content":[{"type":"content","content":{"type":"text","text":'
    '"Found 3 sections, 41 settings and 2 includes in it."}}],"locations":[{"path":'
    '"/home/user/project/settings.toml","line":41}],"rawInput":{"limit":2000,"follow":false}}'
)

MODULE = """
import json
NAME = "python"
def decode(profile, type, text):
    return json.dumps(json.loads(text))
"""

PROGRAM = """
process.stdin.setEncoding("utf8");
let rest = "";
for await (const piece of process.stdin) {
  const lines = (rest + piece).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const request = JSON.parse(line);
    const answer = request.op === "hello"
      ? { id: request.id, ok: true, protocol: 1, name: "node", version: "" }
      : { id: request.id, ok: true, text: JSON.stringify(JSON.parse(request.text)) };
    process.stdout.write(JSON.stringify(answer) + "\\n");
  }
}
"""


def requests(count: int) -> list[Request]:
    """Give requests whose texts all differ."""
    return [
        Request("decode", "acp-v2", "ToolCallUpdate", (TEXT.replace("01HV8", f"{number:05}"),))
        for number in range(count)
    ]


def whole_path(spec: str, folder: Path, asked: Sequence[Request]) -> float:
    """Give the requests a second through a candidate."""
    candidate = resolve(spec, cwd=folder)
    try:
        candidate.start()
        candidate.ask(asked[:200])
        start = time.perf_counter()
        answers = candidate.ask(asked)
        seconds = time.perf_counter() - start
    finally:
        candidate.close()
    assert all(isinstance(answer, Understood) for answer in answers)
    return len(asked) / seconds


def bare_loop(command: Sequence[str], folder: Path, asked: Sequence[Request]) -> float:
    """Give the requests a second through a loop that writes, reads and counts."""
    lines = [request.to_line(number) for number, request in enumerate(asked, start=1)]
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    assert process.stdin is not None
    assert process.stdout is not None
    source, sink = process.stdout.fileno(), process.stdin.fileno()
    with process:
        os.write(sink, b'{"id":0,"op":"hello","protocol":1}\n')
        while not os.read(source, 1 << 16).endswith(b"\n"):
            pass
        _pass(lines[:200], source, sink)
        start = time.perf_counter()
        _pass(lines, source, sink)
        seconds = time.perf_counter() - start
        process.stdin.close()
    return len(asked) / seconds


def _pass(lines: Sequence[bytes], source: int, sink: int) -> None:
    sent = came = 0
    while came < len(lines):
        if sent < len(lines) and sent - came < AHEAD:
            piece = b"".join(lines[sent : came + AHEAD])
            sent = min(len(lines), came + AHEAD)
            while piece:  # 64 of these lines are less than what a pipe holds
                piece = piece[os.write(sink, piece) :]
        came += os.read(source, 1 << 16).count(b"\n")


def compare(name: str, spec: str, command: Sequence[str], folder: Path, seconds: float) -> float:
    """Measure both ways in turns, print a line, and give their ratio."""
    probe = requests(2_000)
    rate = bare_loop(command, folder, probe)
    asked = requests(max(2_000, int(rate * seconds / 4)))
    whole, bare = [], []
    for _ in range(4):
        whole.append(whole_path(spec, folder, asked))
        bare.append(bare_loop(command, folder, asked))
    ratio = max(whole) / max(bare)
    print(f"{name:10}{len(asked):10,}{max(whole):14,.0f}{max(bare):14,.0f}{ratio:10.2f}")
    return ratio


def main() -> int:
    """Run the benchmark; exit 1 if a ratio is below what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each way, about")
    parser.add_argument("--at-least-python", type=float, default=0.0, metavar="RATIO")
    parser.add_argument("--at-least-node", type=float, default=0.0, metavar="RATIO")
    options = parser.parse_args()
    print(f"one decode of {len(TEXT)} bytes, {AHEAD} ahead; {os.cpu_count()} processors")
    print(f"{'':10}{'requests':>10}{'whole path/s':>14}{'bare pipe/s':>14}{'ratio':>10}")
    right = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "adapter.py").write_text(MODULE)
        (folder / "adapter.mjs").write_text(PROGRAM)
        python = [sys.executable, str(worker.__file__), "--file", "adapter.py"]
        ratio = compare("Python", "adapter.py", python, folder, options.seconds)
        right &= ratio >= options.at_least_python
        node = shutil.which("node")
        if node is None:
            print("Node is not installed")
        else:
            program = [node, "adapter.mjs"]
            ratio = compare("Node", f"cmd:{node} adapter.mjs", program, folder, options.seconds)
            right &= ratio >= options.at_least_node
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
