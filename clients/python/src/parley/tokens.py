"""Tokens of bnux (docs/reference/bnux.md): written from elements of lxml, read into text of XML."""

from __future__ import annotations

import struct
from collections.abc import Callable

from lxml import etree

from .errors import ErrorCode, ParleyError, limit_error, malformed
from .limits import Limits
from .wire import Reader
from .xmltext import XML_NAMESPACE, Attribute, XmlWriter

TEXT, ATTRIBUTE, START, END, COMMENT, DECLARATION, INSTRUCTION, DOCTYPE = range(8)
PAGE_WEIGHT = 65_536
_CDATA_TYPE = 1


class TokenWriter:
    """Tokens of one page and the symbols that they name, in the order of their first use."""

    def __init__(self, scope: dict[str, str] | None = None) -> None:
        self.scopes: list[dict[str, str]] = [scope or {"": "", "xml": XML_NAMESPACE}]
        self.tokens = bytearray()
        self.fresh: list[str] = []
        self.weight = 0
        self._symbols: dict[str | tuple[str, str], int] = {}

    def new_page(self) -> None:
        """Begins a page with a table of its own."""
        self._symbols.clear()
        self.weight = 0

    def symbol(self, value: str | tuple[str, str]) -> int:
        """Returns the number of a text, or of a name with prefix."""
        number = self._symbols.get(value)
        if number is None:
            shown = value if isinstance(value, str) else ":".join(value)
            if "\0" in shown:
                raise ValueError("a character that XML cannot have")
            number = self._symbols[value] = len(self._symbols)
            self.fresh.append(shown)
            self.weight += len(shown.encode("utf-16-be")) // 2 + 1
        return number

    def start(self, node: etree._Element) -> None:
        """Writes the start tag of an element with its attributes and declarations."""
        around = self.scopes[-1]
        namespace, local = split(node.tag)
        said = {node.prefix or "": namespace}
        self._name(START, node.prefix or "", local, namespace)
        nsmap = node.nsmap
        for name, value in node.attrib.items():
            uri, local = split(str(name))
            prefix = _attribute_prefix(node, str(name), uri, nsmap) if uri else ""
            if uri:
                said[prefix] = uri
            self._name(ATTRIBUTE, prefix, local, uri)
            self.weight += 1
            self._indexed(TEXT, self.symbol(str(value)))
            self.tokens.append(_CDATA_TYPE)
        scope = {**around, **said}
        for found, uri in nsmap.items():
            prefix = found or ""
            if scope.get(prefix) != uri and prefix not in said:
                self._pair(DECLARATION, self.symbol(prefix), self.symbol(uri))
                scope[prefix] = uri
        self.scopes.append(scope)

    def end(self) -> None:
        """Writes an end tag."""
        self.scopes.pop()
        self.tokens.append(END)
        self.weight += 1

    def text(self, value: str | None) -> None:
        """Writes text, unless there is none."""
        if value:
            self._indexed(TEXT, self.symbol(value))
            self.weight += 1

    def other(self, node: etree._Element) -> None:
        """Writes a comment or a processing instruction."""
        if isinstance(node, etree._Comment):
            self._indexed(COMMENT, self.symbol(node.text or ""))
            self.weight += 1
        elif isinstance(node, etree._ProcessingInstruction):
            target = str(node.target)
            self._pair(INSTRUCTION, self.symbol(target), self.symbol(node.text or ""))
        else:
            raise ValueError("an entity")

    def _name(self, kind: int, prefix: str, local: str, namespace: str) -> None:
        number = self.symbol((prefix, local) if prefix else local)
        if namespace:
            self._pair(kind, number, self.symbol(namespace))
        else:
            if number < 16:
                self.tokens.append(number << 4 | 0x08 | kind)
            else:
                width, packed = _packed(number)
                self.tokens.append(0x80 | width << 4 | kind)
                self.tokens += packed
            self.weight += 2

    def _pair(self, kind: int, first: int, second: int) -> None:
        one, packed = _packed(first)
        two, behind = _packed(second)
        self.tokens.append(two << 6 | one << 4 | kind)
        self.tokens += packed + behind
        self.weight += 3

    def _indexed(self, kind: int, number: int) -> None:
        if number < 16:
            self.tokens.append(number << 4 | 0x08 | kind)
        else:
            width, packed = _packed(number)
            self.tokens.append(width << 4 | kind)
            self.tokens += packed
        self.weight += 1


