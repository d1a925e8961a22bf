"""The protocols that Toolwire knows, each revision a profile."""

from collections.abc import Mapping, Sequence

from . import acp_0_0_26, acp_v1, acp_v2, acp_v2_1_20, megacode, subc
from .profile import Profile
from .revisions import reconciled

PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        acp_v1.PROFILE,
        reconciled(acp_v2.PROFILE, acp_v2_1_20.PROFILE),
        reconciled(acp_v2_1_20.PROFILE, acp_v2.PROFILE),
        acp_0_0_26.PROFILE,
        megacode.PROFILE,
        subc.PROFILE,
    )
}
"""The profiles by name, the current protocols first."""

REVISIONS: Sequence[tuple[str, str]] = (("acp-v2", "acp-v2-1.20"),)
"""The profiles that are revisions of one protocol, the older first."""
