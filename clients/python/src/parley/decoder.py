"""Decoder of typed parts: records of hhfr to text of XML (docs/reference/hhfr.md)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Protocol

from . import scalars
from .encoder import ABSENT, INFOSET, NIL, NIL_WITH_ATTRIBUTES, VALUE, XSI
from .errors import limit_error, malformed
from .layout import Alternative, Complex, Content, Layout, Name, Scalar, Simple, Slot
from .limits import Limits
from .pieces import OTHERS, PieceReader
from .wire import Reader
from .xmltext import XML_NAMESPACE, Attribute, XmlWriter

MANY = 256
"""From how many numbers on a list of them is an array."""


class Arrays(Protocol):
    """Keeper of the arrays of one message."""

    def keep(self, scalar: Scalar, big: bool, content: memoryview) -> str | None:
        """Returns the text of the one element that stands for these numbers, or None to have them all written."""


class PartDecoder:
    """Reads the typed parts of one message."""

    def __init__(
        self,
        reader: Reader,
        out: XmlWriter,
        pieces: PieceReader,
        limits: Limits,
        sides: Callable[[int], bytes],
        arrays: Arrays | None = None,
    ) -> None:
        self._reader = reader
        self._out = out
        self._pieces = pieces
        self._limits = limits
        self._sides = sides
        self._arrays = arrays

    def part(self, layout: Layout) -> None:
        """Reads a part."""
        slot = layout.root()
        where = self._reader.where()
        state = self._reader.byte()
        if state == ABSENT or state >> slot.state_bits:
            raise malformed("the state of a part", f"{state}", where)
        self._item(slot.alternatives[0], state)

    def _item(self, alternative: Alternative, state: int) -> None:
        kind = alternative.type
        if alternative.name is None:
            if state != VALUE:
                raise malformed("a value", f"the state {state}", self._reader.where())
            self._run()
        elif state == INFOSET:
            self._run()
        elif state == NIL:
            self._start(alternative.name, [("nil", "true")], [], {})
            self._out.end()
        elif isinstance(kind, Simple) and state == VALUE:
            declared: dict[str, str] = {}
            value = scalars.read(kind, self._reader, self._sides, self._binder(declared))
            self._start(alternative.name, [], [], declared)
            if value:
                self._out.text(value)
            self._out.end()
        elif isinstance(kind, Complex) and state in (VALUE, NIL_WITH_ATTRIBUTES):
            self._record(alternative.name, kind, state == VALUE)
        else:
            raise malformed("a state that the element can have", f"{state}", self._reader.where())

    def _run(self) -> None:
        if self._pieces.run(self._out.depth, single=True) != OTHERS:
            raise malformed("a run that others follow", "the last", self._reader.where())

    def _record(self, name: Name, declared: Complex, is_whole: bool) -> None:
        reader = self._reader
        kind, said = declared, [] if is_whole else [("nil", "true")]
        bound: dict[str, str] = {}
        bind = self._binder(bound)
        if declared.substitutes:
            number = reader.varint(len(declared.substitutes))
            if number:
                kind = declared.substitutes[number - 1]
                said.append(("type", self._type_name(kind, bind)))
        if is_whole and kind.content is Content.INFOSET:
            raise malformed("infoset for a type without a layout", "a record", reader.where())
        bits = _Bits(reader, kind, is_whole)
        attributes = [
            (attribute, scalars.read(simple, reader, self._sides, bind))
            for attribute, simple in kind.attributes
            if bits.take(1)
        ]
        if kind.any_attribute:
            attributes += self._others(bind)
        if is_whole and kind.text is not None:
            value = scalars.read(kind.text, reader, self._sides, bind) if bits.take(1) else ""
            self._start(name, said, attributes, bound)
            self._out.text(value)
        else:
            self._start(name, said, attributes, bound)
            if is_whole:
                states = [0 if slot.repeats else bits.take(slot.state_bits) for slot in kind.slots]
                self._slots(kind, states)
        self._out.end()

    def _slots(self, kind: Complex, states: list[int]) -> None:
        """Reads the slots in the order of the wire, and puts what they have into that of XML."""
        pieces = self._out.pieces
        marks = [len(pieces)]
        for slot, state in zip(kind.slots, states, strict=True):
            self._slot(slot, state)
            marks.append(len(pieces))
        if kind.order != list(range(len(kind.slots))):
            inside = [pieces[marks[i] : marks[i + 1]] for i in kind.order]
            del pieces[marks[0] :]
            for part in inside:
                pieces += part

    def _others(self, bind: Callable[[str, str], str]) -> list[tuple[Name, str]]:
        reader = self._reader
        where = reader.where()
        count = reader.count()
        if count > self._limits.attributes:
            raise limit_error("parley.limits.attributes", self._limits.attributes, count, where)
        others = []
        for _ in range(count):
            namespace, local, _prefix = reader.text(), reader.text(), reader.text()
            others.append(((namespace, local), reader.text(self._limits.string_bytes)))
        return others

    def _slot(self, slot: Slot, state: int) -> None:
        if slot.repeats:
            self._items(slot)
        elif state != ABSENT:
            self._item(self._alternative(slot), state)

    def _items(self, slot: Slot) -> None:
        reader = self._reader
        where = reader.where()
        count = reader.count()
        if not count:
            return
        if count > self._limits.items:
            raise limit_error("parley.limits.items", self._limits.items, count, where)
        states = self._states(slot, count)
        kind = slot.alternatives[0].type
        is_one_kind = states is None and len(slot.alternatives) == 1
        if is_one_kind and isinstance(kind, Simple) and kind.scalar.code and not kind.is_list:
            self._numbers(slot.alternatives[0], kind, count)
            return
        _hold(reader, slot, count, where)
        for i in range(count):
            alternative = self._alternative(slot)
            state = VALUE if states is None else states[i]
            if state == ABSENT:
                raise malformed("an item that is there", "one that is absent", where)
            self._item(alternative, state)

    def _states(self, slot: Slot, count: int) -> list[int] | None:
        """Reads the states of items, None if all of them are values."""
        if slot.state_bits == 1:
            return None
        where = self._reader.where()
        flag = self._reader.byte()
        if flag > 1:
            raise malformed("a flag of 0 or 1", f"{flag}", where)
        return _states(self._reader, count, slot.state_bits) if flag else None

    def _alternative(self, slot: Slot) -> Alternative:
        several = len(slot.alternatives) > 1
        return slot.alternatives[self._reader.varint(len(slot.alternatives) - 1) if several else 0]

    def _numbers(self, alternative: Alternative, kind: Simple, count: int) -> None:
        """Reads numbers of one size that follow each other without gaps."""
        where = self._reader.where()
        content = self._reader.take(count * struct.calcsize("<" + kind.scalar.code))
        namespace, local = alternative.name or ("", "")
        name = self._out.qualified(namespace, local)
        if self._arrays is not None and count >= MANY:
            stand_in = self._arrays.keep(kind.scalar, kind.big, content)
            if stand_in is not None:
                self._out.leaf(name, namespace, stand_in)
                return
        if kind.scalar is Scalar.BOOLEAN and bytes(content).strip(b"\0\1"):
            raise malformed("booleans of 0 or 1", "others", where)
        numbers = struct.unpack(f"{'>' if kind.big else '<'}{count}{kind.scalar.code}", content)
        self._out.count(count)
        self._out.leaf(name, namespace, _show(kind.scalar, numbers[0]))
        opened = self._out.pieces[-3] if self._out.pieces[-3:] else ""
        closed = f"</{name}>"
        self._out.pieces.append("".join(f"{opened}{_show(kind.scalar, n)}{closed}" for n in numbers[1:]))

    def _start(
        self, name: Name, said: list[tuple[str, str]], attributes: list[tuple[Name, str]], bound: dict[str, str]
    ) -> None:
        bind = self._binder(bound)
        shown: list[Attribute] = []
        for local, value in said:
            shown.append((f"{bind('xsi', XSI)}:{local}", XSI, value))
        for (namespace, local), value in attributes:
            if namespace == XML_NAMESPACE:
                shown.append((f"xml:{local}", namespace, value))
            else:
                prefix = bind("", namespace) if namespace else ""
                shown.append((f"{prefix}:{local}" if prefix else local, namespace, value))
        prefix = ""
        if name[0]:
            prefix = next((p for p, uri in bound.items() if uri == name[0]), "") or self._out.prefix_for(name[0])
        elif self._out.scope.get("", ""):
            bound.setdefault("", "")
        qualified = f"{prefix}:{name[1]}" if prefix else name[1]
        self._out.start(qualified, name[0], shown, bound.items())

    def _type_name(self, kind: Complex, bind: Callable[[str, str], str]) -> str:
        namespace, local = kind.name or ("", "")
        prefix = bind("", namespace)
        return f"{prefix}:{local}" if prefix else local

    def _binder(self, bound: dict[str, str]) -> Callable[[str, str], str]:
        """Returns what gives a namespace a prefix on the element that is about to be written."""

        def bind(prefix: str, namespace: str) -> str:
            scope = self._out.scope
            if not namespace:
                if scope.get("", ""):
                    bound.setdefault("", "")
                return ""
            if namespace == XML_NAMESPACE:
                return "xml"
            for known, uri in {**scope, **bound}.items():
                if known and uri == namespace and (known == prefix or not prefix):
                    return known
            if not prefix or bound.get(prefix, scope.get(prefix)) is not None or prefix in ("xml", "xmlns"):
                prefix = self._out.free_prefix()
            bound[prefix] = namespace
            return prefix

        return bind


class _Bits:
    """The bits in front of a record."""

    def __init__(self, reader: Reader, kind: Complex, is_whole: bool) -> None:
        width = len(kind.attributes)
        if is_whole:
            width += (kind.text is not None) + sum(slot.state_bits for slot in kind.slots if not slot.repeats)
        self._value = _packed(reader, width)

    def take(self, width: int) -> int:
        value = self._value & ((1 << width) - 1)
        self._value >>= width
        return value


def _packed(reader: Reader, width: int) -> int:
    where = reader.where()
    value = int.from_bytes(reader.take((width + 7) // 8), "little")
    if value >> width:
        raise malformed("bits that are not used to be zero", "others", where)
    return value


def _states(reader: Reader, count: int, width: int) -> list[int]:
    where = reader.where()
    packed = reader.take((count * width + 7) // 8)
    if count * width % 8 and packed[-1] >> (count * width % 8):
        raise malformed("bits that are not used to be zero", "others", where)
    value = int.from_bytes(packed, "little")
    if count <= 64:
        return [value >> i * width & ((1 << width) - 1) for i in range(count)]
    digits = f"{value:0{count * width}b}"
    return [int(digits[end - width : end], 2) for end in range(len(digits), 0, -width)]


def _hold(reader: Reader, slot: Slot, count: int, where: str) -> None:
    """Holds a count against the bytes that remain, unless its items may take none."""
    kind = slot.alternatives[0].type
    is_empty = len(slot.alternatives) == 1 and isinstance(kind, Complex) and not kind.text
    if is_empty and isinstance(kind, Complex):
        is_empty = not (kind.attributes or kind.substitutes or kind.slots or kind.any_attribute)
    if not is_empty and count > reader.remaining:
        raise malformed(f"at most {reader.remaining} items", f"{count}", where)


def _show(scalar: Scalar, value: float | int | bool) -> str:
    if scalar is Scalar.BOOLEAN:
        return "true" if value else "false"
    return scalars.format_float(value, scalar is Scalar.FLOAT) if isinstance(value, float) else str(value)
