"""Dates, times and durations: their lexical forms and those of hhfr (docs/reference/hhfr.md, Values)."""

from __future__ import annotations

import re

from .errors import malformed
from .wire import Reader, varint, zigzag

_YEAR = r"(?P<year>-?[0-9]{4,})"
_MONTH, _DAY = r"(?P<month>[0-9]{2})", r"(?P<day>[0-9]{2})"
_TIME = r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})(?:\.(?P<fraction>[0-9]+))?"
_ZONE = r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?"

_FORMS = {
    "dateTime": f"{_YEAR}-{_MONTH}-{_DAY}T{_TIME}",
    "date": f"{_YEAR}-{_MONTH}-{_DAY}",
    "time": _TIME,
    "gYear": _YEAR,
    "gYearMonth": f"{_YEAR}-{_MONTH}",
    "gMonth": f"--{_MONTH}(?:--)?",
    "gMonthDay": f"--{_MONTH}-{_DAY}",
    "gDay": f"---{_DAY}",
}
_PATTERNS = {name: re.compile(form + _ZONE) for name, form in _FORMS.items()}
_SMALL = {"month": (1, 12), "day": (1, 31), "hour": (0, 24), "minute": (0, 59), "second": (0, 59)}
_FIELDS = ("year", "month", "day", "hour", "minute", "second", "fraction", "zone")
_MOST_SCALE = 65_536
_MOST_BYTES = 65_536

_DURATION = re.compile(
    r"(?P<sign>-)?P(?=.)(?:(?P<years>[0-9]+)Y)?(?:(?P<months>[0-9]+)M)?(?:(?P<days>[0-9]+)D)?"
    r"(?:T(?=.)(?:(?P<hours>[0-9]+)H)?(?:(?P<minutes>[0-9]+)M)?(?:(?P<seconds>[0-9]+(?:\.[0-9]+)?)S)?)?"
)
_PARTS = (("years", "Y"), ("months", "M"), ("days", "D"), ("hours", "H"), ("minutes", "M"))
_NEGATIVE = 1 << 6


def write_integer(number: int) -> bytes:
    """Returns a number as its length and two's complement, most significant byte first."""
    length = (number if number >= 0 else ~number).bit_length() // 8 + 1
    if length > _MOST_BYTES:
        raise ValueError("an integer that is too long")
    return varint(length) + number.to_bytes(length, "big", signed=True)


def read_integer(reader: Reader) -> int:
    """Reads what `write_integer` writes."""
    where = reader.where()
    length = reader.length()
    if not 0 < length <= _MOST_BYTES:
        raise malformed(f"an integer of 1 to {_MOST_BYTES} bytes", f"{length}", where)
    return int.from_bytes(reader.take(length), "big", signed=True)


def write_decimal(lexical: str) -> bytes:
    """Returns a decimal, which keeps its scale."""
    match = re.fullmatch(r"([+-]?)([0-9]*)(?:\.([0-9]*))?", lexical)
    if match is None or not (match[2] or match[3]):
        raise ValueError("not a decimal")
    fraction = match[3] or ""
    if len(fraction) > _MOST_SCALE or len(match[2]) > _MOST_SCALE:
        raise ValueError("a decimal that is too long")
    return varint(len(fraction)) + write_integer(_parse_int(match[1] + match[2] + fraction))


def read_decimal(reader: Reader) -> str:
    """Reads what `write_decimal` writes."""
    scale = reader.varint(_MOST_SCALE)
    number = read_integer(reader)
    digits = format_int(abs(number))
    sign = "-" if number < 0 else ""
    if not scale:
        return sign + digits
    digits = digits.rjust(scale + 1, "0")
    return f"{sign}{digits[:-scale]}.{digits[-scale:]}"


def write_calendar(kind: str, lexical: str) -> bytes:
    """Returns a date or time of a built-in type."""
    match = _PATTERNS[kind].fullmatch(lexical)
    if match is None:
        raise ValueError(f"not of type {kind}")
    found = match.groupdict()
    mask = 0
    out = bytearray()
    for bit, name in enumerate(_FIELDS):
        value = found.get(name)
        if value is None:
            continue
        mask |= 1 << bit
        if name == "year":
            out += write_integer(int(value))
        elif name == "fraction":
            out += write_decimal("0." + value)
        elif name == "zone":
            out += zigzag(_minutes(value))
        else:
            least, most = _SMALL[name]
            if not least <= int(value) <= most:
                raise ValueError(f"not of type {kind}")
            out += zigzag(int(value))
    return varint(mask) + bytes(out)


