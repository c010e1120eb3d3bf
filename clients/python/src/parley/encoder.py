"""Encoder of typed parts: elements of lxml to records of hhfr (docs/reference/hhfr.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from lxml import etree

from . import scalars
from .layout import Alternative, Complex, Content, Layout, Scalar, Simple, Slot
from .output import Output
from .pieces import OTHERS, PieceWriter
from .tokens import split
from .wire import Bytes, text, varint

XSI = "http://www.w3.org/2001/XMLSchema-instance"
_NIL, _TYPE = f"{{{XSI}}}nil", f"{{{XSI}}}type"
ABSENT, VALUE, NIL, INFOSET, NIL_WITH_ATTRIBUTES = range(5)


class Block(Protocol):
    """Numbers that stand for many elements, behind a mark in the text of one."""

    def __len__(self) -> int: ...

    def pack(self, scalar: Scalar, big: bool) -> Bytes:
        """Returns the numbers in the form of a scalar; ValueError if they do not all fit."""


class PartEncoder:
    """Writes the typed parts of one message; a ValueError says that an element has no typed form."""

    def __init__(self, out: Output, pieces: PieceWriter, blocks: Mapping[str, Block]) -> None:
        self._out = out
        self._pieces = pieces
        self._blocks = blocks

    def part(self, node: etree._Element, layout: Layout) -> None:
        """Writes an element as a part."""
        slot = layout.root()
        state = self._state(node, slot.alternatives[0])
        self._out.small.append(state)
        self._item(node, slot.alternatives[0], state)

    def _state(self, node: etree._Element, alternative: Alternative) -> int:
        kind = alternative.type
        if alternative.name is None:
            return VALUE
        is_nil = node.get(_NIL, "").strip() in ("true", "1")
        if isinstance(kind, Simple):
            others = len(node.attrib) - (1 if _NIL in node.attrib else 0)
            if others or len(node) or (is_nil and node.text):
                return INFOSET
            return NIL if is_nil else VALUE
        if kind is None:
            return INFOSET
        record = _chosen(node, kind)
        if record is None or not _has_place(node, record):
            return INFOSET
        if is_nil:
            if len(node) or node.text:
                return INFOSET
            return NIL if set(node.attrib) <= {_NIL} else NIL_WITH_ATTRIBUTES
        return INFOSET if record.content is Content.INFOSET else VALUE

    def _item(self, node: etree._Element, alternative: Alternative, state: int) -> None:
        if state == INFOSET or alternative.name is None:
            self._infoset(node)
        elif state != NIL:
            kind = alternative.type
            if isinstance(kind, Simple):
                self._value(kind, _text(node, alternative.default), node)
            elif kind is not None:
                self._record(node, kind, state == VALUE, alternative.default)

    def _infoset(self, node: etree._Element) -> None:
        self._pieces.element(node, self._out.small)
        self._pieces.run(self._out.small, OTHERS)

    def _value(self, kind: Simple, lexical: str, node: etree._Element) -> None:
        block = self._blocks.get(lexical) if self._blocks else None
        if block is None:
            self._out.block(scalars.write(kind, lexical, node.nsmap))
        elif kind.is_list:
            self._out.small += varint(len(block))
            self._out.block(block.pack(kind.scalar, kind.big))
        else:
            raise ValueError("many numbers where one is expected")

    def _record(self, node: etree._Element, declared: Complex, is_whole: bool, default: str | None) -> None:
        kind = _chosen(node, declared)
        if kind is None:
            raise ValueError("a type without a layout")
        if declared.substitutes:
            self._out.small += varint(0 if kind is declared else declared.substitutes.index(kind) + 1)
        if not is_whole:
            self._attributes(node, kind, _Bits())
        elif kind.text is not None:
            if len(node):
                raise ValueError("elements where there is text")
            self._attributes(node, kind, _Bits(1, 1))
            self._value(kind.text, _text(node, default), node)
        else:
            self._slots(node, kind)

    def _slots(self, node: etree._Element, kind: Complex) -> None:
        items = self._sorted(node, kind)
        states = _Bits()
        for slot, inside in zip(kind.slots, items, strict=True):
            if not slot.repeats:
                states.add(inside[0][2] if inside else ABSENT, slot.state_bits)
        self._attributes(node, kind, states)
        for slot, inside in zip(kind.slots, items, strict=True):
            self._slot(slot, inside)

    def _attributes(self, node: etree._Element, kind: Complex, behind: _Bits) -> None:
        """Writes the bits of a record, the last of which are given, and its attributes."""
        found = [node.get(_tag(*name)) for name, _ in kind.attributes]
        bits = _Bits()
        for value in found:
            bits.add(value is not None, 1)
        bits.add(behind.value, behind.width)
        self._out.small += bits.bytes()
        for value, (_, simple) in zip(found, kind.attributes, strict=True):
            if value is not None:
                self._value(simple, value, node)
        if kind.any_attribute:
            self._others(node, kind)

    def _others(self, node: etree._Element, kind: Complex) -> None:
        known = {_tag(*name) for name, _ in kind.attributes} | {_NIL, _TYPE}
        others = [(str(name), str(value)) for name, value in node.attrib.items() if name not in known]
        self._out.small += varint(len(others))
        for name, value in others:
            namespace, local = split(name)
            prefix = next((p for p, uri in node.nsmap.items() if p and uri == namespace), "") if namespace else ""
            self._out.small += text(namespace) + text(local) + text(prefix) + text(value)

    def _sorted(self, node: etree._Element, kind: Complex) -> list[list[tuple[etree._Element, int, int]]]:
        """Returns the children by slot, each with its alternative and state."""
        items: list[list[tuple[etree._Element, int, int]]] = [[] for _ in kind.slots]
        _blank(node.text)
        alternatives = kind.alternatives
        wildcard = alternatives.get(None)
        for child in node:
            _blank(child.tail)
            if not isinstance(child.tag, str):
                raise ValueError("a comment or an instruction")
            place = alternatives.get(split(child.tag), wildcard)
            if place is None:
                raise ValueError("an element that the type does not have")
            slot = kind.slots[place[0]]
            if items[place[0]] and not slot.repeats:
                raise ValueError("an element that occurs once, twice")
            items[place[0]].append((child, place[1], self._state(child, slot.alternatives[place[1]])))
        return items

    def _slot(self, slot: Slot, items: Sequence[tuple[etree._Element, int, int]]) -> None:
        several = len(slot.alternatives) > 1
        if slot.repeats:
            if self._blocks and not several and self._numbers(slot, items):
                return
            self._out.small += varint(len(items))
            if items and slot.state_bits > 1:
                states = [state for _, _, state in items]
                if all(state == VALUE for state in states):
                    self._out.small.append(0)
                else:
                    bits = _Bits()
                    for state in states:
                        bits.add(state, slot.state_bits)
                    self._out.small.append(1)
                    self._out.small += bits.bytes()
        for node, number, state in items:
            if several:
                self._out.small += varint(number)
            self._item(node, slot.alternatives[number], state)

    def _numbers(self, slot: Slot, items: Sequence[tuple[etree._Element, int, int]]) -> bool:
        """Writes the items if some of them stand for many numbers."""
        kind = slot.alternatives[0].type
        blocks = [self._blocks.get(node.text or "") for node, _, _ in items]
        if not any(block is not None for block in blocks):
            return False
        if not isinstance(kind, Simple) or kind.is_list or any(state != VALUE for _, _, state in items):
            raise ValueError("many numbers among other things")
        self._out.small += varint(sum(1 if block is None else len(block) for block in blocks))
        self._out.small.append(0)
        for block, (node, _, _) in zip(blocks, items, strict=True):
            if block is None:
                self._value(kind, _text(node, slot.alternatives[0].default), node)
            else:
                self._out.block(block.pack(kind.scalar, kind.big))
        return True


class _Bits:
    """Bits that are packed into bytes, the first in the lowest bit."""

    def __init__(self, value: int = 0, width: int = 0) -> None:
        self.value = value
        self.width = width

    def add(self, value: int, width: int) -> None:
        self.value |= value << self.width
        self.width += width

    def bytes(self) -> bytes:
        return self.value.to_bytes((self.width + 7) // 8, "little")


def _chosen(node: etree._Element, declared: Complex) -> Complex | None:
    """Returns the layout of the type that an element says it has; None if there is none."""
    said = node.get(_TYPE)
    if said is None:
        return declared
    prefix, _, local = said.strip().rpartition(":")
    name = (node.nsmap.get(prefix or None, ""), local)
    if name == declared.name:
        return declared
    return next((kind for kind in declared.substitutes if kind.name == name), None)


def _has_place(node: etree._Element, kind: Complex) -> bool:
    if kind.any_attribute or not node.attrib:
        return True
    known = {_tag(*name) for name, _ in kind.attributes} | {_NIL, _TYPE}
    return known.issuperset(str(name) for name in node.attrib)


def _text(node: etree._Element, default: str | None) -> str:
    return node.text or default or ""


def _blank(value: str | None) -> None:
    if value and value.strip(scalars.BLANKS):
        raise ValueError("text among elements")


def _tag(namespace: str, local: str) -> str:
    return f"{{{namespace}}}{local}" if namespace else local
