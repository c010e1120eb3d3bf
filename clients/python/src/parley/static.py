"""Static headers that the other side sends as numbers (docs/protocol/framing.md, section 5.4)."""

from __future__ import annotations

import re

from lxml import etree

from .errors import ErrorCode, ParleyError, limit_error, malformed
from .limits import Limits
from .negotiation import NAMESPACE, SOAP, has_doctype

_HEADERS, _KEEP = f"{{{NAMESPACE}}}headers", f"{{{NAMESPACE}}}keep"


class StaticHeaders:
    """Header blocks of one direction of a session, by number."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._blocks: dict[int, bytes] = {}
        self._fresh: list[int] = []

    def acknowledged(self) -> tuple[int, ...]:
        """Returns the numbers that the next message acknowledges."""
        fresh, self._fresh = tuple(self._fresh), []
        return fresh

    def expand(self, envelope: str) -> str:
        """Returns an envelope with blocks in place of their numbers."""
        if NAMESPACE not in envelope:
            return envelope
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
        root = etree.fromstring(envelope.encode("utf-8"), parser)
        header = next((found for uri in SOAP.values() if (found := root.find(f"{{{uri}}}Header")) is not None), None)
        if header is None:
            return envelope
        seen: set[int] = set()
        for node in [child for child in header if str(child.tag).startswith(f"{{{NAMESPACE}}}")]:
            blocks = self._expanded(node, seen)
            position = header.index(node)
            header.remove(node)
            for i, block in enumerate(blocks):
                header.insert(position + i, _parsed(block))
        return str(etree.tostring(root, encoding="unicode"))

    def _expanded(self, node: etree._Element, seen: set[int]) -> list[bytes]:
        if node.tag == _HEADERS:
            numbers = [_number(word) for word in (node.text or "").split()]
            _once(numbers, seen)
            unknown = [number for number in numbers if number not in self._blocks]
            if unknown:
                raise ParleyError(ErrorCode.CONTEXT_UNAVAILABLE, f"expected known header blocks, found {unknown[0]}")
            return [self._blocks[number] for number in numbers]
        if node.tag != _KEEP or len(node):
            raise malformed("p:headers or p:keep", "another element", "the header")
        if node.get("context") is not None:
            raise ParleyError(ErrorCode.CONTEXT_UNAVAILABLE, "this client has no context store")
        number, block = _number(node.get("number", "")), (node.text or "").encode("utf-8")
        _once([number], seen)
        self._keep(number, block)
        return [block]

    def _keep(self, number: int, block: bytes) -> None:
        most = self._limits.static_headers
        if number > most:
            raise limit_error("parley.limits.static-headers", most, number, "the header")
        if self._blocks.get(number, block) != block:
            raise malformed("one block for each number", "another", "the header")
        size = sum(map(len, self._blocks.values())) + (0 if number in self._blocks else len(block))
        if size > self._limits.static_header_bytes:
            raise limit_error("parley.limits.static-header-bytes", self._limits.static_header_bytes, size, "the header")
        _parsed(block)
        self._blocks[number] = block
        self._fresh.append(number)


def _once(numbers: list[int], seen: set[int]) -> None:
    for number in numbers:
        if number in seen:
            raise malformed("each number once", "one twice", "the header")
        seen.add(number)


def _number(text: str) -> int:
    if re.fullmatch("[1-9][0-9]{0,8}", text.strip()) is None:
        raise malformed("the number of a header block", "another text", "the header")
    return int(text)


def _parsed(block: bytes) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        node = etree.fromstring(block, parser)
    except etree.XMLSyntaxError:
        raise malformed("a header block", "another text", "the header") from None
    if has_doctype(node):
        raise ParleyError(ErrorCode.XML_REFUSED, "a header block with a document type")
    return node
