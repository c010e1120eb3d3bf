"""Numbers of parts and the terms bytes of OPEN (docs/protocol/negotiation.md, section 13.3)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from .layout import utf16

SHORT = 16
"""Hexadecimal digits of a fingerprint that travel in an answer."""


def sized(value: str) -> str:
    """Returns a text preceded by its length in UTF-8 bytes, and followed by a blank."""
    return f"{len(value.encode('utf-8'))}:{value} "


def in_order(parts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Returns parts with their fingerprints in the order of their keys as UTF-16 text."""
    return sorted(parts.items(), key=lambda part: utf16(part[0]))


def fingerprint(parts: Mapping[str, str]) -> str:
    """Returns the fingerprint over all parts; a part that travels as infoset has an empty one."""
    lines = "".join(f"{sized(key)}{sized(value)}\n" for key, value in in_order(parts))
    return hashlib.sha256(f"parley-data 1\n{lines}".encode()).hexdigest()


def mark(key: str, value: str) -> bytes:
    """Returns the mark of a part."""
    return hashlib.sha256(f"{key}\n{value[:SHORT]}".encode()).digest()[:4]


@dataclass(frozen=True, slots=True)
class Numbering:
    """Numbers of the parts that are typed on both sides, by key, and what OPEN says of them."""

    numbers: Mapping[str, int]
    terms: bytes


def number(own: Mapping[str, str], answered: str, listed: Mapping[str, str] | None) -> Numbering:
    """Returns the numbers for one's own parts, an answered fingerprint and the parts that the answer lists."""
    mine = fingerprint(own)
    if mine == answered:
        text = f"parley-numbers 1\n{sized('same')}{sized(mine)}\n"
        numbers = {key: i for i, (key, value) in enumerate(in_order(own)) if value}
        return Numbering(numbers, hashlib.sha256(text.encode()).digest()[:16])
    theirs = in_order(listed or {})
    numbers = {key: i for i, (key, value) in enumerate(theirs) if value and own.get(key, "")[:SHORT] == value}
    lines = "".join(f"{sized(key)}{sized(own[key][:SHORT] if key in numbers else '')}\n" for key, _ in theirs)
    digest = hashlib.sha256(f"parley-numbers 1\n{lines}".encode()).digest()[:16]
    bits = sum(1 << i for i in numbers.values()).to_bytes((len(theirs) + 7) // 8, "little")
    return Numbering(numbers, digest + len(theirs).to_bytes(2, "little") + bits)
