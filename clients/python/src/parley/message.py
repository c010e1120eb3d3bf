"""Envelopes in hhfr: runs of infoset with typed parts between them (docs/reference/hhfr.md, Message)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lxml import etree

from .budget import Weight
from .decoder import Arrays, PartDecoder
from .encoder import Block, PartEncoder
from .errors import ErrorCode, ParleyError, malformed
from .layout import Layout
from .limits import Limits
from .output import Output
from .pieces import LAST, OTHERS, PieceReader, PieceWriter
from .wire import Reader, varint
from .xmltext import XmlWriter

_END, _RUN, _PART, _TAGS, _END_TAG = 0, 1, 2, 3, 4

_NAMESPACES = ("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope")
"""Namespaces of the versions of SOAP, by their number in the tags of an ordinary envelope."""


@dataclass(frozen=True, slots=True)
class NumberedPart:
    """A part that both sides of a session describe alike."""

    number: int
    mark: bytes
    layout: Layout


def write_envelope(
    out: Output, envelope: etree._Element, parts: Mapping[etree._Element, NumberedPart], blocks: Mapping[str, Block]
) -> None:
    """Writes an envelope; the elements that `parts` has travel typed, all else as infoset."""
    _EnvelopeWriter(out, parts, blocks).write(envelope)


class _EnvelopeWriter:
    def __init__(self, out: Output, parts: Mapping[etree._Element, NumberedPart], blocks: Mapping[str, Block]) -> None:
        self._out = out
        self._parts = parts
        self._pieces = PieceWriter()
        self._encoder = PartEncoder(out, self._pieces, blocks)
        self._ways = {ancestor for node in parts for ancestor in node.iterancestors()}
        self._in_run = False

    def write(self, envelope: etree._Element) -> None:
        self._element(envelope)
        self._begin()
        self._pieces.run(self._out.small, LAST)
        self._out.small.append(_END)

    def _begin(self) -> None:
        if not self._in_run:
            self._out.small.append(_RUN)
            self._in_run = True

    def _element(self, node: etree._Element) -> None:
        self._begin()
        if node not in self._ways:
            self._pieces.element(node, self._out.small)
            return
        self._pieces.start(node)
        self._pieces.text(node.text)
        for child in node:
            part = self._parts.get(child)
            if part is None:
                self._element(child)
            else:
                self._part(child, part)
            if child.tail:
                self._begin()
                self._pieces.text(child.tail)
        self._begin()
        self._pieces.end(self._out.small)

    def _part(self, node: etree._Element, part: NumberedPart) -> None:
        self._begin()
        self._pieces.run(self._out.small, OTHERS)
        self._in_run = False
        self._out.small.append(_PART)
        self._out.small += varint(part.number) + part.mark
        self._encoder.part(node, part.layout)


def read_envelope(
    reader: Reader,
    parts: Mapping[int, NumberedPart],
    limits: Limits,
    weight: Weight,
    sides: Callable[[int], bytes],
    arrays: Arrays | None = None,
) -> str:
    """Reads an envelope, to the end of the message, and returns it as text of XML."""
    return _EnvelopeReader(reader, parts, limits, weight, sides, arrays).read()


class _EnvelopeReader:
    def __init__(
        self,
        reader: Reader,
        parts: Mapping[int, NumberedPart],
        limits: Limits,
        weight: Weight,
        sides: Callable[[int], bytes],
        arrays: Arrays | None,
    ) -> None:
        self._reader = reader
        self._parts = parts
        self._out = XmlWriter(limits, weight)
        self._pieces = PieceReader(reader, self._out, limits)
        self._decoder = PartDecoder(reader, self._out, self._pieces, limits, sides, arrays)
        self._tags = 0  # how many elements of an ordinary envelope are open
        self._ordinary = False

    def read(self) -> str:
        first = True
        behind = OTHERS
        while True:
            where = self._reader.where()
            segment = self._reader.byte()
            if segment == _END:
                break
            if behind == LAST:
                raise malformed("the end of the message", f"the segment {segment}", where)
            if segment == _RUN:
                behind = self._pieces.run(self._tags)
                if behind == LAST and self._ordinary:
                    raise malformed("the end of the envelope", "the end of the document in a run", where)
            elif segment == _PART:
                self._part()
            elif segment == _TAGS and first:
                self._start_tags(where)
            elif segment == _END_TAG:
                self._end_tag(where)
            else:
                raise malformed("a segment", f"{segment}", where)
            first = False
        while self._tags:
            self._end_tag(where)
        if self._reader.remaining:
            raise malformed("the end of the message", f"{self._reader.remaining} bytes more", self._reader.where())
        return self._out.result()

    def _part(self) -> None:
        number = self._reader.varint()
        mark = bytes(self._reader.take(4))
        part = self._parts.get(number)
        if part is None or part.mark != mark:
            raise ParleyError(
                ErrorCode.UNKNOWN_OPERATION, f"expected an agreed part, found number {number} with another mark"
            )
        self._decoder.part(part.layout)

    def _start_tags(self, where: str) -> None:
        version = self._reader.byte()
        if version >= len(_NAMESPACES):
            raise malformed("the number of a version of SOAP", f"{version}", where)
        namespace = _NAMESPACES[version]
        self._out.start("soap:Envelope", namespace, declarations=[("soap", namespace)])
        self._out.start("soap:Body", namespace)
        self._ordinary = True
        self._tags = 2

    def _end_tag(self, where: str) -> None:
        if not self._tags or self._out.depth != self._tags:
            raise malformed("the end of the elements in the envelope", "an end tag of the envelope", where)
        self._out.end()
        self._tags -= 1
