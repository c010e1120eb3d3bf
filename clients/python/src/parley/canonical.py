"""Canonical texts of layouts and their fingerprints (docs/reference/hhfr-schema.md, Fingerprints)."""

from __future__ import annotations

import hashlib

from .layout import Complex, Content, Layout, Name, Simple, Type


class _Numbers:
    """Numbers of complex types, given where a text first refers to them."""

    def __init__(self) -> None:
        self.types: list[Complex] = []
        self._numbers: dict[Complex, int] = {}

    def of(self, kind: Complex) -> int:
        if kind not in self._numbers:
            self._numbers[kind] = len(self.types)
            self.types.append(kind)
        return self._numbers[kind]


def canonical_text(layout: Layout) -> str:
    """Returns the canonical text of a part."""
    numbers = _Numbers()
    lines = ["parley layout 3", _element("element ", layout.element, layout.type, numbers)]
    i = 0
    while i < len(numbers.types):
        lines.append(f"type {i}")
        lines += _lines(numbers.types[i], numbers)
        i += 1
    return "".join(line + "\n" for line in lines)


class Fingerprints:
    """Fingerprints of parts; each type is hashed once for all of them."""

    def __init__(self) -> None:
        self._types: dict[Complex, tuple[str, list[Complex]]] = {}

    def of(self, layout: Layout) -> str:
        """Returns the fingerprint of a part, 64 hexadecimal digits."""
        numbers = _Numbers()
        lines = ["parley layout 3, types hashed", _element("element ", layout.element, layout.type, numbers)]
        i = 0
        while i < len(numbers.types):
            digest, references = self._hashed(numbers.types[i])
            lines.append(" ".join([f"type {i} {digest}", *(str(numbers.of(kind)) for kind in references)]))
            i += 1
        return hashlib.sha256("".join(line + "\n" for line in lines).encode("utf-8")).hexdigest()

    def _hashed(self, kind: Complex) -> tuple[str, list[Complex]]:
        found = self._types.get(kind)
        if found is None:
            references: list[Complex] = []
            text = "".join(line + "\n" for line in _lines(kind, references))
            found = self._types[kind] = hashlib.sha256(text.encode("utf-8")).hexdigest(), references
        return found


def _lines(kind: Complex, numbers: _Numbers | list[Complex]) -> list[str]:
    lines = [f" attribute {_name(name)}{simple.canonical()}" for name, simple in kind.attributes]
    if kind.any_attribute:
        lines.append(" any attribute")
    if kind.text is not None:
        lines.append(f" text{kind.text.canonical()}")
    elif kind.content is Content.INFOSET:
        lines.append(" infoset")
    elif not kind.slots:
        lines.append(" empty")
    for slot in kind.slots:
        lines.append(" slots" if slot.repeats else " slot")
        for alternative in slot.alternatives:
            if alternative.name is None:
                lines.append("  any")
            else:
                lines.append(_element("  element ", alternative.name, alternative.type, numbers))
    for substitute in kind.substitutes:
        name = f" {_name(substitute.name)}" if substitute.name else ""
        lines.append(f" substitute{name}{_type(substitute, numbers)}")
    return lines


def _element(word: str, name: Name, kind: Type, numbers: _Numbers | list[Complex]) -> str:
    return f"{word}{_name(name)}{_type(kind, numbers)}"


def _type(kind: Type, numbers: _Numbers | list[Complex]) -> str:
    if kind is None:
        return ""
    if isinstance(kind, Simple):
        return kind.canonical()
    if isinstance(numbers, _Numbers):
        return f" type {numbers.of(kind)}"
    numbers.append(kind)
    return " type "  # the digits alone are left out


def _name(name: Name) -> str:
    namespace = "".join(f"\\{ord(c)};" if c <= " " or c in "\\{}" else c for c in name[0])
    return f"{{{namespace}}}{name[1]}"
