"""The answers of the original code are all there, and each is read as what it is."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from toolwire.corpus.vectors import Vector, load_vectors

TOTAL = {
    "acp-0.0.26": 4423,
    "acp-v1": 2505,
    "acp-v2": 4076,
    "acp-v2-1.20": 2997,
    "megacode": 765,
    "subc": 360,
}
OPERATIONS = {
    "acp-0.0.26": {"decode", "fold"},
    "acp-v1": {"decode", "fold"},
    "acp-v2": {"decode", "fold"},
    "acp-v2-1.20": {"decode", "fold"},
    "megacode": {"decode", "encode", "cut"},
    "subc": {"decode"},
}


def test_these_profiles_have_vectors_and_no_others() -> None:
    folder = files("toolwire.corpus").joinpath("vectors")
    assert {file.name for file in folder.iterdir()} == {f"{name}.jsonl.gz" for name in TOTAL}
    with pytest.raises(FileNotFoundError):
        next(load_vectors("acp-v3"))


@pytest.mark.parametrize("profile", TOTAL)
def test_every_vector_is_read(profile: str) -> None:
    vectors = list(load_vectors(profile))
    assert len(vectors) == TOTAL[profile]
    assert {vector.profile for vector in vectors} == {profile}
    assert {vector.op for vector in vectors} == OPERATIONS[profile]
    for vector in vectors:
        assert vector.texts
        assert vector.op == "fold" or len(vector.texts) == 1
        assert (vector.limit is not None) == (vector.op == "cut")
        for text in vector.texts:
            if isinstance(text, bytes):
                with pytest.raises(UnicodeDecodeError):
                    text.decode()


@pytest.mark.parametrize("profile", TOTAL)
def test_the_packed_file_holds_neither_a_time_nor_a_name(profile: str) -> None:
    packed = files("toolwire.corpus").joinpath("vectors", f"{profile}.jsonl.gz").read_bytes()
    assert packed[:8] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00"


def _megacode(op: str) -> list[Vector]:
    return [vector for vector in load_vectors("megacode") if vector.op == op]


def test_an_encoded_value_is_a_line_with_its_newline() -> None:
    for vector in _megacode("encode"):
        assert vector.value is not None
        line, newline, rest = vector.value.partition("\n")
        assert (newline, rest) == ("\n", "")
        assert json.loads(line) == json.loads(vector.texts[0])


def test_a_cut_value_is_the_beginning_that_fits_the_limit() -> None:
    shortened = 0
    for vector in _megacode("cut"):
        [text] = vector.texts
        assert isinstance(text, str)
        assert vector.value is not None
        assert vector.limit is not None
        assert text.startswith(vector.value)
        assert len(vector.value.encode()) <= vector.limit
        shortened += vector.value != text
    assert shortened
