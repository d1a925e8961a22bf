"""How an example of a protocol's rule is checked."""

from collections.abc import Callable

import pytest

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answer,
    Anything,
    Nothing,
    Rule,
    Streamed,
    Written,
    answers,
    dumps,
    parse,
)

Check = Callable[[str, str, str, str, Rule, str], None]


@pytest.fixture
def outcome() -> Callable[[Answer], str]:
    """Give an answer as one text.

    That is a JSON text, what is written, "refused", "refused at POINTER", "nothing" or "anything";
    for a stream one line for each of its lines, with " or " between the answers to it.
    """

    def write(answer: Answer) -> str:
        match answer:
            case Accepted(value):
                return dumps(value)
            case Written(text):
                return text
            case Streamed(lines):
                return "\n".join(" or ".join(map(write, line.acceptable)) for line in lines)
            case Nothing():
                return "nothing"
            case Anything():
                return "anything"
            case refused:
                return f"refused at {refused.pointer}" if refused.pointer else "refused"

    return write


@pytest.fixture
def check(outcome: Callable[[Answer], str]) -> Check:
    """Check that a text has one outcome, and that reading it touched a rule at a site."""

    def check_example(
        profile: str, type_: str, text: str, expected: str, rule: Rule, site: str
    ) -> None:
        found = answers(PROFILES[profile], "decode", type_, [text])
        assert found.settled
        if not expected.startswith("refused"):
            expected = dumps(parse(expected))
        assert outcome(found.expected) == expected
        assert (rule, site) in found.trace

    return check_example
