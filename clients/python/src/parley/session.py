"""A session on the opening side: one connection, calls under way, and their end (docs/protocol.md, 2 to 9)."""

from __future__ import annotations

import asyncio
import os
import struct
from collections import deque
from collections.abc import Sequence

from . import frame
from .budget import Budget
from .channels import Channel
from .errors import ErrorCode, ParleyError, limit_error
from .frame import Frame, FrameReader, Type
from .incoming import Incoming, Receiver, UnwantedError
from .limits import Limits
from .outgoing import Outgoing, Sender
from .wire import Bytes

_PINGS = 16
_SLOW_SECONDS = 10.0
_MESSAGE_ERRORS = frozenset({ErrorCode.LIMIT, ErrorCode.BUDGET, ErrorCode.MALFORMED_MESSAGE})


class _Call:
    """A request that waits for its answer."""

    def __init__(self, message: Outgoing, future: asyncio.Future[Incoming]) -> None:
        self.message = message
        self.future = future
        self.answer: Incoming | None = None


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
        self._calls: dict[int, _Call] = {}
        self._waiting: set[_Call] = set()
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
        call = self._begin(frame.REQUEST, chunks)
        try:
            async with asyncio.timeout(timeout):
                return await call.future
        except TimeoutError:
            self._give_up(call, ErrorCode.TIMEOUT)
            raise ParleyError(
                ErrorCode.TIMEOUT, f"no answer within {timeout} seconds", dispatched=call.message.is_ended
            ) from None
        except asyncio.CancelledError:
            self._give_up(call, ErrorCode.CANCELLED)
            raise

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

    # --- calls

    def _begin(self, kind: int, chunks: Sequence[Bytes]) -> _Call:
        if self.error is not None or self.is_draining:
            raise self.error or ParleyError(ErrorCode.GOING_AWAY, "the service drains the session")
        message = Outgoing(kind, chunks, self.limits.stream_credit)
        if message.size > self.limits.message_bytes:
            raise limit_error("parley.limits.message-bytes", self.limits.message_bytes, message.size, "a request")
        call = _Call(message, self._loop.create_future())
        self._waiting.add(call)
        self._sender.begin(message)
        return call

    def _find(self, stream: int) -> _Call | None:
        found = self._calls.get(stream)
        if found is None:
            for call in [call for call in self._waiting if call.message.stream]:
                self._waiting.discard(call)
                self._calls[call.message.stream] = call
            found = self._calls.get(stream)
        return found

    def _give_up(self, call: _Call, code: ErrorCode) -> None:
        if call.message.stream and self.error is None:
            self._sender.control(Type.ABORT, 0, call.message.stream, frame.coded(code, ""))
        self._forget(call)

    def _forget(self, call: _Call) -> None:
        self._calls.pop(call.message.stream, None)
        self._waiting.discard(call)
        self._sender.over(call.message)
        if call.answer is not None and (not call.answer.is_whole or call.future.cancelled()):
            self._receiver.release(call.answer)
        if self.is_draining and not self._calls and not self._waiting:
            self._end(self._drained(), says=False)

    def _fail(self, call: _Call, error: ParleyError) -> None:
        if not call.future.done():
            call.future.set_exception(error)
            call.future.exception()
        self._forget(call)

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
            self._data(found)
            return
        self._calm()
        match found.type:
            case Type.CREDIT:
                self._credit(found)
            case Type.ABORT:
                self._abort(found)
            case Type.GOAWAY:
                self._goaway(found)
            case Type.PING:
                _exactly(found, 8)
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
        call = self._find(found.stream) if found.stream else None
        if call is None and found.stream:
            self._must_be_closed(found.stream)
            return
        self._sender.add_credit(call.message if call else None, count)

    def _abort(self, found: Frame) -> None:
        code, text = _coded(found.payload)
        side = self._receiver.side_of(found.stream)
        if side is not None and side.owner is not None:
            self._receiver.end_side(side)
            self._refuse(side.owner, ParleyError(code, f"a side stream was aborted: {text}", dispatched=True))
            return
        call = self._find(found.stream)
        if call is None:
            self._must_be_closed(found.stream)
            return
        dispatched = bool(found.flags & frame.DISPATCHED) or not (code.is_safe or not call.message.is_ended)
        self._fail(call, ParleyError(code, text, dispatched=dispatched))

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
        self._find(0)
        for call in [*self._waiting, *(call for stream, call in self._calls.items() if stream > last)]:
            self._fail(call, ParleyError(ErrorCode.GOING_AWAY, error.text))
        if not self._calls:
            self._end(self._drained(), says=False)

    def _pong(self, payload: bytes) -> None:
        if not self._pings or self._pings[0][0] != payload:
            raise ParleyError(ErrorCode.PROTOCOL, "a PONG without its PING")
        self.round_trip = self._loop.time() - self._pings.popleft()[1]

    def _must_be_closed(self, stream: int) -> None:
        begun = stream < self._sender.next_stream if stream % 2 else self._receiver.was_begun(stream)
        if not begun:
            raise ParleyError(ErrorCode.PROTOCOL, "a frame for a stream that was never begun")

    # --- messages

    def _data(self, found: Frame) -> None:
        kind = found.flags & frame.KIND
        begins, ends = bool(found.flags & frame.BEGIN), bool(found.flags & frame.END)
        if kind > frame.SIDE or (kind and not begins):
            raise ParleyError(ErrorCode.MALFORMED_FRAME, "a kind that DATA does not have here")
        if found.flags & frame.SIDES and (not ends or kind == frame.SIDE):
            raise ParleyError(ErrorCode.MALFORMED_FRAME, "an announcement without the end of a message")
        if begins and kind == frame.REQUEST:
            raise ParleyError(ErrorCode.PROTOCOL, "a request from the accepting side")
        if begins and kind in (frame.ONE_WAY, frame.SIDE):
            self._receiver.rising(found.stream)
        message, data = self._place(found, kind, begins)
        if found.flags & frame.SIDES:
            count, data = int.from_bytes(data[:2], "big"), data[2:]
            if message is not None:
                self._receiver.announce(message, count)
        if not (begins or ends or len(data)):
            raise ParleyError(ErrorCode.PROTOCOL, "a fragment of nothing")
        self._receiver.session(len(data))
        if message is None:
            self._calm()
            return
        try:
            self._receiver.content(message, data, found.flags)
        except ParleyError as e:
            self._refuse(message, e)
            return
        self._finish(message)

    def _place(self, found: Frame, kind: int, begins: bool) -> tuple[Incoming | None, memoryview]:
        """Returns what a fragment belongs to, None if it is to be dropped, and the content of the fragment."""
        if begins and kind == frame.SIDE:
            return self._place_side(found)
        if begins:
            message, data = self._receiver.begin(found, kind)
            return self._place_first(found, message), data
        data = memoryview(found.payload)
        raised = None
        if found.flags & frame.AT_MOST:
            if len(data) < 8:
                raise ParleyError(ErrorCode.MALFORMED_FRAME, "a payload that is shorter than its fields")
            raised, data = int.from_bytes(data[:8], "big"), data[8:]
        message_or_none = self._under_way(found.stream)
        if message_or_none is not None and raised is not None:
            try:
                self._receiver.raise_bound(message_or_none, raised)
            except ParleyError as e:
                self._refuse(message_or_none, e)
                return None, data
        return message_or_none, data

    def _place_first(self, found: Frame, message: Incoming) -> Incoming | None:
        if message.kind == frame.ONE_WAY:
            if not found.flags & frame.END:
                text = frame.coded(ErrorCode.NOT_DISPATCHED, "nobody takes messages here")
                self._sender.control(Type.ABORT, 0, found.stream, text)
            return None
        call = self._find(found.stream)
        if call is None:
            self._must_be_closed(found.stream)
            return None
        if not call.message.is_ended or (call.answer is not None and call.answer.is_ended):
            raise ParleyError(ErrorCode.PROTOCOL, "an answer before the end of its request, or behind an answer")
        if call.answer is not None:
            self._receiver.release(call.answer)
        call.answer = message
        try:
            self._receiver.reserve(message, message.declared)
        except ParleyError as e:
            self._refuse(message, e)
            return None
        return message

    def _place_side(self, found: Frame) -> tuple[Incoming | None, memoryview]:
        side, data = self._receiver.begin(found, frame.SIDE)
        owner, number = struct.unpack_from(">IH", data)
        call = self._find(owner)
        if call is None:
            self._must_be_closed(owner)
        elif call.answer is None or not call.answer.is_ended:
            raise ParleyError(ErrorCode.PROTOCOL, "a side stream of a message that did not end yet")
        try:
            self._receiver.begin_side(side, call.answer if call else None, number)
        except UnwantedError:
            self._sender.control(Type.ABORT, 0, found.stream, frame.coded(ErrorCode.CANCELLED, ""))
            return None, data[6:]
        except ParleyError as e:
            self._refuse(side, e)
            return None, data[6:]
        return side, data[6:]

    def _under_way(self, stream: int) -> Incoming | None:
        side = self._receiver.side_of(stream)
        if side is not None:
            return side
        call = self._find(stream)
        if call is None:
            self._must_be_closed(stream)
            return None
        if call.answer is None or call.answer.is_ended:
            raise ParleyError(ErrorCode.PROTOCOL, "a fragment of no message under way")
        return call.answer

    def _finish(self, message: Incoming) -> None:
        if message.kind == frame.SIDE and message.is_ended:
            self._receiver.end_side(message)
        whole = message.owner or message
        if whole.is_whole:
            call = self._find(whole.stream)
            if call is not None:
                if not call.future.done():
                    call.future.set_result(whole)
                self._forget(call)

    def _refuse(self, message: Incoming, error: ParleyError) -> None:
        """Ends one message by an error of its own; any other ends the session."""
        if error.code not in _MESSAGE_ERRORS and message.kind != frame.SIDE:
            raise error
        if error.code in (ErrorCode.PROTOCOL, ErrorCode.FLOW_CONTROL, ErrorCode.MALFORMED_FRAME):
            raise error
        self._sender.control(Type.ABORT, 0, message.stream, frame.coded(error.code, error.text))
        call = self._find((message.owner or message).stream)
        if call is not None:
            self._fail(call, error)

    # --- the end

    def _drained(self) -> ParleyError:
        return ParleyError(ErrorCode.GOING_AWAY, "the service drained the session")

    def _end(self, error: ParleyError, says: bool) -> None:
        if self.error is not None:
            return
        self.error = error
        if says:
            payload = bytes((error.code,)) + bytes(4) + frame.coded(error.code, error.text)[1:]
            self._sender.control(Type.GOAWAY, 0, 0, payload)
        self._find(0)
        for call in [*self._calls.values(), *self._waiting]:
            stream = call.message.stream
            maybe = call.message.is_ended and (self._last_stream is None or stream <= self._last_stream)
            self._fail(call, ParleyError(error.code, error.text, dispatched=maybe))
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


