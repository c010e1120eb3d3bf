"""Limits of docs/protocol/framing.md, section 11."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

PREFIX = "parley.limits."

_AGREED = frozenset(
    [
        "frame-bytes",
        "message-bytes",
        "session-bytes",
        "streams",
        "stream-credit",
        "session-credit",
        "sides",
        "side-bytes",
        "delta-bytes",
        "resend-bytes",
        "resume-millis",
        "depth",
        "items",
        "string-bytes",
        "names",
        "attributes",
        "static-headers",
        "static-header-bytes",
    ]
)

MOST = 2**31 - 1
"""The most credit that a side ever has."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one client; a field is the setting of that name with `parley.limits.` in front."""

    frame_bytes: int = 262_144
    opening_bytes: int = 2_048
    message_bytes: int = 67_108_864
    session_bytes: int = 134_217_728
    total_bytes: int = 536_870_912
    object_bytes: int = 2_147_483_648
    streams: int = 1_024
    stream_credit: int = 1_572_864
    session_credit: int = 8_388_608
    sides: int = 128
    side_bytes: int = 1_073_741_824
    side_idle_millis: int = 60_000
    delta_bytes: int = 4_194_304
    resend_bytes: int = 8_388_608
    resume_millis: int = 120_000
    depth: int = 100
    items: int = 10_000_000
    string_bytes: int = 67_108_864
    names: int = 10_000
    attributes: int = 500
    static_headers: int = 64
    static_header_bytes: int = 65_536
    negotiation_bytes: int = 65_536
    schema_bytes: int = 4_194_304
    schema_components: int = 50_000
    open_millis: int = 5_000
    frame_rate: int = 1_024
    control_rate: int = 10_000
    stall_millis: int = 60_000
    keep_alive_millis: int = 30_000

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or value < 1:
                raise ValueError(f"{PREFIX}{_setting(field.name)}: expected a number from 1, found {value!r}")

    def agreed(self) -> dict[str, int]:
        """Returns the limits that travel in an offer, by setting, in the order of their names."""
        named = {_setting(field.name): int(getattr(self, field.name)) for field in fields(self)}
        return {PREFIX + name: named[name] for name in sorted(named) if name in _AGREED}

    def narrowed(self, answered: Mapping[str, int]) -> Limits:
        """Returns these limits with the smaller values of an answer."""
        values = {field.name: int(getattr(self, field.name)) for field in fields(self)}
        for name in values:
            setting = _setting(name)
            if setting in _AGREED and PREFIX + setting in answered:
                values[name] = min(values[name], answered[PREFIX + setting])
        return Limits(**values)


def _setting(field: str) -> str:
    return field.replace("_", "-")