def read_calendar(kind: str, reader: Reader) -> str:
    """Reads what `write_calendar` writes, as a text of the built-in type."""
    mask = reader.varint(0xFF)
    found: dict[str, int] = {}
    fraction = ""
    for bit, name in enumerate(_FIELDS):
        if not mask >> bit & 1:
            continue
        if name == "year":
            found[name] = read_integer(reader)
        elif name == "fraction":
            fraction = read_decimal(reader).partition(".")[2]
        else:
            found[name] = reader.zigzag()
    return _lexical(kind, found, fraction)


def _lexical(kind: str, found: dict[str, int], fraction: str) -> str:
    year, month, day = found.get("year", 1), found.get("month", 1), found.get("day", 1)
    shown = f"{'-' if year < 0 else ''}{format_int(abs(year)).rjust(4, '0')}"
    time = f"{found.get('hour', 0):02}:{found.get('minute', 0):02}:{found.get('second', 0):02}"
    time += "." + fraction if fraction else ""
    texts = {
        "dateTime": f"{shown}-{month:02}-{day:02}T{time}",
        "date": f"{shown}-{month:02}-{day:02}",
        "time": time,
        "gYear": shown,
        "gYearMonth": f"{shown}-{month:02}",
        "gMonth": f"--{month:02}",
        "gMonthDay": f"--{month:02}-{day:02}",
        "gDay": f"---{day:02}",
    }
    zone = found.get("zone")
    if zone is None:
        return texts[kind]
    if not zone:
        return texts[kind] + "Z"
    return f"{texts[kind]}{'-' if zone < 0 else '+'}{abs(zone) // 60:02}:{abs(zone) % 60:02}"


def _minutes(zone: str) -> int:
    if zone == "Z":
        return 0
    minutes = int(zone[1:3]) * 60 + int(zone[4:6])
    if minutes > 14 * 60:
        raise ValueError("a time zone beyond 14 hours")
    return -minutes if zone[0] == "-" else minutes


def write_duration(lexical: str) -> bytes:
    """Returns a duration."""
    match = _DURATION.fullmatch(lexical)
    if match is None or not any(match[name] for name, _ in (*_PARTS, ("seconds", "S"))):
        raise ValueError("not a duration")
    mask = _NEGATIVE if match["sign"] else 0
    out = bytearray()
    for bit, (name, _) in enumerate(_PARTS):
        if match[name] is not None:
            mask |= 1 << bit
            out += write_integer(_parse_int(match[name]))
    if match["seconds"] is not None:
        mask |= 1 << 5
        out += write_decimal(match["seconds"])
    return varint(mask) + bytes(out)


def read_duration(reader: Reader) -> str:
    """Reads what `write_duration` writes."""
    mask = reader.varint(0x7F)
    texts = ["", ""]
    for bit, (_, letter) in enumerate(_PARTS):
        if mask >> bit & 1:
            texts[bit >= 3] += f"{format_int(read_integer(reader))}{letter}"
    if mask >> 5 & 1:
        texts[1] += f"{read_decimal(reader)}S"
    if not texts[0] and not texts[1]:
        texts[1] = "0S"
    return f"{'-' if mask & _NEGATIVE else ''}P{texts[0]}{'T' + texts[1] if texts[1] else ''}"


def _parse_int(digits: str) -> int:
    if len(digits) < 4_000:
        return int(digits)
    sign = digits[0] if digits[0] in "+-" else ""
    number = 0
    body = digits[len(sign) :]
    for start in range(0, len(body), 4_000):
        piece = body[start : start + 4_000]
        number = number * 10 ** len(piece) + int(piece)
    return -number if sign == "-" else number


def format_int(number: int) -> str:
    """Returns the decimal digits of a number, of any length."""
    if number.bit_length() < 13_000:
        return str(number)
    sign, number, pieces = "-" if number < 0 else "", abs(number), []
    base = 10**4_000
    while number:
        number, piece = divmod(number, base)
        pieces.append(str(piece).rjust(4_000, "0"))
    return sign + "".join(reversed(pieces)).lstrip("0")


def parse_int(lexical: str) -> int:
    """Returns the number that a text of XML Schema's integers stands for."""
    if re.fullmatch(r"[+-]?[0-9]+", lexical) is None or len(lexical) > 160_000:
        raise ValueError("not an integer")
    return _parse_int(lexical)
