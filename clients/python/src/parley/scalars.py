"""Simple values: texts of XML to bytes of hhfr and back (docs/reference/hhfr.md, Values)."""

from __future__ import annotations

import base64
import binascii
import math
import struct
from collections.abc import Callable, Mapping

from . import calendar
from .errors import malformed
from .layout import Scalar, Simple
from .wire import Reader, text, varint

Prefixes = Mapping[str | None, str]
"""Namespaces by prefix, as elements of lxml have them."""

BLANKS = " \t\r\n"
_RANGES = {"b": (-(2**7), 2**7), "h": (-(2**15), 2**15), "i": (-(2**31), 2**31), "q": (-(2**63), 2**63)}
_RANGES |= {"B": (0, 2**8), "H": (0, 2**16), "I": (0, 2**32)}
_CODECS = {"": "utf-8", "LATIN_1": "latin-1", "UTF_16": "utf-16-be"}
_SPECIAL = {"INF": math.inf, "+INF": math.inf, "-INF": -math.inf, "NaN": math.nan}


def write(simple: Simple, lexical: str, prefixes: Prefixes) -> bytes:
    """Returns the bytes of a value that stands in XML as this text; ValueError if its type does not allow it."""
    if not simple.is_list:
        return _write_one(simple, lexical, prefixes)
    items = lexical.split()
    return varint(len(items)) + b"".join(_write_one(simple, item, prefixes) for item in items)


def read(simple: Simple, reader: Reader, sides: Callable[[int], bytes], bind: Callable[[str, str], str]) -> str:
    """Returns the text that a value has in XML; `bind` declares a prefix for a namespace and returns the prefix."""
    if not simple.is_list:
        return _read_one(simple, reader, sides, bind)
    where = reader.where()
    count = reader.count()
    if count > reader.remaining:
        raise malformed(f"at most {reader.remaining} values", f"{count}", where)
    return " ".join(_read_one(simple, reader, sides, bind) for _ in range(count))


def _write_one(simple: Simple, lexical: str, prefixes: Prefixes) -> bytes:
    scalar = simple.scalar
    if scalar is Scalar.STRING:
        encoded = lexical.encode(_CODECS[simple.encoding])
        return _sized(simple, encoded)
    lexical = lexical.strip(BLANKS)
    if scalar is Scalar.BOOLEAN:
        return _boolean(lexical)
    if scalar in (Scalar.FLOAT, Scalar.DOUBLE):
        return struct.pack((">" if simple.big else "<") + scalar.code, _parse_float(lexical))
    if scalar.code:
        number = calendar.parse_int(lexical)
        least, beyond = _RANGES[scalar.code]
        if not least <= number < beyond:
            raise ValueError(f"{scalar.name} is from {least} to {beyond - 1}")
        return struct.pack((">" if simple.big else "<") + scalar.code, number)
    if scalar is Scalar.BASE64_BINARY:
        content = base64.b64decode("".join(lexical.split()), validate=True)
        return _sized(simple, content, doubled=True)
    return _OTHERS[scalar](simple, lexical, prefixes)


def _sized(simple: Simple, content: bytes, doubled: bool = False) -> bytes:
    if simple.length is None:
        return varint(len(content) * 2 if doubled else len(content)) + content
    if len(content) != simple.length:
        raise ValueError(f"a value of {len(content)} bytes where {simple.length} are fixed")
    return content


def _boolean(lexical: str) -> bytes:
    if lexical in ("true", "1"):
        return b"\x01"
    if lexical in ("false", "0"):
        return b"\x00"
    raise ValueError("not a boolean")


def _parse_float(lexical: str) -> float:
    if lexical in _SPECIAL:
        return _SPECIAL[lexical]
    if not lexical or lexical[-1] not in "0123456789." or "_" in lexical:
        raise ValueError("not a number")
    return float(lexical)


def _hex(simple: Simple, lexical: str, _: Prefixes) -> bytes:
    return _sized(simple, binascii.unhexlify(lexical))


