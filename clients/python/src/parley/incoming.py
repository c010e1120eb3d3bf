"""Receiving side of a session: answers and side streams, put together within credit and budgets (sections 5 and 6)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from . import frame
from .budget import Budget
from .errors import ErrorCode, ParleyError
from .frame import Frame, Type
from .limits import Limits

_SHORT = 65_536
"""Answers of up to so many bytes count to their end; longer ones until they were read."""

Control = Callable[[Type, int, int, bytes], None]


@dataclass(slots=True)
class Incoming:
    """A message or side stream that is received."""

    stream: int
    kind: int
    declared: int
    is_bound: bool
    window: int
    content: bytearray = field(default_factory=bytearray)
    owed: int = 0
    reserved: int = 0
    is_ended: bool = False
    is_released: bool = False
    announced: int = 0
    sides: dict[int, Incoming] = field(default_factory=dict)
    owner: Incoming | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all of it is there, with its side streams."""
        return self.is_ended and len(self.sides) == self.announced and all(s.is_ended for s in self.sides.values())

    def side(self, number: int) -> bytes:
        """Returns the content of a side stream."""
        found = self.sides.get(number)
        if found is None:
            raise ParleyError(
                ErrorCode.MALFORMED_MESSAGE, f"expected a side stream below {self.announced}, found {number}"
            )
        return bytes(found.content)


class Receiver:
    """Puts together what comes on the streams of one session."""

    def __init__(self, limits: Limits, total: Budget, control: Control) -> None:
        self.limits = limits
        self._window = limits.session_credit
        self._owed = 0
        self._session = Budget(limits.session_bytes, "parley.limits.session-bytes")
        self._total = total
        self._control = control
        self._sides: dict[int, Incoming] = {}
        self._last_even = 0

    def begin(self, found: Frame, kind: int) -> tuple[Incoming, memoryview]:
        """Takes the first fragment of a message and returns what is received, with the fragment's content."""
        at_most = bool(found.flags & frame.AT_MOST)
        fields = 8 + (6 if kind == frame.SIDE else 0) + (2 if found.flags & frame.SIDES else 0)
        if len(found.payload) < fields:
            raise ParleyError(ErrorCode.MALFORMED_FRAME, "a payload that is shorter than its fields")
        (declared,) = struct.unpack_from(">Q", found.payload)
        message = Incoming(found.stream, kind, declared, at_most, self.limits.stream_credit)
        return message, memoryview(found.payload)[8:]

    def reserve(self, message: Incoming, count: int) -> None:
        """Reserves memory for what a message declares (rows M1, M2, D9 and D10)."""
        most = self.limits.string_bytes if message.kind == frame.SIDE else self.limits.message_bytes
        setting = "parley.limits.string-bytes" if message.kind == frame.SIDE else "parley.limits.message-bytes"
        if message.reserved + count > most:
            raise ParleyError(
                ErrorCode.LIMIT,
                f"expected at most {most} bytes ({setting}), found {message.reserved + count}",
                dispatched=True,
            )
        self._session.reserve(count)
        try:
            self._total.reserve(count)
        except ParleyError:
            self._session.release(count)
            raise
        message.reserved += count

    def content(self, message: Incoming, data: memoryview, flags: int) -> None:
        """Stores a fragment's content; memory grows as it comes, within what was reserved."""
        if len(data) > message.window:
            raise ParleyError(ErrorCode.FLOW_CONTROL, "content beyond the credit of its stream")
        message.window -= len(data)
        if len(message.content) + len(data) > message.declared:
            raise UnusableError("expected no more content than was declared")
        message.content += data
        if flags & frame.END:
            if not message.is_bound and len(message.content) < message.declared:
                raise UnusableError("expected as much content as was declared")
            message.is_ended = True
        message.owed += len(data)
        half = self.limits.stream_credit // 2
        if message.owed > half and not message.is_ended:
            self._give(message, message.owed - 1)

    def session(self, count: int) -> None:
        """Counts content against the session's credit, which is given back as soon as it is stored."""
        if count > self._window:
            raise ParleyError(ErrorCode.FLOW_CONTROL, "content beyond the credit of the session")
        self._window -= count
        self._owed += count
        if self._owed > self.limits.session_credit // 2:
            self.settle()

    def settle(self) -> None:
        """Gives back all credit of the session."""
        if self._owed:
            self._control(Type.CREDIT, 0, 0, struct.pack(">I", self._owed))
            self._window += self._owed
            self._owed = 0

    def raise_bound(self, message: Incoming, bound: int) -> None:
        """Takes a higher bound for a message that began with one (row M5)."""
        if not message.is_bound or message.kind == frame.SIDE or bound <= message.declared:
            raise ParleyError(ErrorCode.PROTOCOL, "a bound that is not above the one before")
        self.reserve(message, bound - message.declared)
        message.declared = bound

    def release(self, message: Incoming) -> None:
        """Gives back what a message has: it was read, or is dropped."""
        for side in message.sides.values():
            self._sides.pop(side.stream, None)
            self._free(side)
        self._free(message)
        if message.owed and message.is_ended and len(message.content) > _SHORT:
            self._give(message, message.owed)

    def _free(self, message: Incoming) -> None:
        if not message.is_released:
            message.is_released = True
            self._session.release(message.reserved)
            self._total.release(message.reserved)

    def _give(self, message: Incoming, count: int) -> None:
        self._control(Type.CREDIT, 0, message.stream, struct.pack(">I", count))
        message.owed -= count
        message.window += count

    # --- streams that the other side begins

    def rising(self, stream: int) -> None:
        """Checks the id of a stream that the other side begins (rows S1 and S2)."""
        if stream % 2 or stream <= self._last_even:
            raise ParleyError(ErrorCode.PROTOCOL, "an id that is not the next of the accepting side")
        self._last_even = stream

    def was_begun(self, stream: int) -> bool:
        """Whether the other side began that stream."""
        return stream % 2 == 0 and stream <= self._last_even

    def side_of(self, stream: int) -> Incoming | None:
        """Returns a side stream that is under way."""
        return self._sides.get(stream)

    def announce(self, message: Incoming, count: int) -> None:
        """Takes the number of side streams that a message has (rows D1 and D7)."""
        if not count:
            raise ParleyError(ErrorCode.MALFORMED_FRAME, "an announcement of no side streams")
        if count > self.limits.sides:
            raise ParleyError(
                ErrorCode.FLOW_CONTROL, f"expected at most {self.limits.sides} side streams, found {count}"
            )
        message.announced = count

    def begin_side(self, side: Incoming, owner: Incoming | None, number: int) -> None:
        """Takes a side stream of a message that is still wanted (rows D3 to D6 and D9)."""
        if owner is None:
            raise UnwantedError
        if number >= owner.announced or number in owner.sides:
            raise ParleyError(ErrorCode.PROTOCOL, "a side stream that was not announced, or begun before")
        side.owner = owner
        owner.sides[number] = side
        self._sides[side.stream] = side
        self.reserve(side, side.declared)

    def end_side(self, side: Incoming) -> None:
        """Forgets a side stream that is over."""
        self._sides.pop(side.stream, None)
        if side.owed:
            self._give(side, side.owed)


class UnusableError(ParleyError):
    """Content that its own message ends by."""

    def __init__(self, text: str) -> None:
        super().__init__(ErrorCode.MALFORMED_MESSAGE, text, dispatched=True)


class UnwantedError(Exception):
    """A side stream that nobody waits for (row D8)."""
