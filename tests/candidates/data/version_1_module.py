"""An adapter of 2026 for version 1 of the candidate protocol. Never change it.

It is here so that adapters which were written once go on working with later Toolwires.
"""

import json

NAME = "last-year"
VERSION = "1.0"
PROFILES = {"acp-v2": ["ToolCallUpdate"]}


def decode(profile, type, text):
    if isinstance(text, bytes):
        raise ValueError("not UTF-8")
    update = json.loads(text)
    if type != "ToolCallUpdate":
        raise NotImplementedError
    if not isinstance(update, dict) or "toolCallId" not in update:
        raise ValueError("no toolCallId")
    return json.dumps(update)


def fold(profile, type, texts):
    state = {}
    for text in texts:
        state.update(json.loads(decode(profile, type, text)))
    return json.dumps(state)
