"""Numbers and texts as hhfr and message heads have them."""

from __future__ import annotations

from .errors import malformed

Bytes = bytes | bytearray | memoryview


def varint(number: int) -> bytes:
    """Returns an unsigned number, seven bits a byte, low bits first."""
    if number < 0:
        raise ValueError("a varint is not negative")
    if number < 0x80:
        return bytes((number,))
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number: int) -> bytes:
    """Returns a signed number as a varint."""
    return varint(number << 1 if number >= 0 else (-number << 1) - 1)


def text(value: str) -> bytes:
    """Returns the length of a text in UTF-8 and its bytes."""
    encoded = value.encode("utf-8")
    return varint(len(encoded)) + encoded


class Reader:
    """Cursor over received bytes; every read is held against what remains."""

    __slots__ = ("data", "end", "position")

    def __init__(self, data: Bytes, position: int = 0) -> None:
        self.data = data if isinstance(data, memoryview) else memoryview(data)
        self.position = position
        self.end = len(self.data)

    @property
    def remaining(self) -> int:
        """How many bytes are left."""
        return self.end - self.position

    def where(self) -> str:
        """Returns the place for an error."""
        return f"byte {self.position}"

    def byte(self) -> int:
        """Reads one byte."""
        if self.position >= self.end:
            raise malformed("a byte", "the end", self.where())
        value = self.data[self.position]
        self.position += 1
        return value

    def take(self, count: int) -> memoryview:
        """Reads so many bytes without a copy."""
        start = self.position
        if count > self.end - start:
            raise malformed(f"{count} bytes", f"{self.end - start}", self.where())
        self.position = start + count
        return self.data[start : self.position]

    def varint(self, most: int = 2**63 - 1) -> int:
        """Reads an unsigned number in its shortest form."""
        start = self.position
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 63:
                raise malformed("a number of at most 63 bits", "a longer one", f"byte {start}")
        if byte == 0 and shift:
            raise malformed("a number in its shortest form", "a longer one", f"byte {start}")
        if value > most:
            raise malformed(f"a number up to {most}", f"{value}", f"byte {start}")
        return value

    def zigzag(self) -> int:
        """Reads a signed number."""
        value = self.varint()
        return value >> 1 if not value & 1 else -((value + 1) >> 1)

    def count(self) -> int:
        """Reads how many things follow; each takes at least a byte, unless the caller knows better."""
        return self.varint(2**31 - 1)

    def length(self) -> int:
        """Reads the length of bytes that follow and have to be there."""
        start = self.position
        value = self.varint()
        if value > self.remaining:
            raise malformed(f"a length of at most {self.remaining}", f"{value}", f"byte {start}")
        return value

    def text(self, most: int = 2**31) -> str:
        """Reads a text of at most so many bytes of UTF-8."""
        start = self.position
        length = self.length()
        if length > most:
            raise malformed(f"a text of at most {most} bytes", f"{length}", f"byte {start}")
        try:
            return str(self.take(length), "utf-8")
        except UnicodeDecodeError:
            raise malformed("UTF-8", "other bytes", f"byte {start}") from None
