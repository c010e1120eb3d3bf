"""Documents in bnux (docs/reference/bnux.md, Page)."""

from __future__ import annotations

import struct
import zlib

from lxml import etree

from .budget import Weight
from .errors import limit_error, malformed
from .limits import Limits
from .tokens import PAGE_WEIGHT, TokenReader, TokenWriter, read_symbols
from .wire import Reader
from .xmltext import XmlWriter

MAGIC = b"\xe0\x01\xdf\xfe"
_PLAIN, _DEFLATED, _PAGE = 0x07, 0xF9, 0x07
_TABLE = struct.Struct(">iii")


def write_document(root: etree._Element) -> bytes:
    """Returns an element as a document of its own."""
    writer = TokenWriter()
    writer.symbol("")
    out = bytearray(MAGIC + bytes((_PLAIN,)))
    is_first = True
    for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            writer.start(node)
            writer.text(node.text)
            continue
        if event == "end":
            if writer.weight >= PAGE_WEIGHT and node is not root:
                out += _page(writer, is_first, False)
                is_first = False
            writer.end()
        else:
            writer.other(node)
        if node is not root:
            writer.text(node.tail)
    out += _page(writer, is_first, True)
    return bytes(out)


def _page(writer: TokenWriter, is_first: bool, is_last: bool) -> bytes:
    symbols = b"".join(symbol.encode("utf-8") + b"\0" for symbol in writer.fresh)
    units = sum(len(symbol.encode("utf-16-be")) // 2 + 1 for symbol in writer.fresh)
    body = _TABLE.pack(len(writer.fresh), units, len(symbols)) + symbols
    body += MAGIC + (bytes(4) if is_first else b"")
    body += writer.tokens
    writer.tokens.clear()
    writer.fresh.clear()
    writer.new_page()
    return bytes((_PAGE,)) + struct.pack(">i", -len(body) if is_last else len(body)) + body


def read_document(reader: Reader, limits: Limits, weight: Weight) -> str:
    """Reads a document and returns it as text of XML."""
    out = XmlWriter(limits, weight)
    tokens = TokenReader(out, limits)
    if bytes(reader.take(4)) != MAGIC:
        raise malformed("the magic of bnux", "other bytes", reader.where())
    version = reader.byte()
    if version not in (_PLAIN, _DEFLATED):
        raise malformed("version 7 of bnux", f"{version}", reader.where())
    inflated, is_first, is_last = 0, True, False
    while not is_last:
        if reader.byte() != _PAGE:
            raise malformed("a page", "another byte", reader.where())
        (size,) = struct.unpack(">i", reader.take(4))
        is_last = size < 0
        body = reader.take(abs(size))
        if version == _DEFLATED:
            content = _inflate(body, limits.message_bytes - inflated, limits)
            inflated += len(content)
            body = memoryview(content)
        _read_page(Reader(body), tokens, limits, is_first)
        if out.depth == 0 and not is_last:
            raise malformed("pages that end inside the root", "another", reader.where())
        is_first = False
    if reader.remaining:
        raise malformed("the end of the message", f"{reader.remaining} bytes more", reader.where())
    return out.result()


def _inflate(body: memoryview, most: int, limits: Limits) -> bytes:
    inflater = zlib.decompressobj()
    try:
        content = inflater.decompress(body, most + 1)
    except zlib.error:
        raise malformed("a zlib stream", "other bytes", "a page") from None
    if len(content) > most:
        raise limit_error("parley.limits.message-bytes", limits.message_bytes, len(content), "a page")
    if not inflater.eof or inflater.unused_data:
        raise malformed("the end of a zlib stream", "another", "a page")
    return content


def _read_page(page: Reader, tokens: TokenReader, limits: Limits, is_first: bool) -> None:
    count, units, size = _TABLE.unpack(page.take(_TABLE.size))
    if not 0 <= count <= units <= size <= page.remaining:
        raise malformed("a table of symbols within its page", "another", page.where())
    tokens.symbols = read_symbols(page.take(size), count, limits)
    if sum(len(symbol.encode("utf-16-be")) // 2 + 1 for symbol in tokens.symbols) != units:
        raise malformed(f"{units} units of symbols", "another number", page.where())
    if bytes(page.take(4)) != MAGIC:
        raise malformed("the magic of bnux behind a table of symbols", "other bytes", page.where())
    if is_first and int.from_bytes(page.take(4), "big") >= max(count, 1):
        raise malformed("a base among the symbols", "another index", page.where())
    tokens.read(page, page.end, 0, lambda: False)