def _qname(_: Simple, lexical: str, prefixes: Prefixes) -> bytes:
    prefix, colon, name = lexical.rpartition(":")
    namespace = prefixes.get(prefix or None)
    if namespace is None and prefix == "xml":
        namespace = "http://www.w3.org/XML/1998/namespace"
    if not name or (colon and not prefix) or (prefix and namespace is None):
        raise ValueError("a qualified name without a namespace")
    return text(namespace or "") + text(name) + text(prefix)


_OTHERS: dict[Scalar, Callable[[Simple, str, Prefixes], bytes]] = {
    Scalar.INTEGER: lambda _, lexical, __: calendar.write_integer(calendar.parse_int(lexical)),
    Scalar.DECIMAL: lambda _, lexical, __: calendar.write_decimal(lexical),
    Scalar.HEX_BINARY: _hex,
    Scalar.CALENDAR: lambda simple, lexical, _: calendar.write_calendar(simple.calendar, lexical),
    Scalar.DURATION: lambda _, lexical, __: calendar.write_duration(lexical),
    Scalar.QNAME: _qname,
}


def _read_one(simple: Simple, reader: Reader, sides: Callable[[int], bytes], bind: Callable[[str, str], str]) -> str:
    scalar = simple.scalar
    if scalar is Scalar.STRING:
        return _read_text(simple, reader)
    if scalar is Scalar.BOOLEAN:
        return _read_boolean(reader)
    if scalar.code:
        order = ">" if simple.big else "<"
        number = struct.unpack(order + scalar.code, reader.take(struct.calcsize(order + scalar.code)))[0]
        return format_float(number, scalar is Scalar.FLOAT) if isinstance(number, float) else str(number)
    if scalar is Scalar.QNAME:
        namespace, name, prefix = reader.text(), reader.text(), reader.text()
        bound = bind(prefix, namespace)
        return f"{bound}:{name}" if bound else name
    if scalar is Scalar.BASE64_BINARY:
        return base64.b64encode(_read_binary(simple, reader, sides)).decode("ascii")
    return _READ[scalar](simple, reader)


_READ: dict[Scalar, Callable[[Simple, Reader], str]] = {
    Scalar.INTEGER: lambda _, reader: calendar.format_int(calendar.read_integer(reader)),
    Scalar.DECIMAL: lambda _, reader: calendar.read_decimal(reader),
    Scalar.CALENDAR: lambda simple, reader: calendar.read_calendar(simple.calendar, reader),
    Scalar.DURATION: lambda _, reader: calendar.read_duration(reader),
    Scalar.HEX_BINARY: lambda simple, reader: (
        reader.take(reader.length() if simple.length is None else simple.length).hex().upper()
    ),
}


def _read_boolean(reader: Reader) -> str:
    where = reader.where()
    value = reader.byte()
    if value > 1:
        raise malformed("0 or 1", f"{value}", where)
    return "true" if value else "false"


def _read_text(simple: Simple, reader: Reader) -> str:
    where = reader.where()
    content = reader.take(reader.length() if simple.length is None else simple.length)
    try:
        return str(content, _CODECS[simple.encoding])
    except UnicodeDecodeError:
        raise malformed(f"text in {simple.encoding or 'UTF-8'}", "other bytes", where) from None


def _read_binary(simple: Simple, reader: Reader, sides: Callable[[int], bytes]) -> memoryview | bytes:
    if simple.length is not None:
        return reader.take(simple.length)
    where = reader.where()
    head = reader.varint()
    if not head & 1:
        if head >> 1 > reader.remaining:
            raise malformed(f"at most {reader.remaining} bytes", f"{head >> 1}", where)
        return reader.take(head >> 1)
    for _ in range(2):
        if any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 for c in reader.text(4_096)):
            raise malformed("a content type and a name without control characters", "one", where)
    return reader.take(reader.length()) if head == 1 else sides((head - 3) >> 1)


def format_float(number: float, single: bool) -> str:
    """Returns the shortest text of XML Schema that stands for a double, or for a float."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "INF" if number > 0 else "-INF"
    if not single:
        return repr(number)
    packed = struct.pack("<f", number)
    for digits in range(6, 9):
        shown = f"{number:.{digits}g}"
        if struct.pack("<f", float(shown)) == packed:
            return repr(float(shown))
    return repr(float(f"{number:.9g}"))
