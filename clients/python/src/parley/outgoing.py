"""Sending side of a session: messages in fragments, as credit and limits allow (sections 5 and 6)."""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from collections.abc import Callable, Sequence

from . import frame
from .channels import Channel
from .errors import ErrorCode, ParleyError
from .frame import Frame, Type
from .limits import MOST, Limits
from .wire import Bytes

_FRAGMENT = 131_072
_OVERHEAD = 64


class Outgoing:
    """A message that is sent, and the stream that it begins."""

    def __init__(self, kind: int, chunks: Sequence[Bytes], credit: int) -> None:
        self.kind = kind
        self.stream = 0
        self.credit = credit
        self.size = sum(len(chunk) for chunk in chunks)
        self.sent = 0
        self.is_ended = False
        self._chunks = deque(memoryview(chunk).cast("B") for chunk in chunks)

    def take(self, most: int) -> bytes:
        """Returns the next bytes of the content."""
        pieces = []
        while most and self._chunks:
            chunk = self._chunks.popleft()
            if len(chunk) > most:
                self._chunks.appendleft(chunk[most:])
                chunk = chunk[:most]
            pieces.append(chunk)
            most -= len(chunk)
        taken = b"".join(pieces)
        self.sent += len(taken)
        return taken


class Sender:
    """Writes the frames of a session: control frames at once, fragments of messages in turn."""

    def __init__(self, channel: Channel, limits: Limits, clock: Callable[[], float]) -> None:
        self.next_stream = 1
        self.credit = limits.session_credit
        self.waits_since: float | None = None
        self._channel = channel
        self._limits = limits
        self._clock = clock
        self._checksum = not channel.is_secured
        self._fragment = min(_FRAGMENT, limits.frame_bytes - _OVERHEAD, max(1, limits.stream_credit // 2))
        self._sequence = 0
        self._control: deque[tuple[Type, int, int, bytes]] = deque()
        self._waiting: deque[Outgoing] = deque()
        self._sending: deque[Outgoing] = deque()
        self._under_way: dict[int, int] = {}
        self._reserved = 0
        self._wakes = asyncio.Event()
        self._last: bool = False

    def control(self, kind: Type, flags: int, stream: int, payload: bytes) -> None:
        """Sends a frame other than DATA, before what waits."""
        self._control.append((kind, flags, stream, payload))
        self._wakes.set()

    def begin(self, message: Outgoing) -> None:
        """Sends a message as soon as there is room for it at the other side."""
        self._waiting.append(message)
        self._wakes.set()

    def over(self, message: Outgoing) -> None:
        """Forgets a message that was answered or is given up."""
        for queue in (self._waiting, self._sending):
            if message in queue:
                queue.remove(message)
        if self._under_way.pop(message.stream, None) is not None:
            self._reserved -= message.size
        self._wakes.set()

    def add_credit(self, message: Outgoing | None, count: int) -> None:
        """Takes credit for a stream or, without one, for the session (rows F3 and F4)."""
        if not 0 < count <= MOST:
            raise ParleyError(ErrorCode.MALFORMED_FRAME, f"expected credit from 1 to {MOST}, found {count}")
        if message is None:
            self.credit += count
        else:
            message.credit += count
        if (self.credit if message is None else message.credit) > MOST:
            raise ParleyError(ErrorCode.FLOW_CONTROL, "credit above 2^31 - 1")
        self._wakes.set()

    def finish(self) -> None:
        """Lets `run` end once all control frames are written."""
        self._last = True
        self._waiting.clear()
        self._sending.clear()
        self._wakes.set()

    async def run(self) -> None:
        """Writes until `finish`."""
        while True:
            self._wakes.clear()
            while self._control:
                await self._frame(*self._control.popleft())
            if self._last:
                return
            self._admit()
            message = self._next()
            if message is not None:
                await self._send(message)
            else:
                if self._sending and self.waits_since is None:
                    self.waits_since = self._clock()
                await self._wakes.wait()

    def _admit(self) -> None:
        """Begins messages in their order, while the other side has memory and streams for them."""
        while self._waiting and len(self._under_way) < self._limits.streams:
            message = self._waiting[0]
            if self._under_way and self._reserved + message.size > self._limits.session_bytes:
                return
            self._waiting.popleft()
            message.stream = self.next_stream
            self.next_stream += 2
            self._under_way[message.stream] = message.size
            self._reserved += message.size
            self._sending.append(message)

    def _next(self) -> Outgoing | None:
        """Returns the next message in turn that has credit."""
        for _ in range(len(self._sending)):
            message = self._sending.popleft()
            if min(message.credit, self.credit) > 0:
                return message
            self._sending.append(message)
        return None

    async def _send(self, message: Outgoing) -> None:
        is_first = not message.sent
        content = message.take(min(self._fragment, message.credit, self.credit))
        message.credit -= len(content)
        self.credit -= len(content)
        message.is_ended = message.sent == message.size
        flags = (frame.BEGIN | message.kind if is_first else 0) | (frame.END if message.is_ended else 0)
        payload = struct.pack(">Q", message.size) + content if is_first else content
        if message.is_ended:
            if message.kind == frame.ONE_WAY:
                self._under_way.pop(message.stream, None)
                self._reserved -= message.size
        else:
            self._sending.append(message)
        await self._frame(Type.DATA, flags, message.stream, payload)

    async def _frame(self, kind: Type, flags: int, stream: int, payload: bytes) -> None:
        if kind.is_numbered:
            self._sequence += 1
        number = self._sequence if kind.is_numbered else 0
        self.waits_since = self._clock()
        await self._channel.write(frame.write(Frame(kind, flags, number, stream, payload), self._checksum))
        self.waits_since = None
