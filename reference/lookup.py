"""Profiles and types by their names, with an error that says what comes near."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from .profile import Profile
from .registry import PROFILES
from .shapes import Shape

T = TypeVar("T")


def near(name: str, known: Iterable[str]) -> list[str]:
    """Give what comes near `name`, the nearest first."""
    return get_close_matches(name, list(known), n=3, cutoff=0.4)


def look_up(known: Mapping[str, T], name: str, mistake: str) -> T:
    """Give what is known by `name`.

    Raises LookupError otherwise: `mistake` with the name, and what comes near it.
    """
    if name in known:
        return known[name]
    found = near(str(name), known)
    hint = f"near it: {', '.join(found)}" if found else f"known: {', '.join(known) or 'none'}"
    raise LookupError(f"{mistake} {name!r}; {hint}")


def find_profile(profile: Profile | str) -> Profile:
    """Give the profile of that name; one that is a profile already is left as it is.

    Raises LookupError, naming those that come near.
    """
    if isinstance(profile, Profile):
        return profile
    return look_up(PROFILES, profile, "there is no profile")


def find_type(profile: Profile, type_: str) -> Shape:
    """Give the shape of a type of `profile`. Raises LookupError, naming those that come near."""
    return look_up(profile.types, type_, f"{profile.name} has no type")
