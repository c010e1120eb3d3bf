"""Arrays of numbers that travel as one block: taken out of arguments, and put into results, of zeep."""

from __future__ import annotations

import copy
import secrets
import sys
from array import array
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from .decoder import MANY
from .layout import Scalar
from .wire import Bytes

if TYPE_CHECKING:
    import numpy

ArrayKind = Literal["list", "numpy"]
_INTEGERS = "bhiqBHI"


class Mark:
    """Stand-in for many numbers among the arguments of a call; zeep writes it as the text of one element."""

    def __init__(self) -> None:
        self._text = f"PARLEY-{secrets.token_hex(16).upper()}"

    def __str__(self) -> str:
        return self._text


class ArrayBlock:
    """Numbers in an array of the standard library."""

    def __init__(self, numbers: array[Any]) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def pack(self, scalar: Scalar, big: bool) -> Bytes:
        """Returns the numbers in the form of a scalar; ValueError if they do not all fit."""
        if not scalar.code or scalar is Scalar.BOOLEAN or (self._numbers.typecode == "d" and scalar.code in _INTEGERS):
            raise ValueError(f"numbers where {scalar.name} is expected")
        try:
            same = self._numbers.typecode == scalar.code
            packed = self._numbers if same else array(scalar.code, self._numbers)
        except OverflowError as e:
            raise ValueError(str(e)) from None
        if big != (sys.byteorder == "big"):
            packed = array(packed.typecode, packed)
            packed.byteswap()
        return memoryview(packed).cast("B")


class NumpyBlock:
    """Numbers in an array of numpy; not copied where it has the form that the schema has."""

    def __init__(self, numbers: numpy.ndarray[Any, Any]) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def pack(self, scalar: Scalar, big: bool) -> Bytes:
        """Returns the numbers in the form of a scalar; ValueError if they do not all fit."""
        import numpy

        if not scalar.code or scalar is Scalar.BOOLEAN:
            raise ValueError(f"numbers where {scalar.name} is expected")
        kind = numpy.dtype((">" if big else "<") + _numpy_code(scalar))
        if kind.kind in "iu":
            if self._numbers.dtype.kind not in "iu":
                raise ValueError(f"numbers with fractions where {scalar.name} is expected")
            bounds = numpy.iinfo(kind)
            if len(self._numbers) and not (
                bounds.min <= int(self._numbers.min()) and int(self._numbers.max()) <= bounds.max
            ):
                raise ValueError(f"numbers beyond {scalar.name}")
        packed = numpy.ascontiguousarray(self._numbers, dtype=kind)
        return packed.view(numpy.uint8).data if len(packed) else b""


Block = ArrayBlock | NumpyBlock


def lift(value: Any, blocks: dict[str, Block]) -> Any:
    """Returns a value with marks in place of its long lists of numbers; what is without them is not copied."""

    def lifted(found: Any) -> Any:
        if isinstance(found, list | tuple):
            block: Block | None = _block(found)
        elif isinstance(found, array):
            block = ArrayBlock(found)
        else:
            block = NumpyBlock(found) if found.dtype.kind in "iuf" else None
        if block is None:
            return found if isinstance(found, list | tuple) else found.tolist()
        mark = Mark()
        blocks[str(mark)] = block
        return [mark]

    return _replaced(value, lifted)


def plain(value: Any) -> Any:
    """Returns a value with lists in place of its arrays, as zeep takes it."""
    return _replaced(value, lambda found: found if isinstance(found, list | tuple) else found.tolist())


def _replaced(value: Any, replace: Callable[[Any], Any]) -> Any:
    """Returns a value with each sequence of numbers replaced; nothing of the caller's is changed."""
    if _is_numpy(value) or (isinstance(value, array) and value.typecode in "bhiqBHIfd"):
        return replace(value)
    if isinstance(value, list | tuple):
        found = replace(value)
        if found is not value or not value or not _may_have_lists(value[0]):
            return found
        items = [_replaced(item, replace) for item in value]
        return type(value)(items) if any(a is not b for a, b in zip(value, items, strict=True)) else value
    values = value if isinstance(value, dict) else getattr(value, "__values__", None)
    if not isinstance(values, Mapping):
        return value
    fields = {key: _replaced(item, replace) for key, item in values.items()}
    if all(fields[key] is item for key, item in values.items()):
        return value
    if isinstance(value, dict):
        return fields
    copied = copy.copy(value)
    copied.__values__ = OrderedDict(fields)
    return copied


class ArrayKeeper:
    """Keeps the arrays of an answer, and puts them where zeep has a list of one stand-in."""

    def __init__(self, kind: ArrayKind) -> None:
        self._kind = kind
        self._kept: dict[float | int, Any] = {}

    def keep(self, scalar: Scalar, big: bool, content: memoryview) -> str | None:
        """Takes numbers and returns the text that stands for them."""
        if scalar is Scalar.BOOLEAN or (self._kind == "list" and scalar is Scalar.FLOAT):
            return None
        whole = scalar not in (Scalar.FLOAT, Scalar.DOUBLE)
        stand_in = (1 << 62) + secrets.randbits(61) if whole else 1e-290 * (1 + secrets.randbits(52))
        self._kept[stand_in] = self._made(scalar, big, content)
        return repr(stand_in)

    def restore(self, value: Any) -> Any:
        """Returns a result of zeep with the arrays in it."""
        if not self._kept:
            return value
        if isinstance(value, list):
            if len(value) == 1 and isinstance(value[0], float | int) and value[0] in self._kept:
                return self._kept[value[0]]
            if value and _may_have_lists(value[0]):
                value[:] = [self.restore(item) for item in value]
            return value
        values = value if isinstance(value, dict) else getattr(value, "__values__", None)
        if isinstance(values, dict):
            for key, item in values.items():
                values[key] = self.restore(item)
        return value

    def _made(self, scalar: Scalar, big: bool, content: memoryview) -> Any:
        if self._kind == "numpy":
            import numpy

            return numpy.frombuffer(content, dtype=(">" if big else "<") + _numpy_code(scalar))
        numbers = array(scalar.code)
        numbers.frombytes(content)
        if big != (sys.byteorder == "big"):
            numbers.byteswap()
        return numbers.tolist()


def _block(value: Sequence[Any]) -> Block | None:
    if len(value) < MANY or type(value[0]) not in (int, float):
        return None
    kinds = set(map(type, value))
    if kinds == {int}:
        try:
            return ArrayBlock(array("q", value))
        except OverflowError:
            return None
    return ArrayBlock(array("d", value)) if kinds == {float} else None


def _may_have_lists(value: Any) -> bool:
    return not isinstance(value, str | bytes | int | float | None)


def _is_numpy(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray) and value.ndim == 1


def _numpy_code(scalar: Scalar) -> str:
    return {"b": "i1", "h": "i2", "i": "i4", "q": "i8", "B": "u1", "H": "u2", "I": "u4", "f": "f4", "d": "f8"}[
        scalar.code
    ]