class TokenReader:
    """Reads tokens with the symbols of their page into text of XML, and checks each."""

    def __init__(self, out: XmlWriter, limits: Limits) -> None:
        self.symbols: list[str] = []
        self.out = out
        self.ended = False
        self._limits = limits
        self._uses = 0

    def read(self, reader: Reader, end: int, floor: int, closed: Callable[[], bool]) -> None:
        """Reads the tokens up to a byte; elements below the floor stay open, and nothing follows what is `closed`."""
        tag: tuple[str, str] | None = None
        attributes: list[Attribute] = []
        declarations: list[tuple[str, str]] = []
        while reader.position < end:
            token = reader.byte()
            kind = token & 7
            if kind == ATTRIBUTE and tag is not None:
                attributes.append(self._attribute(reader, token))
            elif kind == DECLARATION and tag is not None and not token & 8:
                declarations.append((self._index(reader, token >> 4), self._index(reader, token >> 6)))
            else:
                if tag is not None:
                    self.out.start(*tag, attributes, declarations)
                    tag, attributes, declarations = None, [], []
                if closed():
                    raise malformed("nothing behind the element", "a token", reader.where())
                if kind == START:
                    tag = self._name(reader, token)
                else:
                    self._other(reader, token, kind, floor)
            if reader.position > end:
                raise malformed("the end of the tokens", "a token beyond it", reader.where())
        if tag is not None:
            self.out.start(*tag, attributes, declarations)

    def _other(self, reader: Reader, token: int, kind: int, floor: int) -> None:
        if kind == TEXT:
            self.out.text(self._single(reader, token))
        elif kind == END:
            if token != END or self.out.depth <= floor:
                raise malformed("an open element", "an end", reader.where())
            self.out.end()
        elif kind == COMMENT:
            self.out.comment(self._single(reader, token))
        elif kind == INSTRUCTION and not token & 8:
            self.out.instruction(self._index(reader, token >> 4), self._index(reader, token >> 6))
        elif token == DOCTYPE:
            raise ParleyError(ErrorCode.XML_REFUSED, f"expected no document type, found one at {reader.where()}")
        else:
            raise malformed("a token", f"{token:#04x}", reader.where())

    def _attribute(self, reader: Reader, token: int) -> Attribute:
        name, namespace = self._name(reader, token)
        value = reader.byte()
        if value & 7 != TEXT:
            raise malformed("the value of an attribute", f"{value:#04x}", reader.where())
        shown = self._single(reader, value)
        if reader.byte() > 10:
            raise malformed("a type of attributes", "another", reader.where())
        return name, namespace, shown

    def _name(self, reader: Reader, token: int) -> tuple[str, str]:
        if token & 8:
            return self._use(token >> 4, reader), ""
        name = self._index(reader, token >> 4)
        return name, "" if token >> 6 == 2 else self._index(reader, token >> 6)

    def _single(self, reader: Reader, token: int) -> str:
        if token & 8:
            return self._use(token >> 4, reader)
        if token & 0xC0:
            raise malformed("no second index", "one", reader.where())
        return self._index(reader, token >> 4)

    def _index(self, reader: Reader, width: int) -> str:
        width &= 3
        if width == 2:
            raise malformed("an index", "none", reader.where())
        return self._use(int.from_bytes(reader.take(width + 1 if width < 2 else 4), "big"), reader)

    def _use(self, index: int, reader: Reader) -> str:
        if index >= len(self.symbols):
            raise malformed(f"a symbol below {len(self.symbols)}", f"{index}", reader.where())
        value = self.symbols[index]
        self._uses += len(value)
        if self._uses > self._limits.message_bytes:
            raise limit_error("parley.limits.message-bytes", self._limits.message_bytes, self._uses, "uses of symbols")
        return value


def read_symbols(content: memoryview, count: int, limits: Limits) -> list[str]:
    """Returns the texts of a table of symbols, each of which ends with a zero byte."""
    raw = bytes(content)
    if raw.count(b"\0") != count or (count and raw[-1]):
        raise malformed(f"{count} symbols", f"{raw.count(0)}", "a table of symbols")
    if count > limits.items:
        raise limit_error("parley.limits.items", limits.items, count, "a table of symbols")
    try:
        symbols = raw.decode("utf-8").split("\0")
    except UnicodeDecodeError:
        raise malformed("UTF-8", "other bytes", "a table of symbols") from None
    symbols.pop()
    longest = max(
        (len(symbol.encode("utf-8")) for symbol in symbols if len(symbol) * 4 > limits.string_bytes), default=0
    )
    if longest > limits.string_bytes:
        raise limit_error("parley.limits.string-bytes", limits.string_bytes, longest, "a symbol")
    return symbols


def split(tag: str | bytes | bytearray | etree.QName) -> tuple[str, str]:
    """Returns namespace and local name of a tag of lxml."""
    shown = str(tag)
    if shown[:1] == "{":
        namespace, _, name = shown[1:].rpartition("}")
        return namespace, name
    return "", shown


def _packed(number: int) -> tuple[int, bytes]:
    if number < 0x100:
        return 0, bytes((number,))
    if number < 0x10000:
        return 1, struct.pack(">H", number)
    return 3, struct.pack(">I", number)


def _attribute_prefix(node: etree._Element, name: str, uri: str, nsmap: dict[str | None, str]) -> str:
    if uri == XML_NAMESPACE:
        return "xml"
    found = [prefix for prefix, bound in nsmap.items() if prefix and bound == uri]
    if len(found) == 1:
        return found[0]
    position = list(node.attrib).index(name) + 1
    return str(node.xpath(f"name(@*[{position}])")).rpartition(":")[0]
