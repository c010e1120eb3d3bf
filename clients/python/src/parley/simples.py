"""Layouts of simple types (docs/reference/hhfr-schema.md, Scalars and Annotations)."""

from __future__ import annotations

from dataclasses import replace

from .layout import Name, Scalar, Simple
from .xsd import HHFR, XS, Component, Schemas, local

_STRINGS = [
    "string",
    "normalizedString",
    "token",
    "language",
    "NMTOKEN",
    "Name",
    "NCName",
    "ID",
    "IDREF",
    "ENTITY",
    "anyURI",
    "anySimpleType",
    "anyAtomicType",
]
_CALENDARS = ["dateTime", "date", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay"]
_INTEGERS = [
    "integer",
    "unsignedLong",
    "positiveInteger",
    "nonPositiveInteger",
    "negativeInteger",
    "nonNegativeInteger",
]
_PLAIN = {
    "boolean": Scalar.BOOLEAN,
    "byte": Scalar.BYTE,
    "short": Scalar.SHORT,
    "int": Scalar.INT,
    "long": Scalar.LONG,
    "unsignedByte": Scalar.UNSIGNED_BYTE,
    "unsignedShort": Scalar.UNSIGNED_SHORT,
    "unsignedInt": Scalar.UNSIGNED_INT,
    "decimal": Scalar.DECIMAL,
    "float": Scalar.FLOAT,
    "double": Scalar.DOUBLE,
    "hexBinary": Scalar.HEX_BINARY,
    "base64Binary": Scalar.BASE64_BINARY,
    "duration": Scalar.DURATION,
    "QName": Scalar.QNAME,
    "NOTATION": Scalar.QNAME,
}
STRING = Simple(Scalar.STRING)
_BUILT_INS: dict[str, Simple] = {
    **dict.fromkeys(_STRINGS, STRING),
    **{name: Simple(Scalar.STRING, is_list=True) for name in ("NMTOKENS", "IDREFS", "ENTITIES")},
    **{name: Simple(Scalar.CALENDAR, calendar=name) for name in _CALENDARS},
    **{name: Simple(Scalar.INTEGER) for name in _INTEGERS},
    **{name: Simple(scalar) for name, scalar in _PLAIN.items()},
}
_ENCODINGS = {"UTF-8": "", "ISO-8859-1": "LATIN_1", "UTF-16": "UTF_16"}
_SEVERAL_BYTES = frozenset("hiqHIfd")


class UnknownError(Exception):
    """A component that is missing or cannot be used: what refers to it is infoset."""


class SimpleTypes:
    """Simple types of a set of schemas."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas

    def named(self, name: Name) -> Simple:
        """Returns a type by its name."""
        if name[0] == XS:
            found = _BUILT_INS.get(name[1])
            if found is None:
                raise UnknownError(name)
            return found
        component = self._schemas.get("simpleType", name)
        if component is None:
            raise UnknownError(name)
        return self.of(component)

    def of(self, component: Component, depth: int = 0) -> Simple:
        """Returns the type that a definition has."""
        if depth > 100:
            raise UnknownError(component.name)
        for child in component.children("restriction", "list", "union"):
            form = local(child.node)
            if form == "union":
                return self.annotated(STRING, component)
            attribute = "base" if form == "restriction" else "itemType"
            name = child.qname(attribute)
            inner = child.first("simpleType")
            if name is not None:
                simple = self.named(name)
            elif inner is not None:
                simple = self.of(inner, depth + 1)
            else:
                raise UnknownError(component.name)
            if form == "list":
                simple = replace(simple, is_list=True)
            return self.annotated(simple, component)
        raise UnknownError(component.name)

    def annotated(self, simple: Simple, component: Component) -> Simple:
        """Returns a type with what a declaration or definition says of its bytes."""
        order, length, encoding = (component.node.get(f"{{{HHFR}}}{a}") for a in ("byteOrder", "length", "encoding"))
        if order is not None and simple.scalar.code in _SEVERAL_BYTES:
            simple = replace(simple, big=order == "big")
        if length is not None:
            simple = replace(simple, length=int(length))
        if encoding is not None:
            simple = replace(simple, encoding=_ENCODINGS[encoding])
        return simple
