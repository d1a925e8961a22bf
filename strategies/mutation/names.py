"""Near names: what a member or a word could be called by mistake."""

import re
from random import Random

from toolwire.reference import dumps
from toolwire.reference.texts import SPECIAL_NAMES

from ..values import UNKNOWN_MEMBER, UNKNOWN_WORDS

STRANGE = (UNKNOWN_MEMBER, *UNKNOWN_WORDS, *SPECIAL_NAMES, "", "$ref", "_meta")
"""Names that no table has, or that a library could stumble over."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TURKISH = str.maketrans("iIkaeo", "ıİ\u212aаеο")


def near(random: Random, name: str) -> str:
    """Give a name that is nearly `name`: of another case or style, a letter off, or alike."""
    if not name:
        return " "
    at = int(random.random() * len(name))
    letter = chr(97 + int(random.random() * 26))
    choices = (
        name.upper(),
        name.lower(),
        name.swapcase(),
        name[0].upper() + name[1:],
        _HUMP.sub("_", name).lower(),
        _HUMP.sub("-", name).lower(),
        re.sub("[_-](.)", lambda found: found[1].upper(), name),
        name.replace("_", "-"),
        name + "s",
        name.removesuffix("s"),
        name[:at] + name[at + 1 :],
        name[:at] + letter + name[at + 1 :],
        name[:at] + letter + name[at:],
        name[: at + 1] + name[at:],
        f"{name} ",
        f" {name}",
        f"_{name}",
        f"{name}\x00",
        name.translate(_TURKISH),
    )
    others = [each for each in choices if each != name]
    return others[int(random.random() * len(others))]


def escaped_somewhere(random: Random, quoted: str) -> str:
    """Spell one character of a string with an escape that means the same; `quoted` has quotes."""
    plain = [at for at in range(1, len(quoted) - 1) if quoted[at].isascii()]
    plain = [at for at in plain if quoted[at] != "\\" and "\\" not in quoted[max(at - 5, 0) : at]]
    if not plain:
        return quoted
    at = plain[int(random.random() * len(plain))]
    digits = f"{ord(quoted[at]):04x}"
    spelled = f"\\u{digits.upper() if random.getrandbits(1) else digits}"
    if quoted[at] == "/" and random.getrandbits(1):
        spelled = "\\/"
    return quoted[:at] + spelled + quoted[at + 1 :]


def quoted_near(random: Random, quoted: str) -> str:
    """Give a near name of what a string means, as far as it has no escapes; with quotes."""
    return dumps(near(random, quoted[1:-1]))
