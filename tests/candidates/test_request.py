import json

import pytest

from toolwire.conformance.candidates import Request


def test_a_request_is_the_protocols_message() -> None:
    request = Request("decode", "acp-v2", "ToolCallUpdate", ('{"é":1.0}',))
    assert request.to_message(1) == {
        "id": 1,
        "op": "decode",
        "profile": "acp-v2",
        "type": "ToolCallUpdate",
        "text": '{"é":1.0}',
    }
    line = request.to_line(1)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line) == request.to_message(1)


def test_a_line_is_one_line_whatever_the_text() -> None:
    request = Request("decode", "p", "T", ("a\nb\r\u2028\x00",))
    assert request.to_line(0).count(b"\n") == 1


def test_fold_has_texts_cut_a_limit_and_stream_chunks() -> None:
    fold = Request("fold", "acp-v2", "Session", ("a", b"\xff"))
    assert fold.to_message()["texts"] == ["a", {"base64": "/w=="}]
    cut = Request("cut", "megacode", "Reason", ("long",), limit=2)
    assert cut.to_message()["limit"] == 2
    stream = Request("stream", "acp-v2", "JsonRpc", (b"ab", "c"))
    assert stream.to_message()["chunks"] == [{"base64": "YWI="}, {"base64": "Yw=="}]


def test_a_text_is_bytes_exactly_when_it_is_not_utf8() -> None:
    assert Request("decode", "p", "T", (b"x",)) == Request("decode", "p", "T", ("x",))
    assert Request("decode", "p", "T", (b"\xff",)).texts == (b"\xff",)
    assert Request("stream", "p", "T", ("x",)).texts == (b"x",)


@pytest.mark.parametrize(
    "request_",
    [
        Request("decode", "p", "T", ("x",)),
        Request("decode", "p", "T", (b"\xff",)),
        Request("fold", "p", "T", ()),
        Request("fold", "p", "T", ("x", "y")),
        Request("stream", "p", "T", (b"x", b"")),
        Request("cut", "p", "T", ("x",), limit=0),
    ],
)
def test_a_kept_request_is_read_again(request_: Request) -> None:
    assert Request.from_json(request_.to_json()) == request_
    assert hash(Request.from_json(request_.to_json())) == hash(request_)


@pytest.mark.parametrize(
    ("op", "texts", "limit"),
    [
        ("hello", ("x",), None),
        ("decode", (), None),
        ("decode", ("x", "y"), None),
        ("decode", ("x",), 1),
        ("cut", ("x",), None),
        ("decode", ("\ud800",), None),
        ("stream", ("\ud800",), None),
    ],
)
def test_what_the_protocol_cannot_say_is_an_error(
    op: str, texts: tuple[str, ...], limit: int | None
) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - its message is for us, not for a user
        Request(op, "p", "T", texts, limit)


@pytest.mark.parametrize(
    "kept",
    [
        "[]",
        "{}",
        '{"op":"decode","profile":"p","type":"T"}',
        '{"op":"decode","profile":"p","type":"T","text":1}',
        '{"op":"fold","profile":"p","type":"T","texts":"x"}',
        '{"op":"cut","profile":"p","type":"T","text":"x","limit":true}',
        '{"op":"decode","profile":1,"type":"T","text":"x"}',
        '{"op":"hello","protocol":1}',
    ],
)
def test_what_is_no_request_is_an_error(kept: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Request.from_json(kept)
