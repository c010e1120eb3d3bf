"""What client and service agreed on, with the session that it holds for: messages to content and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from .budget import Budget, Weight
from .contract import Contract, Operation, Part, envelope_parts
from .decoder import Arrays
from .document import read_document, write_document
from .encoder import Block
from .errors import ErrorCode, ParleyError, malformed
from .head import Head, read_head, write_head
from .incoming import Incoming
from .limits import Limits
from .message import NumberedPart, read_envelope, write_envelope
from .numbering import Numbering, mark
from .output import Output
from .session import Session
from .static import StaticHeaders
from .terms import Answer
from .wire import Bytes, Reader

_SECURITY = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
HHFR, BNUX = "hhfr", "bnux"


class Untyped(Exception):  # noqa: N818 - not an error: the message goes another way
    """An envelope whose numbers stand apart cannot go as it is, since a part of it has to be infoset."""


@dataclass(frozen=True, slots=True)
class Request:
    """A call as zeep makes it."""

    envelope: etree._Element
    action: str
    operation: Operation | None
    blocks: Mapping[str, Block]
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a call, as HTTP would have brought it."""

    status: int
    headers: tuple[tuple[str, str], ...]
    envelope: str


class Agreement:
    """An answer, its session, and the parts that both sides describe alike."""

    def __init__(
        self,
        contract: Contract,
        answer: Answer,
        numbering: Numbering,
        session: Session,
        limits: Limits,
        objects: Budget,
    ) -> None:
        self.contract = contract
        self.answer = answer
        self.session = session
        self._limits = limits
        self._objects = objects
        self._static = StaticHeaders(limits)
        self._operations = {name: choices[0] for name, choices in answer.operations}
        self._chosen = sorted(set(self._operations.values()))
        self._by_key: dict[str, NumberedPart] = {}
        for key, number in numbering.numbers.items():
            part = contract.parts[key]
            if part.layout is not None:
                self._by_key[key] = NumberedPart(number, mark(key, part.fingerprint), part.layout)
        self._by_number = {part.number: part for part in self._by_key.values()}

    def typed_parts(self) -> tuple[str, ...]:
        """Returns the keys of the parts that travel typed."""
        return tuple(self._by_key)

    def encode(self, request: Request) -> Sequence[Bytes]:
        """Returns the content of a request."""
        chosen = self._operations.get(_shown(request.operation)) if request.operation else None
        head = Head(
            version=self.contract.soap,
            representation=self._chosen.index(chosen) + 1 if chosen else 0,
            action=request.action,
            headers=request.headers,
            kept=self._static.acknowledged(),
        )
        if (chosen or self.answer.representation) == BNUX:
            if request.blocks:
                raise Untyped
            return [write_head(head), write_document(request.envelope)]
        parts = self._parts_of(request)
        if parts:
            try:
                return self._hhfr(head, request.envelope, parts, request.blocks)
            except (ValueError, OverflowError, RecursionError):
                pass  # a value that has no typed form: the message goes as infoset
        if request.blocks:
            raise Untyped
        return self._hhfr(head, request.envelope, {}, {})

    def decode(self, incoming: Incoming, arrays: Arrays | None) -> Reply:
        """Returns what an answer says."""
        reader = Reader(memoryview(incoming.content))
        head = read_head(reader)
        if head.version != self.contract.soap or head.representation > len(self._chosen):
            raise malformed("a head as was agreed", "another", "byte 0")
        if head.attachments:
            raise ParleyError(ErrorCode.MALFORMED_MESSAGE, "expected no attachments, found some", dispatched=True)
        if not reader.remaining:
            return Reply(head.status, head.headers, "")
        weight = Weight(self._objects)
        try:
            chosen = self._chosen[head.representation - 1] if head.representation else self.answer.representation
            if chosen == BNUX:
                shown = read_document(reader, self._limits, weight)
            else:
                shown = read_envelope(reader, self._by_number, self._limits, weight, incoming.side, arrays)
            return Reply(head.status, head.headers, self._static.expand(shown))
        finally:
            weight.release()

    def _hhfr(
        self,
        head: Head,
        envelope: etree._Element,
        parts: Mapping[etree._Element, NumberedPart],
        blocks: Mapping[str, Block],
    ) -> Sequence[Bytes]:
        out = Output()
        out.small += write_head(head)
        write_envelope(out, envelope, parts, blocks)
        return out.chunks()

    def _parts_of(self, request: Request) -> dict[etree._Element, NumberedPart]:
        header, body = envelope_parts(request.envelope)
        operation = request.operation
        if (
            body is None
            or operation is None
            or (header is not None and header.find(f"{{{_SECURITY}}}Security") is not None)
        ):
            return {}
        children = [child for child in body if isinstance(child.tag, str)]
        if operation.wrapper is not None:
            if len(children) != 1:
                return {}
            children = [child for child in children[0] if isinstance(child.tag, str)]
        return dict(self._matched(operation.inputs, children))

    def _matched(
        self, parts: Sequence[Part], nodes: Sequence[etree._Element]
    ) -> list[tuple[etree._Element, NumberedPart]]:
        found = []
        for part in parts:
            tag = f"{{{part.element[0]}}}{part.element[1]}" if part.element[0] else part.element[1]
            numbered = self._by_key.get(part.key)
            same = [node for node in nodes if node.tag == tag]
            if numbered is not None and len(same) == 1:
                found.append((same[0], numbered))
        return found


def _shown(operation: Operation) -> str:
    return f"{{{operation.name[0]}}}{operation.name[1]}"
