"""The adapter `acp_typescript`: the TypeScript SDK as a program that speaks the protocol."""

import base64
import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from toolwire.conformance.candidates import Answer, Refused, StreamItems, Understood
from toolwire.reference import PROFILES

Ask = Callable[..., Answer]
Talk = Callable[[Sequence[object]], list[Any]]

HELLO = {"id": 0, "op": "hello", "protocol": 1}


def decode(id: int, text: object, type_: str = "ToolCallUpdate", **members: object) -> Any:
    return {"id": id, "op": "decode", "profile": "acp-v2", "type": type_, "text": text, **members}


def params(id: str) -> str:
    update = f'{{"sessionUpdate":"tool_call_update","toolCallId":"{id}"}}'
    return f'{{"sessionId":"s","update":{update}}}'


def line(id: str) -> bytes:
    message = f'{{"jsonrpc":"2.0","method":"session/update","params":{params(id)}}}\n'
    return message.encode()


def items(*ids: str) -> list[Understood]:
    written = (
        '{{"sessionId":"s","update":{{"toolCallId":"{}","sessionUpdate":"tool_call_update"}}}}'
    )
    return [Understood(written.format(id)) for id in ids]


@pytest.fixture(scope="module")
def talk(node: str, typescript: Path) -> Talk:
    """Return a function that writes requests, all at once, and gives the answers."""

    def talk(requests: Sequence[object]) -> list[Any]:
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        done = subprocess.run(
            [node, typescript / "candidate.mjs"],
            input=lines.encode(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return [json.loads(line) for line in done.stdout.decode().splitlines()]

    return talk


@pytest.fixture(scope="module")
def ask(node: str, typescript: Path, start: Callable[..., Ask]) -> Ask:
    return start(f"cmd:{node} {typescript / 'candidate.mjs'}", "acp-v2")


def test_it_says_who_it_is(talk: Talk, typescript: Path) -> None:
    [hello] = talk([HELLO])
    name, version = "@agentclientprotocol/sdk", hello["version"]
    assert (hello["id"], hello["ok"], hello["protocol"], hello["name"]) == (0, True, 1, name)
    assert json.loads((typescript / "package.json").read_text())["dependencies"][name] == version
    assert {name: set(types) for name, types in hello["profiles"].items()} == {
        name: {*PROFILES[name].types, "JsonRpc"} for name in ("acp-v1", "acp-v2")
    }


def test_nothing_asked_nothing_said(talk: Talk) -> None:
    assert talk([]) == []


def test_answers_keep_the_order_of_what_is_asked_ahead(talk: Talk) -> None:
    requests = [HELLO, *(decode(n, f'{{"toolCallId":"{n}"}}') for n in range(1, 1000))]
    answers = talk(requests)
    assert [answer["id"] for answer in answers] == list(range(1000))
    assert [answer["text"] for answer in answers[1:]] == [
        f'{{"toolCallId":"{n}"}}' for n in range(1, 1000)
    ]


def test_unknown_members_of_a_request_are_ignored(talk: Talk) -> None:
    [hello, answer] = talk(
        [{**HELLO, "x": 1}, decode(7, '{"path":"/a"}', "ToolCallLocation", x={})]
    )
    assert hello["ok"] is True
    assert answer == {"id": 7, "ok": True, "text": '{"path":"/a"}'}


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("op", "fold"),
        ("op", "encode"),
        ("op", "of tomorrow"),
        ("profile", "megacode"),
        ("profile", "__proto__"),
        ("profile", "toString"),
        ("type", "ToolCall"),
        ("type", "__proto__"),
        ("type", "constructor"),
    ],
)
def test_what_it_lacks_is_not_supported(talk: Talk, member: str, value: str) -> None:
    [answer] = talk([decode(1, "{}", texts=["{}"]) | {member: value}])
    assert answer == {"id": 1, "unsupported": True}


def test_base64_is_a_text_like_another(talk: Talk) -> None:
    text = '{"toolCallId":"\U0001f600"}'
    [answer] = talk([decode(1, {"base64": base64.b64encode(text.encode()).decode()})])
    assert answer == {"id": 1, "ok": True, "text": text}


