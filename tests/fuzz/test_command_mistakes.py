"""What is wrong with how `toolwire fuzz` is called is said in a line, and exits with 2."""

import pytest


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing option '--impl'."),
        (["--impl=nowhere"], "--impl: there is no candidate 'nowhere'"),
        (["--impl=wrong.py", "--minutes=0"], "0 is not in the range"),
        (["--impl=wrong.py", "--minutes=nan"], "'nan' is not a valid number."),
        (["--impl=wrong.py", "--minutes=inf"], "inf is not in the range"),
        (["--impl=wrong.py", "--runs=x"], "'x' is not a valid integer."),
        (["--impl=wrong.py", "--seed=1.5"], "'1.5' is not a valid integer."),
        (["--impl=wrong.py", "--state="], "'--state': the name of a folder is missing."),
        (["--impl=wrong.py", "--runs=1", "--minutes=1"], "--minutes and --runs: one of them"),
        (["--impl=wrong.py", "--jobs=0"], "0 is not in the range"),
        (["--impl=wrong.py", "--profile=acp-v9"], "'acp-v9' is not one of"),
        (["--impl=wrong.py", "--profile=megacode"], "does not have the profile megacode"),
        (["--impl=wrong.py", "--baseline=none.json"], "--baseline: none.json: there is no such"),
        (["--impl=wrong.py", "--impl-timeout=-1"], "--impl-timeout: a number of seconds above 0"),
        (["--impl=wrong.py", "--state=wrong.py"], "'wrong.py' is a file"),
        (
            ["--impl=wrong.py", "--state=wrong.py/x"],
            "wrong.py/x/journal.jsonl: Not a directory",
        ),
        (["--impl=wrong.py", "--state=/proc/none"], "cannot write to /proc/none: No such file"),
        (
            ["--impl=wrong.py", "--engine=novelty", "--instrument=json"],
            "--instrument: the engine novelty sees no lines",
        ),
        (["--impl=cmd:true"], "exited with code 0 before it answered hello"),
    ],
)
def test_a_mistake(fuzz, wrong, arguments, said):
    wrong()
    result = fuzz(*arguments)
    assert result.returncode == 2, result.stdout + result.stderr
    assert said in " ".join(result.stderr.split()), result.stderr
    assert "Traceback" not in result.stderr
    assert not result.stdout


def test_an_engine_that_cannot_fuzz_the_candidate(fuzz, program):
    target = program(
        "import json, sys\n"
        "print(json.dumps({'id': 0, 'ok': True, 'protocol': 1, 'name': 'x', 'version': ''}))\n"
        "sys.stdout.flush(); sys.stdin.read()\n"
    )
    for more in ("--engine=atheris", "--instrument=json"):
        result = fuzz(f"--impl={target}", more)
        assert result.returncode == 2
        assert "the candidate is a program, of which only the answers" in result.stderr
