"""Lifetime of a certificate (RFC 5280, section 4.1.2.5), read from its DER form."""

from __future__ import annotations

from datetime import UTC, datetime

_UTC_TIME, _GENERALIZED_TIME, _VERSION = 0x17, 0x18, 0xA0


def is_current(der: bytes, now: datetime | None = None) -> bool:
    """Whether a time is within the lifetime of a certificate; what cannot be read is over."""
    try:
        certificate = _inside(der, 0)
        fields = _inside(certificate, 0)
        position = 0
        skipped = 3 if fields[0] != _VERSION else 4  # version, serial number, signature, issuer
        for _ in range(skipped):
            position = _element(fields, position)[1]
        validity = _inside(fields, position)
        begin, end = _time(validity, 0), _time(validity, _element(validity, 0)[1])
    except (IndexError, ValueError):
        return False
    return begin <= (now or datetime.now(UTC)) <= end


def _element(data: bytes, position: int) -> tuple[int, int]:
    """Returns where the content of an element begins, and where the element ends."""
    length = data[position + 1]
    start = position + 2
    if length & 0x80:
        count = length & 0x7F
        if not 0 < count <= 4:
            raise ValueError("a length that DER does not have")
        length = int.from_bytes(data[start : start + count], "big")
        start += count
    if start + length > len(data):
        raise ValueError("an element beyond the end")
    return start, start + length


def _inside(data: bytes, position: int) -> bytes:
    start, end = _element(data, position)
    return data[start:end]


def _time(data: bytes, position: int) -> datetime:
    text = _inside(data, position).decode("ascii")
    if data[position] == _UTC_TIME:
        text = ("19" if int(text[:2]) >= 50 else "20") + text
    elif data[position] != _GENERALIZED_TIME:
        raise ValueError("no time")
    return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)
