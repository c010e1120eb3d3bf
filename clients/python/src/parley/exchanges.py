"""Calls under way in a session: requests, and the answers and side streams that come for them (sections 4 to 6)."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Sequence

from . import frame
from .errors import ErrorCode, ParleyError, limit_error
from .frame import Frame, Type
from .incoming import Incoming, Receiver, UnwantedError
from .limits import Limits
from .outgoing import Outgoing, Sender
from .wire import Bytes

_MESSAGE_ERRORS = frozenset({ErrorCode.LIMIT, ErrorCode.BUDGET, ErrorCode.MALFORMED_MESSAGE})


class Call:
    """A request that waits for its answer."""

    def __init__(self, message: Outgoing, future: asyncio.Future[Incoming]) -> None:
        self.message = message
        self.future = future
        self.answer: Incoming | None = None


class Exchanges:
    """The calls of one session, by stream; those that wait for one have none yet."""

    def __init__(self, sender: Sender, receiver: Receiver, limits: Limits, dropped: Callable[[], None]) -> None:
        self._sender = sender
        self._receiver = receiver
        self._limits = limits
        self._dropped = dropped
        self._calls: dict[int, Call] = {}
        self._waiting: set[Call] = set()

    @property
    def are_over(self) -> bool:
        """Whether no call is under way."""
        return not self._calls and not self._waiting

    def begin(self, chunks: Sequence[Bytes], future: asyncio.Future[Incoming]) -> Call:
        """Begins a request."""
        message = Outgoing(frame.REQUEST, chunks, self._limits.stream_credit)
        if message.size > self._limits.message_bytes:
            raise limit_error("parley.limits.message-bytes", self._limits.message_bytes, message.size, "a request")
        call = Call(message, future)
        self._waiting.add(call)
        self._sender.begin(message)
        return call

    def find(self, stream: int) -> Call | None:
        """Returns the call on a stream; None if that is over, or was never begun, which is an error of the peer's."""
        self._place_begun()
        found = self._calls.get(stream)
        if found is None:
            begun = stream < self._sender.next_stream if stream % 2 else self._receiver.was_begun(stream)
            if not begun:
                raise ParleyError(ErrorCode.PROTOCOL, "a frame for a stream that was never begun")
        return found

    def all(self, above: int = 0) -> list[Call]:
        """Returns the calls that were not begun yet, and those on streams above one."""
        self._place_begun()
        return [*self._waiting, *(call for stream, call in self._calls.items() if stream > above)]

    def give_up(self, call: Call, code: ErrorCode, says: bool) -> None:
        """Ends a call that nobody waits for any more."""
        if call.message.stream and says:
            self._sender.control(Type.ABORT, 0, call.message.stream, frame.coded(code, ""))
        self._forget(call)
        if call.answer is not None:
            self._receiver.release(call.answer)

    def fail(self, call: Call, error: ParleyError) -> None:
        """Ends a call by an error."""
        if not call.future.done():
            call.future.set_exception(error)
            call.future.exception()  # whoever called may have gone
        self._forget(call)
        if call.answer is not None:
            self._receiver.release(call.answer)

    def abort(self, found: Frame) -> None:
        """Takes the end of a stream that the other side says."""
        code, text = frame.read_coded(found.payload)
        side = self._receiver.side_of(found.stream)
        if side is not None and side.owner is not None:
            self._receiver.end_side(side)
            error = ParleyError(code, f"a side stream was aborted: {text}", dispatched=True)
            call = self.find(side.owner.stream)
        else:
            call = self.find(found.stream)
            is_ended = call is not None and call.message.is_ended
            dispatched = bool(found.flags & frame.DISPATCHED) or not (code.is_safe or not is_ended)
            error = ParleyError(code, text, dispatched=dispatched)
        if call is not None:
            self.fail(call, error)

    def _forget(self, call: Call) -> None:
        self._calls.pop(call.message.stream, None)
        self._waiting.discard(call)
        self._sender.over(call.message)

    def _place_begun(self) -> None:
        for call in [call for call in self._waiting if call.message.stream]:
            self._waiting.discard(call)
            self._calls[call.message.stream] = call

    # --- messages

    def data(self, found: Frame) -> None:
        """Takes a fragment of an answer or side stream."""
        kind = _kind(found)
        begins, ends = bool(found.flags & frame.BEGIN), bool(found.flags & frame.END)
        if begins and kind in (frame.ONE_WAY, frame.SIDE):
            self._receiver.rising(found.stream)
        message, data = self._place(found, kind, begins)
        if found.flags & frame.SIDES:
            if len(data) < 2:
                raise ParleyError(ErrorCode.MALFORMED_FRAME, "a payload that is shorter than its fields")
            count, data = int.from_bytes(data[:2], "big"), data[2:]
            if message is not None:
                self._receiver.announce(message, count)
        if not (begins or ends or len(data)):
            raise ParleyError(ErrorCode.PROTOCOL, "a fragment of nothing")
        self._receiver.session(len(data))
        if message is None:
            self._dropped()
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
        call = self.find(found.stream)
        if call is None:
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
        call = self.find(owner)
        if call is not None and (call.answer is None or not call.answer.is_ended):
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
        call = self.find(stream)
        if call is None:
            return None
        if call.answer is None or call.answer.is_ended:
            raise ParleyError(ErrorCode.PROTOCOL, "a fragment of no message under way")
        return call.answer

    def _finish(self, message: Incoming) -> None:
        if message.kind == frame.SIDE and message.is_ended:
            self._receiver.end_side(message)
        whole = message.owner or message
        if whole.is_whole:
            call = self.find(whole.stream)
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
        call = self.find((message.owner or message).stream)
        if call is not None:
            self.fail(call, error)


def _kind(found: Frame) -> int:
    """Returns the kind of a fragment's message (rows H4, S3 and D1)."""
    kind, begins = found.flags & frame.KIND, bool(found.flags & frame.BEGIN)
    if kind > frame.SIDE or (kind and not begins):
        raise ParleyError(ErrorCode.MALFORMED_FRAME, "a kind that DATA does not have here")
    if found.flags & frame.SIDES and (not found.flags & frame.END or kind == frame.SIDE):
        raise ParleyError(ErrorCode.MALFORMED_FRAME, "an announcement without the end of a message")
    if begins and kind == frame.REQUEST:
        raise ParleyError(ErrorCode.PROTOCOL, "a request from the accepting side")
    return kind
