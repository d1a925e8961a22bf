"""The trials of streams: each is about its rule, and a wrong reader fails its own rule's alone."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from toolwire.reference import (
    PROFILES,
    Accepted,
    Answers,
    Json,
    Profile,
    RefusedAnswer,
    Rule,
    Streamed,
    answers,
    difference,
    dumps,
    parse,
)
from toolwire.strategies.framing import framings, telling_cuts, what_is_cut
from toolwire.strategies.situations import SituationOperator
from toolwire.strategies.streams import STREAM_OPERATORS
from toolwire.strategies.trials import Input, Trial

STREAMING = [profile for profile in PROFILES.values() if profile.streams]
PROFILE = pytest.mark.parametrize("profile", STREAMING, ids=lambda profile: profile.name)


@cache
def enumerated(profile: Profile) -> dict[Rule, list[Trial]]:
    return {operator.rule: list(operator.trials(profile)) for operator in STREAM_OPERATORS}


@cache
def answered(profile: Profile, asked: Input) -> Answers:
    return answers(profile, asked.op, asked.type, asked.texts)


def check(profile: Profile, rule: Rule, trial: Trial) -> None:
    """See that a trial touches its rule, and that nothing about it is open."""
    found = answered(profile, trial.input)
    touched = Rule.STREAM_BAD if rule is Rule.STREAM_BAD_TOLD else rule
    assert (touched, trial.input.type) in found.trace, trial.site
    assert found.settled, trial.site
    assert trial.controls, trial.site
    for control in trial.controls:
        assert (control != trial.input) or rule is Rule.STREAM_BAD_TOLD, trial.site
        assert answered(profile, control).settled, trial.site


def _is_ended(asked: Input) -> bool:
    return asked.op != "stream" or b"".join(asked.texts).endswith(b"\n")  # type: ignore[arg-type]


# What is enumerated and drawn


@PROFILE
def test_each_trial_is_about_its_rule(profile: Profile) -> None:
    for rule, trials in enumerated(profile).items():
        for trial in trials:
            check(profile, rule, trial)
            assert _is_ended(trial.input) == (rule is not Rule.STREAM_LAST), trial.site
            assert all(map(_is_ended, trial.controls)), trial.site


@PROFILE
def test_all_come_in_one_piece_where_the_pieces_do_not_matter(profile: Profile) -> None:
    for rule, trials in enumerated(profile).items():
        for trial in trials:
            in_pieces = rule is Rule.STREAM_CUT or "pieces" in trial.site
            assert (len(trial.input.texts) > 1) == in_pieces, trial.site


@PROFILE
def test_no_input_comes_twice(profile: Profile) -> None:
    for trials in enumerated(profile).values():
        assert len({trial.input for trial in trials}) == len(trials)


@PROFILE
def test_there_are_not_too_many_bytes(profile: Profile) -> None:
    trials = [trial for each in enumerated(profile).values() for trial in each]
    assert 150 <= len(trials) <= 300
    assert sum(trial.input.size for trial in trials) < 12 << 20


@PROFILE
def test_every_rule_has_trials(profile: Profile) -> None:
    without = {rule for rule, trials in enumerated(profile).items() if not trials}
    methods = {stream.method for stream in profile.streams.values()}
    assert without == ({Rule.STREAM_OTHER} if methods == {None} else set())


def test_there_is_an_operator_for_every_rule() -> None:
    rules = [operator.rule for operator in STREAM_OPERATORS]
    assert rules == [rule for rule in Rule if rule.name.startswith("STREAM_")]


def test_a_profile_without_streams_has_none() -> None:
    profile = PROFILES["subc"]
    for operator in STREAM_OPERATORS:
        assert list(operator.trials(profile)) == []
        assert operator.draw is None or operator.draw(profile) is None


def test_the_items_are_what_a_reader_shows() -> None:
    paths = {profile.name: [each.path for each in framings(profile)] for profile in STREAMING}
    assert paths.pop("megacode") == [("text",)]
    assert all(path == [("update", "title")] for path in paths.values())


@PROFILE
def test_cuts_go_through_everything(profile: Profile) -> None:
    sites = {trial.site for trial in enumerated(profile)[Rule.STREAM_CUT]}
    for number in ("two", "three", "four"):
        assert f"cut inside a character of {number} bytes" in sites
    for escape in (r"\u00e9", r"\ud83d", r"\"", r"\\"):
        assert f"cut inside the escape {escape}" in sites
    assert "cut inside a carriage return and newline" in sites


def test_cuts_are_called_what_they_are() -> None:
    data = 'é"\\n"\r\nb\n'.encode()
    assert [what_is_cut(data, point) for point in range(1, len(data))] == [
        "cut inside a character of two bytes",
        "cut between characters",
        "cut between characters",
        "cut inside the escape \\n",
        "cut between characters",
        "cut before the end of a line",
        "cut inside a carriage return and newline",
        "cut after the end of a line",
        "cut before the end of a line",
    ]
    assert telling_cuts(data) == [1, 4, 7, 8]


DRAWING = [operator for operator in STREAM_OPERATORS if operator.draw is not None]


@cache
def drawn(profile: Profile, operator: SituationOperator, examples: int) -> list[Trial]:
    assert operator.draw is not None
    strategy = operator.draw(profile)
    assert strategy is not None
    found: list[Trial] = []

    @settings(
        max_examples=examples,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(strategy)
    def run(trial: Trial) -> None:
        found.append(trial)

    run()
    return found


@PROFILE
@pytest.mark.parametrize("operator", DRAWING, ids=lambda operator: operator.rule.value)
def test_each_drawn_trial_is_about_its_rule(profile: Profile, operator: SituationOperator) -> None:
    cuts = operator.rule is Rule.STREAM_CUT
    trials = drawn(profile, operator, 120)
    assert len({trial.input for trial in trials}) > 100
    for trial in trials:
        check(profile, operator.rule, trial)
        assert (len(trial.input.texts) > 1) == cuts
        assert cuts or _is_ended(trial.input)


# Wrong readers

Item = Accepted | RefusedAnswer
Reader = Callable[[Profile, Input], list[Item]]
"""Answers a stream as a candidate does: what it understood and its errors, in order."""

BAD = RefusedAnswer("", "")


class Dead(Exception):
    """A reader gives up, and with it all that it had read."""


@cache
def told(profile: Profile, name: str, line: bytes) -> tuple[Item, ...]:
    """Read one line rightly."""
    found = answers(profile, "stream", name, (line + b"\n",)).expected
    assert isinstance(found, Streamed)
    return tuple(each.expected for each in found.lines)  # type: ignore[misc]


def split(data: bytes) -> list[bytes]:
    return data.split(b"\n")


def whole(asked: Input) -> bytes:
    return b"".join(asked.texts)  # type: ignore[arg-type]


def by_line(
    profile: Profile, asked: Input, lines_of: Callable[[bytes], Sequence[bytes]] = split
) -> list[Item]:
    """Read all lines; rightly, if they are the right lines."""
    return [item for line in lines_of(whole(asked)) for item in told(profile, asked.type, line)]


def by_line_of(lines_of: Callable[[bytes], Sequence[bytes]]) -> Reader:
    return partial(by_line, lines_of=lines_of)


def as_python_splits(data: bytes) -> list[bytes]:
    text = data.decode("utf-8", "surrogateescape")
    return [line.encode("utf-8", "surrogateescape") for line in text.splitlines()]


def as_javascript_splits(data: bytes) -> list[bytes]:
    return re.split("\n|\u2028|\u2029".encode(), data)


def with_buffer(data: bytes, size: int = 1 << 16) -> list[bytes]:
    return [piece for line in split(data) for piece in re.findall(b"(?s).{1,%d}" % size, line)]


def with_limit(data: bytes) -> list[bytes]:
    if any(len(line) > 1 << 16 for line in split(data)):
        raise Dead
    return split(data)


def with_limit_of_a_megabyte(data: bytes) -> list[bytes]:
    return [line for line in split(data) if len(line) < 1 << 20]


def until_blank(data: bytes) -> list[bytes]:
    return split(data.partition(b"\n\n")[0].removeprefix(b"\n"))


def until_bad(profile: Profile, asked: Input) -> list[Item]:
    found = by_line(profile, asked)
    bad = [at for at, item in enumerate(found) if isinstance(item, RefusedAnswer)]
    return found[: bad[0] + 1] if bad else found


def silent_until_bad(profile: Profile, asked: Input) -> list[Item]:
    return [item for item in until_bad(profile, asked) if isinstance(item, Accepted)]


def dying_at_bad(profile: Profile, asked: Input) -> list[Item]:
    found = by_line(profile, asked)
    if any(isinstance(item, RefusedAnswer) for item in found):
        raise Dead
    return found


def dying_where_no_utf8(profile: Profile, asked: Input) -> list[Item]:
    try:
        whole(asked).decode()
    except UnicodeDecodeError:
        raise Dead from None
    return by_line(profile, asked)


def skipping_after_bad(profile: Profile, asked: Input) -> list[Item]:
    found: list[Item] = []
    skip = False
    for line in split(whole(asked)):
        if skip:
            skip = False
            continue
        items = told(profile, asked.type, line)
        skip = any(isinstance(item, RefusedAnswer) for item in items)
        found += items
    return found


def silent(profile: Profile, asked: Input) -> list[Item]:
    return [item for item in by_line(profile, asked) if isinstance(item, Accepted)]


def stripping(profile: Profile, asked: Input) -> list[Item]:
    return by_line(profile, asked, lambda data: [line for line in split(data) if line.strip()])


def stripping_as_text(profile: Profile, asked: Input) -> list[Item]:
    def is_something(line: bytes) -> bool:
        return bool(line.decode("utf-8", "replace").strip())

    return by_line(profile, asked, lambda data: list(filter(is_something, split(data))))


def with_blank_lines_bad(profile: Profile, asked: Input) -> list[Item]:
    data = whole(asked)
    lines = split(data)[: -1 if data.endswith(b"\n") else None]
    items = [told(profile, asked.type, line) for line in lines]
    bad = [[BAD] if not line.strip(b" \t\r") else [] for line in lines]
    return [item for pair in zip(items, bad, strict=True) for each in pair for item in each]


def each_piece_alone(profile: Profile, asked: Input) -> list[Item]:
    return [
        item
        for piece in asked.texts
        for line in split(piece)  # type: ignore[arg-type]
        for item in told(profile, asked.type, line)
    ]


def decoding_each_piece(profile: Profile, asked: Input) -> list[Item]:
    """Replace what is no UTF-8 in a piece of it, but tell it from what is no UTF-8 at all."""
    if len(asked.texts) == 1:
        return by_line(profile, asked)
    pieces = [piece.decode("utf-8", "replace").encode() for piece in asked.texts]  # type: ignore[union-attr]
    return by_line(profile, Input(asked.op, asked.type, (b"".join(pieces),)))


def until_an_empty_piece(profile: Profile, asked: Input) -> list[Item]:
    pieces = asked.texts
    until = pieces.index(b"") if b"" in pieces else None
    return by_line(profile, Input(asked.op, asked.type, pieces[:until]))


def dropping_newline_pieces(profile: Profile, asked: Input) -> list[Item]:
    """Drop a piece that is a newline and nothing else."""
    pieces = tuple(piece for piece in asked.texts if piece != b"\n")
    return by_line(profile, Input(asked.op, asked.type, pieces))


def of_any_method(profile: Profile, asked: Input) -> list[Item]:
    """Hand on the parameters of any method, by reading it as if it were the right one."""
    method = profile.streams[asked.type].method
    if method is None:
        return by_line(profile, asked)
    right = b'{"jsonrpc":"2.0","method":"%s"' % method.encode()

    def of_right_method(line: bytes) -> bytes:
        if told(profile, asked.type, line):
            return line
        return re.sub(rb'^\{"jsonrpc":"2\.0"(,"id":1)?,"method":"[^"]*"', right, line)

    return by_line(profile, asked, lambda data: list(map(of_right_method, split(data))))


def others_bad(profile: Profile, asked: Input) -> list[Item]:
    def lines() -> Iterator[Item]:
        for line in split(whole(asked)):
            items = told(profile, asked.type, line)
            yield from items or ([BAD] if line.strip(b" \t\r") else [])

    return list(lines())


def dying_at_others(profile: Profile, asked: Input) -> list[Item]:
    found = others_bad(profile, asked)
    if len(found) > len(by_line(profile, asked)):
        raise Dead
    return found


def changed(change: Callable[[list[Accepted]], list[Accepted]]) -> Reader:
    """Change what was understood, and tell the errors after it."""

    def read(profile: Profile, asked: Input) -> list[Item]:
        found = by_line(profile, asked)
        understood = [item for item in found if isinstance(item, Accepted)]
        errors = [item for item in found if isinstance(item, RefusedAnswer)]
        return [*change(understood), *errors]

    return read


def without_neighbours(items: list[Accepted]) -> list[Accepted]:
    return [item for at, item in enumerate(items) if at == 0 or item != items[at - 1]]


WRONG: dict[str, tuple[Reader, set[Rule]]] = {
    "splits as Python": (by_line_of(as_python_splits), {Rule.STREAM_NEWLINE}),
    "splits as old JavaScript": (by_line_of(as_javascript_splits), {Rule.STREAM_NEWLINE}),
    "splits at a form feed": (
        by_line_of(lambda data: re.split(b"[\n\f]", data)),
        {Rule.STREAM_NEWLINE},
    ),
    "splits at a carriage return": (
        by_line_of(lambda data: re.split(b"\r\n|\r|\n", data)),
        {Rule.STREAM_NEWLINE},
    ),
    "keeps the carriage return": (
        by_line_of(lambda data: [re.sub(b"\r$", b"\\\\r", line) for line in split(data)]),
        {Rule.STREAM_CRLF},
    ),
    "wants the carriage return at the very end": (
        by_line_of(lambda data: [line.replace(b"\r ", b"?") for line in split(data)]),
        {Rule.STREAM_CRLF},
    ),
    "ends at a blank line": (by_line_of(until_blank), {Rule.STREAM_BLANK}),
    "takes a blank line for a bad one": (with_blank_lines_bad, {Rule.STREAM_BLANK}),
    "needs the last newline": (by_line_of(lambda data: split(data)[:-1]), {Rule.STREAM_LAST}),
    "cuts the last line's last byte off": (
        by_line_of(lambda data: split(data[:-1])),
        {Rule.STREAM_LAST},
    ),
    "ends at a bad line": (until_bad, {Rule.STREAM_BAD}),
    "ends at a bad line and says nothing": (
        silent_until_bad,
        {Rule.STREAM_BAD, Rule.STREAM_BAD_TOLD},
    ),
    "dies at a bad line": (dying_at_bad, {Rule.STREAM_BAD}),
    "dies where there is no UTF-8": (dying_where_no_utf8, {Rule.STREAM_UTF8}),
    "loses the line after a bad one": (skipping_after_bad, {Rule.STREAM_BAD}),
    "replaces what is no UTF-8": (
        by_line_of(lambda data: split(data.decode("utf-8", "replace").encode())),
        {Rule.STREAM_UTF8},
    ),
    "says nothing of bad lines": (silent, {Rule.STREAM_BAD_TOLD}),
    "strips form feeds": (stripping, {Rule.STREAM_BAD_TOLD}),
    "strips every white space": (stripping_as_text, {Rule.STREAM_BAD_TOLD}),
    "hands on any method": (of_any_method, {Rule.STREAM_OTHER}),
    "takes other messages for bad ones": (others_bad, {Rule.STREAM_OTHER}),
    "dies at other messages": (dying_at_others, {Rule.STREAM_OTHER}),
    "reads 64 KiB of a line": (by_line_of(with_buffer), {Rule.STREAM_LONG}),
    "dies at a line of more than 64 KiB": (by_line_of(with_limit), {Rule.STREAM_LONG}),
    "drops a line of a megabyte": (by_line_of(with_limit_of_a_megabyte), {Rule.STREAM_LONG}),
    "reads each piece alone": (each_piece_alone, {Rule.STREAM_CUT}),
    "decodes each piece alone": (decoding_each_piece, {Rule.STREAM_CUT}),
    "ends at an empty piece": (until_an_empty_piece, {Rule.STREAM_CUT}),
    "drops a newline alone in a piece": (dropping_newline_pieces, {Rule.STREAM_CUT}),
    "gives the last item first": (changed(lambda items: items[::-1]), {Rule.STREAM_ITEMS}),
    "gives one item alone": (changed(lambda items: items[:1]), {Rule.STREAM_ITEMS}),
    "drops an item that comes again": (changed(without_neighbours), {Rule.STREAM_ITEMS}),
    "gives three items at most": (changed(lambda items: items[:3]), {Rule.STREAM_ITEMS}),
}
EXCUSED: dict[str, Reader] = {
    "reads rightly": by_line,
    "reads no item rightly": changed(lambda items: [Accepted(None)] * len(items)),
}


def is_wrong(profile: Profile, asked: Input, read: Reader) -> bool:
    """Judge an answer: what is understood comes in order, and no good line is an error."""
    if asked.op == "decode":
        asked = alone(profile, asked)
    try:
        got = read(profile, asked)
    except Dead:
        return True
    right = right_items(profile, asked)
    differ = difference(understood(right), understood(got)) is not None
    return differ or errors_in(got) > errors_in(right)


def is_told_too_little(profile: Profile, asked: Input, read: Reader) -> bool:
    """Tell whether an answer that is right otherwise lacks an error."""
    if is_wrong(profile, asked, read):
        return False
    return errors_in(read(profile, asked)) < errors_in(right_items(profile, asked))


def right_items(profile: Profile, asked: Input) -> list[Item]:
    expected = answered(profile, asked).expected
    assert isinstance(expected, Streamed)
    return [each.expected for each in expected.lines]  # type: ignore[misc]


def understood(items: Sequence[Item]) -> list[Json]:
    return [item.value for item in items if isinstance(item, Accepted)]


def errors_in(items: Sequence[Item]) -> int:
    return sum(isinstance(item, RefusedAnswer) for item in items)


def alone(profile: Profile, asked: Input) -> Input:
    """Ask these readers, which read nothing but streams, for a text in one."""
    [framing] = [each for each in framings(profile) if each.stream.item == asked.type]
    return framing.asked(dumps(framing.message(parse(asked.texts[0]))).encode() + b"\n")


def failing(profile: Profile, read: Reader, trials: dict[Rule, list[Trial]]) -> set[Rule]:
    """Give the rules of which a reader fails a trial whose controls it has right."""
    wrong = dict.fromkeys(trials, is_wrong) | {Rule.STREAM_BAD_TOLD: is_told_too_little}
    return {
        rule
        for rule, each in trials.items()
        for trial in each
        if wrong[rule](profile, trial.input, read)
        and not any(is_wrong(profile, control, read) for control in trial.controls)
    }


@PROFILE
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_reader_fails_its_own_rule_alone(profile: Profile, name: str) -> None:
    read, rules = WRONG[name]
    assert failing(profile, read, enumerated(profile)) == {
        rule for rule in rules if enumerated(profile)[rule]
    }


@PROFILE
@pytest.mark.parametrize("name", EXCUSED)
def test_a_reader_that_frames_rightly_fails_none(profile: Profile, name: str) -> None:
    assert failing(profile, EXCUSED[name], enumerated(profile)) == set()


@PROFILE
@pytest.mark.parametrize("name", [*WRONG, *EXCUSED])
def test_what_is_drawn_fails_no_other_rule(profile: Profile, name: str) -> None:
    read, rules = WRONG[name] if name in WRONG else (EXCUSED[name], set())
    trials = {operator.rule: drawn(profile, operator, 50) for operator in DRAWING}
    assert failing(profile, read, trials) <= rules


@PROFILE
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("gives the last item first", Rule.STREAM_ITEMS),
        ("splits as Python", Rule.STREAM_NEWLINE),
        ("splits as old JavaScript", Rule.STREAM_NEWLINE),
        ("ends at a bad line", Rule.STREAM_BAD),
        ("replaces what is no UTF-8", Rule.STREAM_UTF8),
        ("says nothing of bad lines", Rule.STREAM_BAD_TOLD),
        ("reads each piece alone", Rule.STREAM_CUT),
        ("decodes each piece alone", Rule.STREAM_CUT),
        ("ends at an empty piece", Rule.STREAM_CUT),
    ],
)
def test_what_is_drawn_finds_it_too(profile: Profile, name: str, rule: Rule) -> None:
    [operator] = [each for each in DRAWING if each.rule is rule]
    assert failing(profile, WRONG[name][0], {rule: drawn(profile, operator, 50)})
