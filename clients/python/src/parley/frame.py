"""Frames of docs/protocol/framing.md, sections 2 to 4: their bytes, and what a reader checks of each."""

from __future__ import annotations

import struct
from collections.abc import Generator
from dataclasses import dataclass
from enum import IntEnum

import google_crc32c

from .errors import ErrorCode, ParleyError
from .wire import Bytes

MAGIC = b"PRLY"
VERSION = 1
PAYLOAD_CHECKSUM = 0x0001
HEADER = 20
PREAMBLE = 8
TEXT = 512

_HEADER = struct.Struct(">IBBHIII")
_LEADING = struct.Struct(">IBBHII")


class Type(IntEnum):
    """Type of a frame."""

    OPEN = 1
    ACCEPT = 2
    REFUSE = 3
    RESUME = 4
    ACK = 5
    PING = 6
    PONG = 7
    GOAWAY = 8
    DATA = 9
    CREDIT = 10
    ABORT = 11
    EXPENDABLE = 12

    @property
    def is_numbered(self) -> bool:
        """Whether frames of this type have sequence numbers."""
        return Type.GOAWAY <= self <= Type.ABORT


BEGIN, END, AT_MOST, SIDES = 0x01, 0x02, 0x04, 0x08
KIND = 0x70
REQUEST, ONE_WAY, RESPONSE, FAULT, SIDE = 0x00, 0x10, 0x20, 0x30, 0x40
DRAIN = DISPATCHED = 0x01

_FLAGS = {Type.GOAWAY: 0x01, Type.DATA: 0x7F, Type.ABORT: 0x01}


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame; `payload` has no checksum any more."""

    type: Type
    flags: int
    sequence: int
    stream: int
    payload: Bytes


def crc(data: Bytes) -> int:
    """Returns the CRC32C of bytes."""
    return int(google_crc32c.value(data if isinstance(data, bytes) else bytes(data)))


def preamble(features: int) -> bytes:
    """Returns the first bytes of a side."""
    return MAGIC + struct.pack(">BBH", VERSION, 0, features)


def read_preamble(data: Bytes) -> int:
    """Returns the feature bits of the other side's first 8 bytes (rows P1 to P4)."""
    version, zero, features = struct.unpack(">BBH", data[4:PREAMBLE])
    if bytes(data[:4]) != MAGIC:
        raise ParleyError(ErrorCode.MALFORMED_FRAME, "expected a preamble of Parley, found other bytes")
    if version != VERSION or zero or features & ~PAYLOAD_CHECKSUM:
        raise ParleyError(ErrorCode.VERSION, f"expected version {VERSION}, found {version}, features {features:#06x}")
    return int(features)


def write(frame: Frame, checksum: bool) -> list[bytes]:
    """Returns a frame as pieces to send one behind the other."""
    payload = frame.payload if isinstance(frame.payload, bytes) else bytes(frame.payload)
    checked = checksum and bool(payload)
    length = HEADER + len(payload) + (4 if checked else 0)
    leading = _LEADING.pack(
        length, frame.type, frame.flags, frame.sequence >> 32, frame.sequence & 0xFFFFFFFF, frame.stream
    )
    head = leading + struct.pack(">I", crc(leading))
    if not checked:
        return [head, payload] if payload else [head]
    return [head, payload, struct.pack(">I", crc(payload))]


class FrameReader:
    """Finds frames in the bytes of a channel and checks each by itself (rows H1 to H8)."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.features: int | None = None
        self._buffer = bytearray()

    @property
    def partial(self) -> int:
        """How many bytes of a frame that is not whole are there."""
        return len(self._buffer)

    def feed(self, data: Bytes) -> Generator[Frame, None, None]:
        """Takes bytes and yields the frames that they make whole; the limit may be changed between two frames."""
        self._buffer += data
        position = 0
        try:
            if self.features is None:
                if len(self._buffer) < PREAMBLE:
                    return
                self.features = read_preamble(self._buffer)
                position = PREAMBLE
            while len(self._buffer) - position >= HEADER:
                length = self._header(position)
                if len(self._buffer) - position < length:
                    return
                frame = self._frame(position, length)
                position += length
                yield frame
        finally:
            if position:
                del self._buffer[:position]

    def _header(self, position: int) -> int:
        length = int.from_bytes(self._buffer[position : position + 4], "big")
        if not HEADER <= length <= self.most:
            raise ParleyError(
                ErrorCode.MALFORMED_FRAME,
                f"expected a length from {HEADER} to {self.most} (parley.limits.frame-bytes), found {length}",
            )
        found = int.from_bytes(self._buffer[position + 16 : position + 20], "big")
        if crc(self._buffer[position : position + 16]) != found:
            raise ParleyError(ErrorCode.MALFORMED_FRAME, "the checksum of a frame's header does not hold")
        return length

    def _frame(self, position: int, length: int) -> Frame:
        _, number, flags, high, low, stream, _ = _HEADER.unpack_from(self._buffer, position)
        try:
            kind = Type(number)
        except ValueError:
            raise ParleyError(ErrorCode.MALFORMED_FRAME, f"expected a type of frame, found {number}") from None
        if flags & ~_FLAGS.get(kind, 0):
            raise ParleyError(ErrorCode.MALFORMED_FRAME, f"a flag that {kind.name} does not have: {flags:#04x}")
        end = position + length
        view = memoryview(self._buffer)
        if length == HEADER or not (self.features or 0) & PAYLOAD_CHECKSUM:
            payload = bytes(view[position + HEADER : end])
        elif length < HEADER + 5:
            raise ParleyError(ErrorCode.MALFORMED_FRAME, "a payload that is shorter than its checksum")
        else:
            payload = bytes(view[position + HEADER : end - 4])
            if crc(payload) != int.from_bytes(view[end - 4 : end], "big"):
                raise ParleyError(ErrorCode.CHECKSUM, "the checksum of a payload does not hold")
        return Frame(kind, flags, high << 32 | low, stream, payload)


def text_of(payload: Bytes) -> str:
    """Returns the text at the end of a payload; control characters are replaced (rows E2 and E3)."""
    if len(payload) > TEXT:
        raise ParleyError(ErrorCode.MALFORMED_FRAME, f"expected a text of at most {TEXT} bytes, found {len(payload)}")
    decoded = bytes(payload).decode("utf-8", "replace").replace("\ufffd", "?")
    return "".join("?" if ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 else c for c in decoded)


def coded(code: ErrorCode, text: str) -> bytes:
    """Returns a code and a text as REFUSE and ABORT have them."""
    return bytes((code,)) + text.encode("utf-8")[:TEXT].decode("utf-8", "ignore").encode("utf-8")


def read_coded(payload: Bytes) -> tuple[ErrorCode, str]:
    """Returns code and text of REFUSE and ABORT."""
    if not payload:
        raise ParleyError(ErrorCode.MALFORMED_FRAME, "a payload that is shorter than its fields")
    return ErrorCode.of(payload[0]), text_of(payload[1:])


def open_payload(token: bytes, digest: bytes, terms: bytes) -> bytes:
    """Returns the payload of OPEN."""
    return bytes((len(token),)) + token + digest + struct.pack(">H", len(terms)) + terms
