"""Heads of messages (docs/protocol/framing.md, section 5.5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import malformed
from .wire import Reader, text, varint

_KEPT, _REPRESENTATION, _ATTACHMENTS = 0x10, 0x20, 0x40
_MOST_HEADERS = 1_024


@dataclass(frozen=True, slots=True)
class Attachment:
    """A thing beside an envelope; its content, or the number of the side stream that has it."""

    id: str
    headers: tuple[tuple[str, str], ...]
    content: bytes | None
    side: int | None


@dataclass(frozen=True, slots=True)
class Head:
    """What stands in front of an envelope."""

    version: int
    status: int = 0
    representation: int = 0
    action: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    kept: tuple[int, ...] = ()
    attachments: tuple[Attachment, ...] = field(default=())


def write_head(head: Head) -> bytes:
    """Returns the bytes of a head without attachments."""
    flags = (_KEPT if head.kept else 0) | (_REPRESENTATION if head.representation else 0)
    out = bytearray((head.version | flags,))
    out += varint(head.status)
    if head.representation:
        out += varint(head.representation)
    out += text(head.action) + varint(len(head.headers))
    for name, value in head.headers:
        out += text(name) + text(value)
    if head.kept:
        out += varint(len(head.kept)) + b"".join(varint(number) for number in head.kept)
    return bytes(out)


def read_head(reader: Reader) -> Head:
    """Reads a head."""
    where = reader.where()
    first = reader.byte()
    version = first & 0x0F
    if version not in (1, 2) or first & 0x80:
        raise malformed("a head of version 1 or 2", f"{first:#04x}", where)
    status = reader.varint(999)
    representation = reader.varint(256) if first & _REPRESENTATION else 0
    action = reader.text(65_536)
    headers = _headers(reader)
    kept: tuple[int, ...] = ()
    if first & _KEPT:
        kept = tuple(reader.varint() for _ in range(_count(reader, _MOST_HEADERS)))
    attachments: tuple[Attachment, ...] = ()
    if first & _ATTACHMENTS:
        attachments = tuple(_attachment(reader) for _ in range(_count(reader, 1_024)))
    return Head(version, status, representation, action, headers, kept, attachments)


def _count(reader: Reader, most: int) -> int:
    where = reader.where()
    count = reader.count()
    if count > min(most, reader.remaining):
        raise malformed(f"at most {min(most, reader.remaining)}", f"{count}", where)
    return count


def _headers(reader: Reader) -> tuple[tuple[str, str], ...]:
    return tuple((reader.text(65_536), reader.text(65_536)) for _ in range(_count(reader, _MOST_HEADERS)))


def _attachment(reader: Reader) -> Attachment:
    name, headers = reader.text(65_536), _headers(reader)
    side = reader.varint()
    if side:
        return Attachment(name, headers, None, side - 1)
    return Attachment(name, headers, bytes(reader.take(reader.length())), None)
