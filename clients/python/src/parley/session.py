"""A session on the opening side: one connection, calls under way, and their end (docs/protocol/framing.md, 2 to 9)."""

from __future__ import annotations

import asyncio
import os
import struct
from collections import deque
from collections.abc import Sequence

from . import frame
from .budget import Budget
from .channels import Channel
from .errors import ErrorCode, ParleyError
from .exchanges import Exchanges
from .frame import Frame, FrameReader, Type
from .incoming import Incoming, Receiver
from .limits import Limits
from .outgoing import Sender
from .wire import Bytes

_PINGS = 16
_SLOW_SECONDS = 10.0


class Session:
    """Calls over one connection that was opened; every wait ends with a time of its limits."""

    def __init__(self, channel: Channel, reader: FrameReader, limits: Limits, total: Budget) -> None:
        self.limits = limits
        self.error: ParleyError | None = None
        self.is_draining = False
        self.heard = 0.0
        self.round_trip = 0.0
        self._loop = asyncio.get_running_loop()
        self._channel = channel
        self._reader = reader
        self._sender = Sender(channel, limits, self._loop.time)
        self._receiver = Receiver(limits, total, self._sender.control)
        self._pings_read = 0  # whose answers cannot have gone out: those of one read
        self._exchanges = Exchanges(self._sender, self._receiver, limits, self._calm)
        self._sequence = 0
        self._last_stream: int | None = None
        self._pings: deque[tuple[bytes, float]] = deque()
        self._controls: deque[float] = deque()
        self._tasks: list[asyncio.Task[None]] = []
        self._over = asyncio.Event()
        self._frame_since: float | None = None

    def start(self) -> None:
        """Begins to read and write."""
        self.heard = self._loop.time()
        self._tasks = [asyncio.create_task(work()) for work in (self._read, self._write, self._watch)]

    @property
    def takes_calls(self) -> bool:
        """Whether new calls may go by this session."""
        return self.error is None and not self.is_draining

    async def call(self, chunks: Sequence[Bytes], timeout: float | None) -> Incoming:
        """Sends a request and returns its answer, which has to be released."""
        if self.error is not None or self.is_draining:
            raise self.error or ParleyError(ErrorCode.GOING_AWAY, "the service drains the session")
        call = self._exchanges.begin(chunks, self._loop.create_future())
        try:
            async with asyncio.timeout(timeout):
                return await call.future
        except TimeoutError:
            self._exchanges.give_up(call, ErrorCode.TIMEOUT, self.error is None)
            raise ParleyError(
                ErrorCode.TIMEOUT, f"no answer within {timeout} seconds", dispatched=call.message.is_ended
            ) from None
        except asyncio.CancelledError:
            self._exchanges.give_up(call, ErrorCode.CANCELLED, self.error is None)
            raise
        finally:
            self._end_if_drained()

    def release(self, answer: Incoming) -> None:
        """Gives back the memory of an answer that was read."""
        self._receiver.release(answer)

    def ping(self) -> None:
        """Asks for a sign of life."""
        if len(self._pings) < _PINGS and self.error is None:
            payload = os.urandom(8)
            self._pings.append((payload, self._loop.time()))
            self._sender.control(Type.PING, 0, 0, payload)

    async def close(self) -> None:
        """Ends the session in order."""
        self._end(ParleyError(ErrorCode.CLOSED, "the session was closed by this side"), says=True)
        await self._over.wait()

    # --- tasks

    async def _read(self) -> None:
        try:
            data = b""  # what came behind ACCEPT is with the reader already
            while True:
                for found in self._reader.feed(data):
                    self._handle(found)
                    if self.error is not None:
                        return
                    self._frame_since = None
                if not self._reader.partial:
                    self._frame_since = None
                elif self._frame_since is None:
                    self._frame_since = self._loop.time()
                data = await self._channel.read()
                if not data:
                    break
                self.heard = self._loop.time()
                self._pings_read = 0
            self._end(ParleyError(ErrorCode.CONNECTION_LOST, "the connection was closed"), says=False)
        except ParleyError as e:
            self._end(e, says=True)
        except Exception as e:
            self._end(ParleyError(ErrorCode.INTERNAL, f"{type(e).__name__}: {e}"), says=True)

    async def _write(self) -> None:
        try:
            await self._sender.run()
            await self._channel.close()
        except OSError as e:
            self._end(ParleyError(ErrorCode.CONNECTION_LOST, f"{e}"), says=False)
        finally:
            self._cut()

    async def _watch(self) -> None:
        """Looks after the other side: silence, stalls, frames that drip."""
        alive = self.limits.keep_alive_millis / 1_000
        stall = self.limits.stall_millis / 1_000
        while self.error is None:
            await asyncio.sleep(min(alive, stall) / 8)
            now = self._loop.time()
            if now - self.heard > alive:
                self._end(ParleyError(ErrorCode.CONNECTION_LOST, "nothing came for the keep-alive time"), says=False)
            elif now - self.heard > alive / 2 and not self._pings:
                self.ping()
            if self._sender.waits_since is not None and now - self._sender.waits_since > stall:
                self._end(ParleyError(ErrorCode.TOO_SLOW, "content waits for the other side"), says=True)
            if self._drips(now):
                self._end(ParleyError(ErrorCode.TOO_SLOW, "a frame drips (parley.limits.frame-rate)"), says=True)
            self._receiver.settle()

    def _drips(self, now: float) -> bool:
        since = self._frame_since
        if since is None or now - since < _SLOW_SECONDS:
            return False
        return self._reader.partial < (now - since) * self.limits.frame_rate

    # --- frames

    def _handle(self, found: Frame) -> None:
        expected = self._sequence + 1 if found.type.is_numbered else 0
        if found.sequence != expected:
            raise ParleyError(ErrorCode.PROTOCOL, f"expected the sequence number {expected}, found {found.sequence}")
        self._sequence += found.type.is_numbered
        if found.type is not Type.CREDIT and bool(found.stream) != (found.type in (Type.DATA, Type.ABORT)):
            raise ParleyError(ErrorCode.PROTOCOL, f"a stream id that {found.type.name} does not have")
        if found.stream >= 2**31:
            raise ParleyError(ErrorCode.PROTOCOL, "a stream id above 2^31 - 1")
        if found.type is Type.DATA:
            self._exchanges.data(found)
            self._end_if_drained()
            return
        self._calm()
        match found.type:
            case Type.CREDIT:
                self._credit(found)
            case Type.ABORT:
                self._exchanges.abort(found)
                self._end_if_drained()
            case Type.GOAWAY:
                self._goaway(found)
            case Type.PING:
                _exactly(found, 8)
                self._pings_read += 1
                if self._pings_read > _PINGS:
                    raise ParleyError(ErrorCode.ENHANCE_CALM, f"more than {_PINGS} PINGs in one read")
                self._sender.control(Type.PONG, 0, 0, bytes(found.payload))
            case Type.PONG:
                self._pong(bytes(found.payload))
            case _:
                raise ParleyError(ErrorCode.PROTOCOL, f"{found.type.name} in a session that is open")

    def _calm(self) -> None:
        now = self._loop.time()
        self._controls.append(now)
        while self._controls[0] < now - 1:
            self._controls.popleft()
        if len(self._controls) > self.limits.control_rate:
            raise ParleyError(ErrorCode.ENHANCE_CALM, "more control frames than parley.limits.control-rate")

    def _credit(self, found: Frame) -> None:
        _exactly(found, 4)
        (count,) = struct.unpack(">I", found.payload)
        call = self._exchanges.find(found.stream) if found.stream else None
        if call is not None or not found.stream:
            self._sender.add_credit(call.message if call else None, count)

    def _goaway(self, found: Frame) -> None:
        if len(found.payload) < 5:
            raise ParleyError(ErrorCode.MALFORMED_FRAME, "a payload that is shorter than its fields")
        code, last = ErrorCode.of(found.payload[0]), int.from_bytes(found.payload[1:5], "big")
        error = ParleyError(code, frame.text_of(found.payload[5:]))
        if not found.flags & frame.DRAIN:
            self._last_stream = last
            self._end(error, says=False)
            return
        if self.is_draining:
            raise ParleyError(ErrorCode.PROTOCOL, "a second GOAWAY")
        self.is_draining = True
        for call in self._exchanges.all(above=last):
            self._exchanges.fail(call, ParleyError(ErrorCode.GOING_AWAY, error.text))
        self._end_if_drained()

    def _pong(self, payload: bytes) -> None:
        if not self._pings or self._pings[0][0] != payload:
            raise ParleyError(ErrorCode.PROTOCOL, "a PONG without its PING")
        self.round_trip = self._loop.time() - self._pings.popleft()[1]

    # --- the end

    def _end_if_drained(self) -> None:
        if self.is_draining and self._exchanges.are_over:
            self._end(ParleyError(ErrorCode.GOING_AWAY, "the service drained the session"), says=False)

    def _end(self, error: ParleyError, says: bool) -> None:
        if self.error is not None:
            return
        self.error = error
        if says:
            payload = bytes((error.code,)) + bytes(4) + frame.coded(error.code, error.text)[1:]
            self._sender.control(Type.GOAWAY, 0, 0, payload)
        for call in self._exchanges.all():
            stream = call.message.stream
            maybe = call.message.is_ended and (self._last_stream is None or stream <= self._last_stream)
            self._exchanges.fail(call, ParleyError(error.code, error.text, dispatched=maybe))
        self._sender.finish()
        self._loop.call_later(2.0, self._cut)

    def _cut(self) -> None:
        self._channel.abort()
        for task in self._tasks:
            if task is not asyncio.current_task(self._loop):
                task.cancel()
        self._over.set()


def _exactly(found: Frame, length: int) -> None:
    if len(found.payload) != length:
        raise ParleyError(ErrorCode.MALFORMED_FRAME, f"expected a payload of {length} bytes in {found.type.name}")
