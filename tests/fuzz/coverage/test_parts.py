"""The parts of an Atheris process, without one."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from toolwire.conformance.candidates import Fault, Faulted, FaultKind, Refused
from toolwire.conformance.judge import Objection
from toolwire.fuzz.coverage import growth, reference_target
from toolwire.fuzz.coverage.cases import Cases, all_operations
from toolwire.fuzz.coverage.lastinput import LastInput
from toolwire.fuzz.coverage.libfuzzer import Status, status_of, write_dictionary
from toolwire.fuzz.coverage.mutators import Mutators
from toolwire.fuzz.seeding import damaged, first_seeds, seed_name, stored_seeds
from toolwire.fuzz.signatures import Told
from toolwire.reference import PROFILES, answers
from toolwire.strategies.mutation import dictionary
from toolwire.strategies.seeds import Seed, dump_seed, load_seed
from toolwire.strategies.trials import Input, decoding

PROFILE = "acp-v2"
UPDATE = "ToolCallUpdate"


def seed(text: str) -> Seed:
    return Seed(PROFILE, decoding(UPDATE, text))


@pytest.fixture
def mutators() -> Mutators:
    operations = all_operations([PROFILE])
    atheris = SimpleNamespace(Mutate=lambda data, size: data[:size][::-1])
    pool = first_seeds([PROFILE])
    return Mutators(atheris, Cases(operations), operations, pool, ('"a constant"',))


def test_what_is_mutated_is_a_seed_and_the_same_each_time(mutators: Mutators) -> None:
    data = dump_seed(seed('{"toolCallId":"x","title":"y"}'))
    first = [mutators.mutate(data, 4096, chance) for chance in range(500)]
    assert [mutators.mutate(data, 4096, chance) for chance in range(500)] == first
    assert len(set(first)) > 300
    assert mutators.called == 1000
    for each in first:
        assert len(each) <= 4096
        load_seed(each)
    assert any(b"a constant" in each for each in first)


def test_what_is_crossed_has_parts_of_both(mutators: Mutators) -> None:
    texts = tuple(f'{{"toolCallId":"x","title":"{name}"}}' for name in "abcdef")
    one = dump_seed(Seed(PROFILE, Input("fold", UPDATE, texts[:3])))
    other = dump_seed(Seed(PROFILE, Input("fold", UPDATE, texts[3:])))
    made = {mutators.cross(one, other, 4096, chance) for chance in range(200)}
    assert any(b'\\"a\\"' in each and b'\\"f\\"' in each for each in made)


def test_an_input_that_would_be_too_large_stays_as_it_is(mutators: Mutators) -> None:
    data = dump_seed(seed('{"toolCallId":"x"}'))
    assert {mutators.mutate(data, 5, chance) for chance in range(50)} == {data}


def test_bytes_that_are_no_seed_are_the_text_of_a_decode() -> None:
    cases = Cases(all_operations([PROFILE]))
    for data in (b"", b"\xff", b"{}", b'{"op":"decode"}'):
        asked = cases.read(data).seed.input
        assert (asked.op, asked.type) == ("decode", next(iter(PROFILES[PROFILE].types)))
        assert asked.texts[0] in (data, data.decode(errors="replace"))
    written = dump_seed(seed("{}"))
    assert cases.read(written).seed == seed("{}")
    raw = Cases(all_operations([PROFILE]), raw=True)
    assert raw.read(written).seed.input.texts == (written.decode(),)


def test_the_last_input_outlives_its_writer(tmp_path: Path) -> None:
    last = LastInput(tmp_path / "box")
    last.begin(b"one")
    other = LastInput(tmp_path / "box")
    assert (other.read().data, other.read().is_asking, other.count) == (b"one", True, 1)
    last.end()
    assert not other.read().is_asking
    other.begin(b"")
    assert (last.read().data, last.read().count) == (b"", 2)


def test_seeds_are_of_every_operation_and_the_same_each_time() -> None:
    for profile in PROFILES:
        found = first_seeds([profile])
        assert found == first_seeds([profile])
        kinds = {(each.input.op, each.input.type) for each in found}
        assert {op for op, _ in kinds} == {op for op, types in _operations(profile) if types}
    some = first_seeds([PROFILE], {(PROFILE, "fold", UPDATE)})
    assert {(each.input.op, each.input.type) for each in some} == {("fold", UPDATE)}


def _operations(profile: str) -> Any:
    return PROFILES[profile].operations.items()


def test_stored_seeds_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    seeds = {seed_name(data): data for data in (b"a", b"b", b"c")}
    for name, data in {**seeds, ".a": b"", "README": b"", "c" * 40: b""}.items():
        (tmp_path / name).write_bytes(data)
    assert stored_seeds(tmp_path) == [seeds[name] for name in sorted(seeds)]
    assert [each.name for each in damaged(tmp_path)] == ["README", "c" * 40]
    assert stored_seeds(tmp_path / "none") == []


def test_the_dictionary_is_as_libfuzzer_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "dictionary"
    write_dictionary(path, [PROFILE])
    lines = path.read_text("ascii").splitlines()
    assert r'"\x22toolCallId\x22"' in lines
    assert len(lines) == len(dictionary(PROFILES[PROFILE]))
    assert all(line[0] == line[-1] == '"' and '"' not in line[1:-1] for line in lines)


def test_the_log_of_libfuzzer_tells_how_far_it_is() -> None:
    line = b"#9918\tNEW    cov: 6 ft: 8 corp: 3/10b lim: 4096 exec/s: 0 rss: 44Mb L: 6/6 MS: 5"
    assert status_of(line) == Status(6, 3)
    assert status_of(b"#2\tINITED exec/s: 0 rss: 40Mb") is None
    assert status_of(b"INFO: Seed: 7") is None


def test_what_is_alike_is_told_once() -> None:
    told = Told()
    objection = Objection("refused")
    one, other = seed('{"toolCallId":"x","title":null}'), seed('{"toolCallId":"y","title":null}')
    assert told.new(one, objection, Refused("ValueError: bad 'x'")) is not None
    assert told.new(other, objection, Refused("ValueError: bad 'y'")) is None
    assert told.new(other, objection, Refused("ValueError: worse")) is not None
    assert told.new(other, Objection("accepted"), Refused("ValueError: bad 'y'")) is not None


def test_crashes_are_told_apart_by_their_place() -> None:
    told = Told()
    objection = Objection("no answer: crashed")

    def crash(line: int) -> Faulted:
        traceback = f'File "a.py", line 1, in x\n  File "b.py", line {line}, in y\n'
        return Faulted(Fault(FaultKind.CRASHED, "raised KeyError: 'x'", traceback=traceback))

    found = [told.new(seed("{}"), objection, crash(line)) for line in (3, 4, 3)]
    assert [each is not None for each in found] == [True, True, False]


def test_what_was_told_in_an_earlier_life_is_not_told_again() -> None:
    digest = Told().new(seed("{}"), Objection("refused"), Refused("no"))
    assert digest is not None
    assert Told([digest]).new(seed("{}"), Objection("refused"), Refused("no")) is None


def test_a_candidate_that_quotes_its_input_is_not_told_without_end() -> None:
    told = Told()
    words = (f"ValueError: bad {chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(300))
    found = [told.new(seed("{}"), Objection("refused"), Refused(word)) for word in words]
    assert sum(each is not None for each in found) < 30


def test_work_that_grows_with_the_square_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    update = decoding(UPDATE, '{"toolCallId":"x","locations":[{"path":"/a"}]}')
    assert growth.growth(PROFILES[PROFILE], update) is None

    def squared(profile: Any, op: str, type_: str, texts: Any, limit: Any) -> Any:
        for _ in range((len(texts[0]) // 15) ** 2):
            len("")
        return answers(profile, op, type_, texts, limit)

    monkeypatch.setattr(growth, "answers", squared)
    found = growth.growth(PROFILES[PROFILE], update)
    assert found is not None
    assert found.kind == "its steps grow faster than its input"


def test_memory_that_grows_with_the_square_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def squared(profile: Any, op: str, type_: str, texts: Any, limit: Any) -> Any:
        held = bytes((len(texts[0]) // 4) ** 2)
        return len(held)

    monkeypatch.setattr(growth, "answers", squared)
    found = growth.growth(PROFILES[PROFILE], decoding(UPDATE, '{"toolCallId":"x"}'))
    assert found is not None
    assert found.kind == "its memory grows faster than its input"


LAWS = {
    "what is written is read as something else": Input(
        "decode", UPDATE, ('{"toolCallId":"x","title":"first"}',)
    ),
    "folded on from what was written": Input(
        "fold",
        UPDATE,
        ('{"toolCallId":"x"}', '{"toolCallId":"x","title":"a"}', '{"toolCallId":"x"}'),
    ),
    "folded with updates put together": Input(
        "fold",
        UPDATE,
        (
            '{"toolCallId":"x","status":"failed"}',
            '{"toolCallId":"x","title":"a"}',
            '{"toolCallId":"x","kind":"edit"}',
        ),
    ),
}


@pytest.mark.parametrize("law", LAWS)
def test_each_law_can_be_broken(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    profile, asked = PROFILES[PROFILE], LAWS[law]
    assert reference_target.broken_law(profile, asked) is None

    def forgetful(read: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(*arguments: Any) -> Any:
            value = read(*arguments)
            return {**value, "title": "another"} if isinstance(value, dict) else value

        return wrong

    if asked.op == "decode":
        monkeypatch.setattr(reference_target, "decode", forgetful(reference_target.decode))
    elif law.endswith("together"):
        monkeypatch.setattr(reference_target, "fold", _wrong_from_the_start)
    else:
        monkeypatch.setattr(reference_target, "fold", forgetful(reference_target.fold))
    found = reference_target.broken_law(profile, asked)
    assert found is not None
    assert found.kind == law


_fold = reference_target.fold


def _wrong_from_the_start(profile: Any, type_: str, texts: Any) -> Any:
    """Fold wrongly what does not begin with the first of all updates."""
    folded = _fold(profile, type_, texts)
    return {**folded, "title": "b"} if "failed" not in texts[0] else folded


def test_a_reference_that_fails_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    target = reference_target.ReferenceTarget([PROFILE])
    case = Cases(target.operations).read(dump_seed(seed("{}")))
    assert target.look(case, target.ask(case)).objection is None

    def failing(*_: Any) -> Any:
        raise IndexError("x")

    monkeypatch.setattr(reference_target, "answers", failing)
    found = target.look(case, target.ask(case)).objection
    assert found == Objection("the reference failed", detail="raised IndexError: x")


def test_random_bytes_are_read_without_end(mutators: Mutators) -> None:
    random = Random(1)
    for _ in range(300):
        data = random.randbytes(random.randrange(40))
        mutators.cross(data, random.randbytes(9), 4096, random.getrandbits(32))
        mutators.mutate(data, 4096, random.getrandbits(32))
