"""bnux in pieces, as it stands among the typed parts of hhfr (docs/reference/bnux.md, In pieces)."""

from __future__ import annotations

from lxml import etree

from .errors import malformed
from .limits import Limits
from .tokens import PAGE_WEIGHT, TokenReader, TokenWriter, read_symbols
from .wire import Reader, varint
from .xmltext import XmlWriter

ANOTHER, OTHERS, LAST = 0, 1, 2


class PieceWriter:
    """Runs of one message, which share a table of symbols."""

    def __init__(self) -> None:
        self._tokens = TokenWriter()
        self._opens = True

    def start(self, node: etree._Element) -> None:
        """Writes the start tag of an element."""
        self._tokens.start(node)

    def text(self, value: str | None) -> None:
        """Writes text."""
        self._tokens.text(value)

    def end(self, out: bytearray) -> None:
        """Writes an end tag, which is the first token of a page if the one before is full."""
        if self._tokens.weight >= PAGE_WEIGHT:
            if self._tokens.tokens or self._opens:
                out += self._piece(ANOTHER)
            self._open_page()
        self._tokens.end()

    def element(self, node: etree._Element, out: bytearray, with_tail: bool = False) -> None:
        """Writes a whole element."""
        for event, inner in etree.iterwalk(node, events=("start", "end", "comment", "pi")):
            if event == "start":
                self.start(inner)
                self.text(inner.text)
                continue
            if event == "end":
                self.end(out)
            else:
                self._tokens.other(inner)
            if inner is not node or with_tail:
                self.text(inner.tail)

    def run(self, out: bytearray, behind: int) -> None:
        """Ends a run and says what is behind it."""
        out += self._piece(behind)
        if behind == OTHERS and self._tokens.weight >= PAGE_WEIGHT:
            self._open_page()

    def _open_page(self) -> None:
        self._tokens.new_page()
        self._opens = True

    def _piece(self, behind: int) -> bytes:
        tokens = self._tokens
        symbols = b"".join(symbol.encode("utf-8") + b"\0" for symbol in tokens.fresh)
        head = varint(len(tokens.tokens) << 3 | (4 if self._opens else 0) | behind) + varint(len(tokens.fresh))
        piece = head + (varint(len(symbols)) + symbols if tokens.fresh else b"") + bytes(tokens.tokens)
        tokens.tokens.clear()
        tokens.fresh.clear()
        self._opens = False
        return piece


class PieceReader:
    """Reads the runs of one message."""

    def __init__(self, reader: Reader, out: XmlWriter, limits: Limits) -> None:
        self._reader = reader
        self._out = out
        self._limits = limits
        self._tokens = TokenReader(out, limits)
        self._first = True
        self._page_symbols = 0

    def run(self, floor: int, single: bool = False) -> int:
        """Reads a run and returns what is behind it; `single` is one element and what it has."""
        start = len(self._out.pieces)

        def closed() -> bool:
            return single and self._out.depth == floor and len(self._out.pieces) > start

        while True:
            behind = self._piece(floor, closed)
            if behind != ANOTHER:
                if single and not closed():
                    raise malformed("one element", "another run", self._reader.where())
                return behind

    def _piece(self, floor: int, closed: object) -> int:
        reader = self._reader
        where = reader.where()
        head = reader.varint()
        behind, opens, length = head & 3, bool(head & 4), head >> 3
        if behind == 3 or (self._first and not opens):
            raise malformed("a piece that opens a page or follows one", f"{head & 7}", where)
        self._first = False
        if opens:
            self._tokens.symbols = []
        count = reader.count()
        if count > length:
            raise malformed(f"at most {length} symbols", f"{count}", where)
        if count:
            self._tokens.symbols += read_symbols(reader.take(reader.length()), count, self._limits)
        if length > reader.remaining:
            raise malformed(f"at most {reader.remaining} bytes of tokens", f"{length}", where)
        self._tokens.read(reader, reader.position + length, floor, closed)  # type: ignore[arg-type]
        return behind
