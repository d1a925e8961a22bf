"""What the readers of all adapters have in common: streams are read by the SDKs themselves."""

import json
from collections.abc import Callable

import pytest

from toolwire.conformance.candidates import Answer, StreamItems, Understood, Unsupported

Ask = Callable[..., Answer]


def notification(id: str, **members: object) -> str:
    update = {"sessionUpdate": "tool_call_update", "toolCallId": id, **members}
    return json.dumps({"sessionId": "s", "update": update}, ensure_ascii=False)


def line(id: str, end: bytes = b"\n", **members: object) -> bytes:
    params = notification(id, **members)
    message = f'{{"jsonrpc":"2.0","method":"session/update","params":{params}}}'
    return message.encode() + end


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def understood(answer: Answer) -> list[str]:
    """Return the ids of the tool calls in the items that were understood."""
    assert isinstance(answer, StreamItems)
    texts = [item.text for item in answer.items if isinstance(item, Understood)]
    return [json.loads(text)["update"]["toolCallId"] for text in texts]


@pytest.fixture(
    scope="module",
    params=[
        ("acp", "acp-v1"),
        ("acp_v2", "acp-v2"),
        ("acp_typescript", "acp-v1"),
        ("acp_typescript", "acp-v2"),
    ],
    ids=" ".join,
)
def ask(request: pytest.FixtureRequest, start: Callable[..., Ask]) -> Ask:
    adapter, profile = request.param
    if adapter == "acp":
        request.getfixturevalue("acp")
        return start("acp", profile)
    if adapter == "acp_v2":
        return start("acp_v2", profile, python=request.getfixturevalue("python_of_acp_v2"))
    node, folder = (request.getfixturevalue(name) for name in ("node", "typescript"))
    return start(f"cmd:{node} {folder / 'candidate.mjs'}", profile)


def test_an_item_is_written_as_the_text_is_that_is_read_alone(ask: Ask) -> None:
    params = (
        '{"sessionId":"s","unknown":1,"_meta":{"a":[1.0,null]},"update":{"sessionUpdate":'
        '"tool_call_update","toolCallId":"\u00e9","title":null,"rawInput":{"b":1e2}}}'
    )
    alone = ask("decode", "SessionNotification", params)
    assert isinstance(alone, Understood)
    message = f'{{"jsonrpc":"2.0","method":"session/update","params":{params}}}\n'
    assert ask("stream", "JsonRpc", message.encode()) == StreamItems((alone,))


@pytest.mark.parametrize("join", [False, True])
def test_items_come_in_the_order_of_the_lines(ask: Ask, join: bool) -> None:
    ids = [str(number) for number in range(100)]
    lines = [line(id, title="x" * (int(id) * 7919 % 5000)) for id in ids]
    answer = ask("stream", "JsonRpc", *([b"".join(lines)] if join else lines))
    assert understood(answer) == ids


def test_a_cut_is_not_noticed(ask: Ask) -> None:
    ids = ["a\u00e9\u6f22\U0001f600", "b"]
    data = line(ids[0], b"\r\n") + line(ids[1])
    whole = ask("stream", "JsonRpc", data)
    assert understood(whole) == ids
    for cut in range(len(data) + 1):
        assert ask("stream", "JsonRpc", data[:cut], data[cut:]) == whole
    assert ask("stream", "JsonRpc", *pieces(data, 1)) == whole
    assert ask("stream", "JsonRpc", b"", *pieces(data, 5), b"") == whole


def test_white_space_around_a_text_and_blank_lines_are_nothing(ask: Ask) -> None:
    data = b"\n\r\n \t\n \t" + line("a", b" \r\n\n") + line("b") + b"\n \n"
    answer = ask("stream", "JsonRpc", data)
    assert isinstance(answer, StreamItems)
    assert (understood(answer), len(answer.items)) == (["a", "b"], 2)


@pytest.mark.parametrize("separator", ["\u0085", "\u2028", "\u2029", "\u007f"])
def test_only_a_newline_ends_a_line(ask: Ask, separator: str) -> None:
    assert understood(ask("stream", "JsonRpc", line(f"a{separator}b"))) == [f"a{separator}b"]


@pytest.mark.parametrize(
    "other",
    [
        b'{"jsonrpc":"2.0","method":"session/other","params":{}}',
        b'{"jsonrpc":"2.0","method":"_ours","params":{}}',
        b'{"jsonrpc":"2.0","id":7,"method":"session/other","params":{}}',
        b'{"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s"}}',
        b'{"jsonrpc":"2.0","id":99,"result":{}}',
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
    ],
)
def test_another_message_gives_no_item(ask: Ask, other: bytes) -> None:
    answer = ask("stream", "JsonRpc", other + b"\n" + line("a"))
    assert isinstance(answer, StreamItems)
    assert (understood(answer), len(answer.items)) == (["a"], 1)


@pytest.mark.parametrize(
    "bad",
    [
        b"{bad",
        b"\xff",
        line("\u00e9", b"")[:-8],
        line("x", b"") + b"}",
        b"[" * 100_000,
        b'{"jsonrpc":"2.0","method":"session/update"}',
        b'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":1}}',
    ],
)
def test_what_follows_a_bad_line_is_read(ask: Ask, bad: bytes) -> None:
    assert understood(ask("stream", "JsonRpc", line("a") + bad + b"\n" + line("b"))) == ["a", "b"]


@pytest.mark.parametrize("size", [70_000, 8 << 20])
def test_a_long_line_is_read(ask: Ask, size: int) -> None:
    data = line("a", title="x" * size) + line("b")
    assert understood(ask("stream", "JsonRpc", *pieces(data, 1 << 16))) == ["a", "b"]


@pytest.mark.parametrize("chunks", [(), (b"",), (b"\n",), (b"\r", b"\n")])
def test_of_nothing_nothing_comes(ask: Ask, chunks: tuple[bytes, ...]) -> None:
    assert ask("stream", "JsonRpc", *chunks) == StreamItems(())


def test_a_stream_knows_nothing_of_the_one_before(ask: Ask) -> None:
    half = len(line("a")) // 2
    assert understood(ask("stream", "JsonRpc", line("a")[:half])) == []
    assert understood(ask("stream", "JsonRpc", line("a")[half:] + line("b"))) == ["b"]
    assert understood(ask("stream", "JsonRpc", line("c"))) == ["c"]


@pytest.mark.parametrize(
    ("op", "type_", "profile"),
    [
        ("stream", "SessionNotification", None),
        ("stream", "Line", None),
        ("stream", "JsonRpc", "megacode"),
        ("stream", "JsonRpc", "toString"),
        ("decode", "JsonRpc", None),
        ("fold", "JsonRpc", None),
    ],
)
def test_nothing_else_is_a_stream(ask: Ask, op: str, type_: str, profile: str | None) -> None:
    named = {} if profile is None else {"profile": profile}
    assert ask(op, type_, b"{}\n", **named) == Unsupported()
