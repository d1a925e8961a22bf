"""What was drawn and fails is shown reduced, and stored with how it was found."""

import json

LONG = """
import json
import right
from right import VERSION, decode

NAME = "long"

def fold(profile, type, texts):
    state = json.loads(right.fold(profile, type, texts))
    if len(texts) > 3:
        state.pop("title", None)
    return json.dumps(state)
"""
"""A candidate that loses a title once there were three updates."""
ITEM = "toolwire::acp-v2/fold-omitted-keeps[long]"


def test_a_drawn_sequence_is_shown_reduced(project):
    project.write(long=LONG)
    project.run("--impl=long", "--impl-examples=0", ITEM).assert_outcomes(passed=1)
    done = project.run("--impl=long", "--impl-examples=50", "--impl-report=out", ITEM)
    done.assert_outcomes(failed=1)
    [file] = project.stored()
    stored = json.loads(file.read_text("utf-8"))
    assert stored["found"] == {
        "toolwire": stored["found"]["toolwire"],
        "library": "long 1.0",
        "how": "drawn, seed 0, 50 examples",
    }
    first, *rest = map(json.loads, stored["request"]["texts"])
    assert first == {"toolCallId": "", "title": ""}
    assert rest == [{"toolCallId": ""}] * 3
    project.run("--impl=long", "--impl-examples=50", ITEM)
    assert project.stored() == [file]


def test_a_baseline_knows_it_whatever_it_is_reduced_to(project):
    project.write(long=LONG)
    options = ("--impl=long", "--impl-baseline=base.json", ITEM)
    project.run(*options, "--impl-examples=50", "--impl-baseline-update")
    (entry,) = json.loads((project.path / "base.json").read_text("utf-8"))["known"]
    assert entry["flaky"]
    for seed in ("--impl-seed=0", "--impl-seed=1"):
        known = project.run(*options, "--impl-examples=50", seed)
        assert (known.ret, known.parseoutcomes()["known"]) == (0, 1)
    assert project.stored() == []
