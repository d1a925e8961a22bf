"""The reference with something changed in it, as a candidate in this process."""

from collections.abc import Sequence

from toolwire.reference import PROFILES, Fold, Json, Profile, Reading, codec, streams
from toolwire.reference import Refused as Refusal
from toolwire.strategies.trials import Input

from ..candidates import (
    Answer,
    Fault,
    Faulted,
    FaultKind,
    Hello,
    Refused,
    Request,
    StreamItems,
    Understood,
    Unsupported,
)
from .hooks import Hooks, Item


class ChangedReference:
    """A candidate that does everything as the reference does, but for what `hooks` say.

    `spec` is what reports call it. It answers each input once, and remembers.
    """

    def __init__(self, spec: str, profile: str, hooks: Hooks) -> None:
        self.spec = spec
        self.unblamed: Sequence[Fault] = ()
        self.answers: dict[Input, Answer] = {}
        self._hooks = hooks
        original = PROFILES[profile]
        self._folded = hooks.table(original)
        self._table = original if hooks.folds_alone else self._folded

    def start(self) -> Hello:
        """Introduce it; it says nothing of its types."""
        return Hello(self.spec, "")

    def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """Answer requests."""
        return [self.answer(Input(each.op, each.type, each.texts, each.limit)) for each in requests]

    def close(self) -> None:
        """Do nothing: there is no process."""

    def answer(self, asked: Input) -> Answer:
        """Answer an input of its profile."""
        if asked not in self.answers:
            self.answers[asked] = self._answer(asked)
        return self.answers[asked]

    def _answer(self, asked: Input) -> Answer:
        if asked.op == "fold" and not self._hooks.folds:
            return Unsupported()
        if self._hooks.types is not None and asked.type not in self._hooks.types:
            return Unsupported()
        try:
            return self._reply(asked, Reading(self._hooks.choices))
        except Refusal as refusal:
            return Refused(str(refusal))
        except Exception as error:  # whatever a mutant does is its answer
            return Faulted(Fault(FaultKind.CRASHED, repr(error)))

    def _reply(self, asked: Input, reading: Reading) -> Answer:
        hooks, type_ = self._hooks, asked.type
        match asked.op:
            case "encode":
                most = self._table.commands[type_]
                return Understood(hooks.command(asked.texts[0], most, reading)[0])
            case "cut":
                assert asked.limit is not None
                return Understood(hooks.cut(asked.texts[0], asked.limit, reading))
            case "stream":
                return self._stream(asked)
            case "fold":
                texts = hooks.folded([hooks.before(text) for text in asked.texts])
                table = self._folded
                value = codec.fold(
                    table, type_, texts, reading, act=hooks.act, session=hooks.session
                )
                return self._written(table, type_, value, is_state=True)
            case _:
                text = hooks.before(asked.texts[0])
                return self._written(
                    self._table, type_, codec.decode(self._table, type_, text, reading)
                )

    def _stream(self, asked: Input) -> StreamItems:
        pieces = [text.encode() if isinstance(text, str) else text for text in asked.texts]
        lines = (line for line in self._hooks.lines(pieces) if not streams.is_blank(line))
        found = (self._item(asked.type, line) for line in lines)
        return StreamItems(tuple(self._hooks.items([item for item in found if item])))

    def _item(self, name: str, line: bytes) -> Item | None:
        reading = Reading(self._hooks.choices)
        try:
            text = self._hooks.before(streams.as_text(line))
            value = self._hooks.line(self._table, name, text, reading)
        except streams.NoItem:
            return None
        except Refusal as refusal:
            return Refused(str(refusal))
        return self._written(self._table, self._table.streams[name].item, value)

    def _written(
        self, table: Profile, type_: str, value: Json, *, is_state: bool = False
    ) -> Understood:
        """Write a value; of a session, the state of each call."""
        kinds = table.folds[type_] if is_state else None
        after, state = self._hooks.after, self._hooks.state
        if kinds is None:
            value = after(type_, value)
        elif isinstance(kinds, Fold):
            value = state(type_, after(type_, value))
        else:
            calls = value.items()
            value = {id: state(kinds.state, after(kinds.state, call)) for id, call in calls}
        return Understood(self._hooks.spell(value))
