"""Layouts of message parts (docs/reference/hhfr-schema.md): what a codec walks, and what fingerprints are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

Name: TypeAlias = tuple[str, str]
"""Namespace and local name."""


class Scalar(Enum):
    """Form of one simple value; the value is its struct code if all values have one size."""

    BOOLEAN = ("BOOLEAN", "?")
    BYTE = ("BYTE", "b")
    SHORT = ("SHORT", "h")
    INT = ("INT", "i")
    LONG = ("LONG", "q")
    UNSIGNED_BYTE = ("UNSIGNED_BYTE", "B")
    UNSIGNED_SHORT = ("UNSIGNED_SHORT", "H")
    UNSIGNED_INT = ("UNSIGNED_INT", "I")
    INTEGER = ("INTEGER", "")
    DECIMAL = ("DECIMAL", "")
    FLOAT = ("FLOAT", "f")
    DOUBLE = ("DOUBLE", "d")
    STRING = ("STRING", "")
    HEX_BINARY = ("HEX_BINARY", "")
    BASE64_BINARY = ("BASE64_BINARY", "")
    CALENDAR = ("CALENDAR", "")
    DURATION = ("DURATION", "")
    QNAME = ("QNAME", "")

    @property
    def code(self) -> str:
        """The code of `struct` and `array`, empty for values of several sizes."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Simple:
    """Layout of a simple type."""

    scalar: Scalar
    is_list: bool = False
    calendar: str = ""
    big: bool = False
    length: int | None = None
    encoding: str = ""

    def canonical(self) -> str:
        """Returns the type as canonical texts have it."""
        words = ["list" if self.is_list else "", self.scalar.name, self.calendar, "big" if self.big else ""]
        words += [f"bytes {self.length}" if self.length else "", self.encoding]
        return " " + " ".join(word for word in words if word)


class Content(Enum):
    """Kind of content of a complex type."""

    TEXT = "text"
    INFOSET = "infoset"
    SLOTS = "slots"


@dataclass(slots=True)
class Complex:
    """Layout of a complex type."""

    name: Name | None
    attributes: list[tuple[Name, Simple]] = field(default_factory=list)
    any_attribute: bool = False
    content: Content = Content.SLOTS
    text: Simple | None = None
    slots: list[Slot] = field(default_factory=list)
    substitutes: list[Complex] = field(default_factory=list)
    alternatives: dict[Name | None, tuple[int, int]] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def finish(self) -> None:
        """Sorts what is in the order of names, and indexes the slots by the names of their elements."""
        self.attributes.sort(key=lambda attribute: sort_key(attribute[0]))
        for slot in self.slots:
            slot.alternatives.sort(key=lambda alternative: _order(alternative.name))
        self.slots.sort(key=lambda slot: _order(slot.alternatives[0].name))
        self.order = sorted(range(len(self.slots)), key=lambda i: self.slots[i].position)
        for i, slot in enumerate(self.slots):
            for k, alternative in enumerate(slot.alternatives):
                self.alternatives[alternative.name] = (i, k)


Type: TypeAlias = "Simple | Complex | None"
"""None for a type that has no layout: its elements travel as infoset."""


@dataclass(slots=True)
class Alternative:
    """An element that may stand in a slot, or a wildcard, which has no name."""

    name: Name | None
    type: Type = None
    default: str | None = None


@dataclass(slots=True)
class Slot:
    """One place of a content model."""

    repeats: bool
    alternatives: list[Alternative]
    position: int = 0
    """Where its first element stands in the content model: the order of XML, which is not that of the wire."""

    @property
    def state_bits(self) -> int:
        """In how many bits the state of an item is written."""
        widths = [
            1 if alternative.name is None else 2 if isinstance(alternative.type, Simple) else 3
            for alternative in self.alternatives
        ]
        return max(widths)


@dataclass(slots=True)
class Layout:
    """Layout of one part: its element and the element's type."""

    element: Name
    type: Type
    default: str | None = None

    def root(self) -> Slot:
        """Returns the slot that the part is the only item of."""
        return Slot(False, [Alternative(self.element, self.type, self.default)])


def sort_key(name: Name) -> tuple[bytes, bytes]:
    """Returns what puts names into the order of their UTF-16 text, namespace first."""
    return utf16(name[0]), utf16(name[1])


def utf16(text: str) -> bytes:
    """Returns what puts texts into the order of their UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def _order(name: Name | None) -> tuple[bool, bytes, bytes]:
    return (True, b"", b"") if name is None else (False, *sort_key(name))