def _coded(payload: Bytes) -> tuple[ErrorCode, str]:
    if not payload:
        raise ParleyError(ErrorCode.MALFORMED_FRAME, "a payload that is shorter than its fields")
    return ErrorCode.of(payload[0]), frame.text_of(payload[1:])


async def open_session(
    channel: Channel, token: bytes, digest: bytes, terms: bytes, limits: Limits, total: Budget
) -> Session:
    """Opens a session on a connection, within `open-millis` (section 2)."""
    reader = FrameReader(limits.opening_bytes)
    try:
        async with asyncio.timeout(limits.open_millis / 1_000):
            opening = Frame(Type.OPEN, 0, 0, 0, frame.open_payload(token, digest, terms))
            features = 0 if channel.is_secured else frame.PAYLOAD_CHECKSUM
            await channel.write([frame.preamble(features), *frame.write(opening, bool(features))])
            accepted = await _first(channel, reader)
            _check_accept(accepted, digest)
    except TimeoutError:
        channel.abort()
        raise ParleyError(ErrorCode.OPEN_TIMEOUT, "the session was not accepted in time") from None
    except OSError as e:
        channel.abort()
        raise ParleyError(ErrorCode.CONNECT_FAILED, f"{e}") from e
    except BaseException:
        channel.abort()
        raise
    reader.most = limits.frame_bytes
    session = Session(channel, reader, limits, total)
    session.start()
    return session


async def _first(channel: Channel, reader: FrameReader) -> Frame:
    while data := await channel.read():
        frames = reader.feed(data)
        found = next(frames, None)
        frames.close()
        if found is not None:
            return found
    raise ParleyError(ErrorCode.CONNECT_FAILED, "the connection was closed before the session was accepted")


def _check_accept(found: Frame, digest: bytes) -> None:
    if found.sequence or found.stream:
        raise ParleyError(ErrorCode.PROTOCOL, "an answer to OPEN with a number or a stream")
    if found.type is Type.REFUSE:
        code, text = _coded(found.payload)
        raise ParleyError(code, text)
    if found.type is not Type.ACCEPT:
        raise ParleyError(ErrorCode.PROTOCOL, f"expected ACCEPT, found {found.type.name}")
    if len(found.payload) < 41 or len(found.payload) != 41 + found.payload[40]:
        raise ParleyError(ErrorCode.MALFORMED_FRAME, "an ACCEPT that is shorter or longer than its fields")
    if bytes(found.payload[:32]) != digest:
        raise ParleyError(ErrorCode.DIGEST_MISMATCH, "ACCEPT has another digest")