@pytest.mark.parametrize("octets", [b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xe6\xbc"])
def test_what_is_no_utf_8_is_refused(ask: Ask, octets: bytes) -> None:
    answer = ask("decode", "ToolCallUpdate", b'{"toolCallId":"' + octets + b'"}')
    assert answer == Refused("not UTF-8")


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", "[]", '{"title":"no id"}', '\ufeff{"toolCallId":""}']
)
def test_what_the_sdk_refuses_is_refused(ask: Ask, text: str) -> None:
    answer = ask("decode", "ToolCallUpdate", text)
    assert isinstance(answer, Refused)
    assert answer.stage is None


def test_a_lone_surrogate_travels_as_an_escape(ask: Ask) -> None:
    text = '{"toolCallId":"\\ud800"}'
    assert ask("decode", "ToolCallUpdate", text) == Understood(text)


def test_a_long_text_is_answered(ask: Ask) -> None:
    text = json.dumps({"toolCallId": "\u00e9" * 1_000_000}, ensure_ascii=False)
    assert ask("decode", "ToolCallUpdate", text) == Understood(text.replace(": ", ":"))


def test_a_deep_text_is_answered(ask: Ask) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    answer = ask("decode", "ToolCallUpdate", f'{{"toolCallId":"a","rawInput":{deep}}}')
    assert isinstance(answer, Understood | Refused)
    assert ask("decode", "ToolKind", '"read"') == Understood('"read"')


def test_lines_may_come_in_pieces(node: str, typescript: Path) -> None:
    line = json.dumps(decode(1, '{"toolCallId":"\u00e9"}'), ensure_ascii=False).encode() + b"\n"
    cut = line.index("\u00e9".encode()) + 1
    with subprocess.Popen(
        [node, typescript / "candidate.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        # An answer in between shows that the first piece was read alone.
        for piece in (json.dumps(HELLO).encode() + b"\n" + line[:cut], line[cut:]):
            process.stdin.write(piece)
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
        process.stdin.close()
        assert answer == {"id": 1, "ok": True, "text": '{"toolCallId":"\u00e9"}'}
        assert process.wait(timeout=60) == 0


def test_it_uses_the_packages_of_another_folder(
    talk: Talk, node: str, typescript: Path, tmp_path: Path
) -> None:
    shutil.copy(typescript / "candidate.mjs", tmp_path)
    command = [node, tmp_path / "candidate.mjs"]
    lacking = subprocess.run(command, input=b"", capture_output=True, check=False)
    assert lacking.returncode == 1
    assert b"npm ci --prefix" in lacking.stderr
    line = json.dumps(HELLO).encode() + b"\n"
    done = subprocess.run([*command, typescript], input=line, capture_output=True, check=False)
    assert [json.loads(done.stdout)] == talk([HELLO])


def test_streams_keep_their_places_among_what_is_asked_ahead(talk: Talk) -> None:
    chunk = {"base64": base64.b64encode(line("a")).decode()}
    stream = {"op": "stream", "profile": "acp-v2", "type": "JsonRpc", "chunks": [chunk]}
    text = {"ok": True, "text": '{"toolCallId":"a"}'}
    requests = [{"id": n, **stream} if n % 3 else decode(n, text["text"]) for n in range(100)]
    [item] = items("a")
    streamed = {"ok": True, "items": [{"ok": True, "text": item.text}]}
    expected = [{"id": n, **(streamed if n % 3 else text)} for n in range(100)]
    assert talk(requests) == expected


def test_a_chunk_may_be_a_string(talk: Talk) -> None:
    chunks = [line("\u00e9").decode()[:-9], line("\u00e9").decode()[-9:]]
    stream = {"op": "stream", "profile": "acp-v1", "type": "JsonRpc", "chunks": chunks}
    [answer] = talk([{"id": 1, **stream}])
    assert answer == {"id": 1, "ok": True, "items": [{"ok": True, "text": items("\u00e9")[0].text}]}


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (b"{bad", "Parse error"),
        (b'"ready"', "Invalid request"),
        (b"42", "Invalid request"),
        (b"null", "Invalid request"),
        (b"[]", "Invalid request: JSON-RPC batches are not supported"),
        (b"{}", "Invalid request"),
        (b'{"method":"session/update","params":{}}', "Invalid request"),
    ],
)
@pytest.mark.parametrize("profile", ["acp-v1", "acp-v2"])
def test_the_error_with_which_the_sdk_answers_is_an_item(
    ask: Ask, profile: str, bad: bytes, error: str
) -> None:
    answer = ask("stream", "JsonRpc", line("a"), bad + b"\n", line("b"), profile=profile)
    assert answer == StreamItems((*items("a"), Refused(error), *items("b")))


@pytest.mark.parametrize("profile", ["acp-v1", "acp-v2"])
def test_what_was_read_before_the_reader_died_is_given(ask: Ask, profile: str) -> None:
    # The SDK repeats what is no message in its answer, and cannot write this.
    deadly = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    answer = ask("stream", "JsonRpc", line("a"), deadly, line("b"), profile=profile)
    death = Refused("RangeError: Maximum call stack size exceeded")
    assert answer == StreamItems((*items("a"), death))
    assert ask("stream", "JsonRpc", line("c"), profile=profile) == StreamItems((*items("c"),))


def test_what_is_no_utf_8_is_replaced_by_the_reader(ask: Ask) -> None:
    answer = ask("stream", "JsonRpc", line("@").replace(b"@", b"\xff"))
    assert answer == StreamItems((*items("\ufffd"),))


@pytest.mark.parametrize(
    ("profile", "read"),
    # In v2 the SDK closes the connection before its handlers have come to the last message.
    [("acp-v1", ("a", "b")), ("acp-v2", ("a",))],
)
def test_a_last_line_without_a_newline(ask: Ask, profile: str, read: tuple[str, ...]) -> None:
    answer = ask("stream", "JsonRpc", line("a") + line("b").rstrip(), profile=profile)
    assert answer == StreamItems((*items(*read),))


def test_its_lock_file_names_no_registry(typescript: Path) -> None:
    lock = json.loads((typescript / "package-lock.json").read_text())
    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]
    assert all("integrity" in entry for name, entry in lock["packages"].items() if name)
