"""Generated values for the types of a WSDL, as zeep takes them."""

from __future__ import annotations

import datetime
import decimal
import random
from typing import Any

from zeep import xsd
from zeep.xsd.types import builtins

_DEPTH = 4


def of(element: Any, rng: random.Random, depth: int = 0) -> Any:
    """Returns a value of an element."""
    if element.accepts_multiple:
        count = max(element.min_occurs, rng.randint(0, 3))
        return [one(element.type, rng, depth) for _ in range(count)]
    if element.is_optional and (depth >= _DEPTH or rng.random() < 0.3):
        return None
    return one(element.type, rng, depth)


def one(kind: Any, rng: random.Random, depth: int) -> Any:
    """Returns a value of a type."""
    if isinstance(kind, xsd.ListType):
        return [one(kind.item_type, rng, depth) for _ in range(rng.randint(0, 3))]
    if isinstance(kind, xsd.ComplexType):
        return _complex(kind, rng, depth)
    return _simple(kind, rng)


def _complex(kind: Any, rng: random.Random, depth: int) -> Any:
    if depth > _DEPTH:
        return None
    values: dict[str, Any] = {}
    elements = [(name, element) for name, element in kind.elements if isinstance(element, xsd.Element)]
    if elements and isinstance(kind._element, xsd.Choice):
        elements = [rng.choice(elements)]
    for name, element in elements:
        values[name] = of(element, rng, depth + 1)
    for name, attribute in kind.attributes:
        if isinstance(attribute, xsd.Attribute) and rng.random() < 0.7:
            values[name] = one(attribute.type, rng, depth + 1)
    return values


def _simple(kind: Any, rng: random.Random) -> Any:
    for known, make in _MAKERS:
        if isinstance(kind, known):
            return make(rng)
    return "".join(rng.choice("abcxyz") for _ in range(rng.randint(1, 6)))


def _moment(rng: random.Random) -> datetime.datetime:
    return datetime.datetime(rng.randint(1970, 2100), rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23), 5, 7)


_MAKERS: list[tuple[Any, Any]] = [
    (builtins.Boolean, lambda rng: rng.random() < 0.5),
    ((builtins.NegativeInteger,), lambda rng: -rng.randint(1, 99)),
    ((builtins.NonPositiveInteger,), lambda rng: -rng.randint(0, 99)),
    ((builtins.Integer,), lambda rng: rng.randint(1, 99)),
    (builtins.Decimal, lambda rng: decimal.Decimal(rng.randint(-99_999, 99_999)).scaleb(-2)),
    (builtins.Float, lambda rng: rng.choice([0.5, -1.25, 3.0])),
    (builtins.Double, lambda rng: rng.choice([0.1, -1e300, 2.5e-7, 3.0])),
    (builtins.Duration, lambda rng: datetime.timedelta(days=rng.randint(0, 40), seconds=rng.randint(0, 9_999))),
    (builtins.DateTime, _moment),
    (builtins.Time, lambda rng: _moment(rng).time()),
    (builtins.Date, lambda rng: _moment(rng).date()),
    (builtins.gYearMonth, lambda rng: (rng.randint(1970, 2100), rng.randint(1, 12), None)),
    (builtins.gYear, lambda rng: (rng.randint(1970, 2100), None)),
    (builtins.gMonthDay, lambda rng: (rng.randint(1, 12), rng.randint(1, 28), None)),
    (builtins.gDay, lambda rng: (rng.randint(1, 28), None)),
    (builtins.gMonth, lambda rng: (rng.randint(1, 12), None)),
    (builtins.HexBinary, lambda rng: rng.randbytes(rng.randint(0, 9)).hex().upper()),
    (builtins.Base64Binary, lambda rng: rng.randbytes(rng.randint(0, 9))),
    (builtins.QName, lambda rng: f"name{rng.randint(0, 9)}"),
]
