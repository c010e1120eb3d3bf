"""Offers, answers and the digest over both (docs/protocol/negotiation.md, sections 13.2 and 13.4)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .layout import utf16
from .numbering import in_order, sized

Operations = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a client asks for; choices are best first."""

    id: str
    endpoint: str
    representations: tuple[str, ...]
    channels: tuple[str, ...]
    securities: tuple[str, ...]
    limits: Mapping[str, int]
    fingerprint: str
    compressions: tuple[str, ...] = ("none",)
    reliabilities: tuple[str, ...] = ("none",)
    operations: Operations = ()
    lifetime: int = 3_600
    context_stores: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    version: int = 1


@dataclass(frozen=True, slots=True)
class Address:
    """Where a channel is; without a host at that of the service."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service agrees to."""

    id: str
    offer: str
    representation: str
    channel: str
    security: str
    limits: Mapping[str, int]
    lifetime: int
    fingerprint: str
    token: bytes = field(repr=False)
    addresses: tuple[Address, ...] = ()
    certificate: str = ""
    compression: str = "none"
    reliability: str = "none"
    operations: Operations = ()
    context_store: str = ""
    headers: tuple[str, ...] = ()
    parts: Mapping[str, str] | None = None
    version: int = 1


def digest_text(offer: Offer, answer: Answer) -> str:
    """Returns the text that the digest is over."""
    listed = in_order(answer.parts or {})
    lines = [
        f"parley-terms {answer.version}",
        _one("offer.version", offer.version),
        _one("offer.id", offer.id),
        _one("offer.endpoint", offer.endpoint),
        _many("offer.representations", offer.representations),
        *(_many("offer.operations", (name, *choices)) for name, choices in offer.operations),
        _many("offer.channels", offer.channels),
        _many("offer.securities", offer.securities),
        _many("offer.compressions", offer.compressions),
        _many("offer.reliabilities", offer.reliabilities),
        *_limits("offer", offer.limits),
        _one("offer.lifetime", offer.lifetime),
        _many("offer.contextStores", offer.context_stores),
        _many("offer.headers", offer.headers),
        _one("offer.fingerprint", offer.fingerprint),
        _one("answer.id", answer.id),
        _one("answer.offer", answer.offer),
        _one("answer.representation", answer.representation),
        *(_many("answer.operations", (name, *choices)) for name, choices in answer.operations),
        _one("answer.channel", answer.channel),
        _many("answer.addresses", map(str, answer.addresses)),
        _one("answer.security", answer.security),
        _one("answer.certificate", answer.certificate),
        _one("answer.compression", answer.compression),
        _one("answer.reliability", answer.reliability),
        *_limits("answer", answer.limits),
        _one("answer.lifetime", answer.lifetime),
        _one("answer.contextStore", answer.context_store),
        _many("answer.headers", answer.headers),
        _one("answer.fingerprint", answer.fingerprint),
        _many("answer.parts.keys", (key for key, _ in listed)),
        _many("answer.parts.fingerprints", (value for _, value in listed)),
    ]
    return "".join(line + "\n" for line in lines)


def digest(offer: Offer, answer: Answer) -> bytes:
    """Returns the digest of what was agreed on."""
    return hashlib.sha256(digest_text(offer, answer).encode("utf-8")).digest()


def _one(name: str, value: object) -> str:
    return sized(name) + sized(str(value))


def _many(name: str, values: Iterable[str]) -> str:
    found = list(values)
    return f"{sized(name)}{len(found)} " + "".join(sized(value) for value in found)


def _limits(side: str, limits: Mapping[str, int]) -> tuple[str, str]:
    names = sorted(limits, key=utf16)
    return _many(f"{side}.limits", names), _many(f"{side}.limits.values", (str(limits[name]) for name in names))
