"""Whether the harness stays as small as it was, over many requests with a fault now and then.

    python benchmarks/soak.py [--requests 200000] [--batch 1000] [--fault-every 4000]
        [--at-most-growth 5.0]

One candidate is asked all of them. At some, in turn, it exits, kills itself, hangs, writes what is
no answer, answers twice, or floods stderr and exits. Printed is the resident memory of this process
over time; growth counts from the first tenth, when caches are warm.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from toolwire.conformance.candidates import (
    Command,
    Faulted,
    Limits,
    ProcessCandidate,
    Request,
    Understood,
)

PROGRAM = r"""
import json, os, signal, sys, time

def write(line):
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()

FAULTS = {
    "exit": lambda line: os._exit(3),
    "kill": lambda line: os.kill(os.getpid(), signal.SIGKILL),
    "hang": lambda line: time.sleep(600),
    "garbage": lambda line: write(b"garbage\n"),
    "twice": lambda line: write(line * 2),
    "flood": lambda line: (os.write(2, b"x" * 1_000_000), os._exit(1)),
}

for line in sys.stdin.buffer:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": True}
    if request["op"] == "hello":
        answer.update(protocol=1, name="soak", version="")
        text = ""
    else:
        answer["text"] = text = request["text"]
    line = json.dumps(answer).encode() + b"\n"
    FAULTS.get(text, write)(line)
"""

FAULTS = ("exit", "kill", "hang", "garbage", "twice", "flood")


def resident() -> float:
    """Give the resident memory of this process, in MiB (Linux)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS in /proc/self/status")


def batches(total: int, size: int, fault_every: int) -> Iterator[list[Request]]:
    """Give all requests, in batches; each text differs, but for those that name a fault."""
    for start in range(0, total, size):
        texts = []
        for number in range(start, min(start + size, total)):
            turn, rest = divmod(number + 1, fault_every)
            text = FAULTS[turn % len(FAULTS)] if rest == 0 else json.dumps({"toolCallId": number})
            texts.append(text)
        yield [Request("decode", "acp-v2", "ToolCallUpdate", (text,)) for text in texts]


def soak(total: int, size: int, fault_every: int) -> tuple[float, bool]:
    """Ask all; give the growth in MiB, and whether every request got what is its own."""
    seen: Counter[str] = Counter()
    right, asked, warm = True, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "program.py").write_text(PROGRAM)
        command = Command((sys.executable, "-I", "-S", "program.py"), Path(folder))
        limits = Limits(timeout=0.5, restarts=10 * total // fault_every + 10)
        candidate = ProcessCandidate("cmd:soak", command, limits)
        candidate.start()
        start = time.perf_counter()
        print(f"{'requests':>10}{'seconds':>10}{'faults':>8}{'MiB':>8}")
        for batch in batches(total, size, fault_every):
            for request, answer in zip(batch, candidate.ask(batch), strict=True):
                if request.texts[0] in FAULTS:
                    right &= isinstance(answer, Faulted)
                    if isinstance(answer, Faulted):
                        seen[answer.fault.kind.value] += 1
                else:
                    right &= answer == Understood(request.texts[0])
            asked += len(batch)
            if asked * 10 // total > (asked - len(batch)) * 10 // total:
                passed, now = time.perf_counter() - start, resident()
                warm = warm or now
                print(f"{asked:10,}{passed:10.1f}{seen.total():8}{now:8.1f}", flush=True)
        candidate.close()
        growth = resident() - warm
    print(", ".join(f"{kind} {count}" for kind, count in sorted(seen.items())))
    print(f"{len(candidate.unblamed)} faults without a culprit; growth {growth:.1f} MiB")
    return growth, right


def main() -> int:
    """Run the soak; exit 1 if an answer was wrong, or memory grew by more than is allowed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--requests", type=int, default=200_000)
    parser.add_argument("--batch", type=int, default=1_000)
    parser.add_argument("--fault-every", type=int, default=4_000)
    parser.add_argument("--at-most-growth", type=float, default=5.0, metavar="MIB")
    options = parser.parse_args()
    growth, right = soak(options.requests, options.batch, options.fault_every)
    if not right:
        print("an answer was not what it should be")
    return 0 if right and growth <= options.at_most_growth else 1


if __name__ == "__main__":
    sys.exit(main())
