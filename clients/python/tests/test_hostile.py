"""A session with a service that breaks the rules: it ends by the code of its row, and memory stays where it was."""

from __future__ import annotations

import asyncio
import struct
import tracemalloc
from collections.abc import Callable, Iterable

import pytest

from parley import ErrorCode, Limits, ParleyError, frame
from parley.budget import Budget
from parley.frame import Frame, FrameReader, Type
from parley.opening import open_session
from parley.wire import Bytes

TOKEN, DIGEST, TERMS = bytes(40), bytes(range(32)), bytes(16)
Answers = Callable[[Frame], list[Frame | bytes]]


class Hostile:
    """A channel whose other side answers frames as a test says."""

    is_secured = False

    def __init__(self, answers: Answers) -> None:
        self.received: list[Frame] = []
        self._answers = answers
        self._reader = FrameReader(1 << 20)
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._queue.put_nowait(frame.preamble(frame.PAYLOAD_CHECKSUM))

    async def read(self) -> bytes:
        return await self._queue.get()

    async def write(self, pieces: Iterable[Bytes]) -> None:
        for found in self._reader.feed(b"".join(pieces)):
            self.received.append(found)
            for answer in self._answers(found):
                content = answer if isinstance(answer, bytes) else b"".join(frame.write(answer, True))
                self._queue.put_nowait(content)

    async def close(self) -> None:
        self._queue.put_nowait(b"")

    def abort(self) -> None:
        self._queue.put_nowait(b"")


def accept() -> Frame:
    return Frame(Type.ACCEPT, 0, 0, 0, DIGEST + bytes(9))


def data(flags: int, content: bytes, sequence: int = 1, stream: int = 1) -> Frame:
    return Frame(Type.DATA, flags, sequence, stream, content)


def declared(count: int, content: bytes = b"") -> bytes:
    return struct.pack(">Q", count) + content


def control(kind: Type, payload: bytes, sequence: int = 1, stream: int = 0, flags: int = 0) -> Frame:
    return Frame(kind, flags, sequence, stream, payload)


WHOLE = frame.BEGIN | frame.END | frame.RESPONSE


async def call(answers: list[Frame | bytes], limits: Limits, timeout: float = 5) -> tuple[bytes, Hostile]:
    def answer(found: Frame) -> list[Frame | bytes]:
        if found.type is Type.OPEN:
            return [accept()]
        return list(answers) if found.type is Type.DATA and found.flags & frame.END else []

    channel = Hostile(answer)
    session = await open_session(channel, TOKEN, DIGEST, TERMS, limits, Budget(limits.total_bytes, "a test"))
    try:
        answered = await session.call([b"request"], timeout)
        content = bytes(answered.content)
        session.release(answered)
        return content, channel
    finally:
        await session.close()


ROWS: list[tuple[str, ErrorCode, list[Frame | bytes]]] = [
    ("H1 short", ErrorCode.MALFORMED_FRAME, [struct.pack(">I", 19) + bytes(40)]),
    ("H1 long", ErrorCode.MALFORMED_FRAME, [struct.pack(">I", 2**31) + bytes(40)]),
    ("H2", ErrorCode.MALFORMED_FRAME, [struct.pack(">I", 40) + bytes(40)]),
    ("H4", ErrorCode.MALFORMED_FRAME, [data(0x50 | frame.BEGIN, declared(0))]),
    ("H6", ErrorCode.PROTOCOL, [data(WHOLE, declared(1, b"x"), sequence=2)]),
    ("H7", ErrorCode.PROTOCOL, [control(Type.PING, bytes(8), 0, stream=3)]),
    ("H8", ErrorCode.MALFORMED_FRAME, [control(Type.CREDIT, bytes(5))]),
    ("O8", ErrorCode.PROTOCOL, [accept()]),
    ("O9", ErrorCode.PROTOCOL, [control(Type.ACK, bytes(8), 0)]),
    ("S1", ErrorCode.PROTOCOL, [data(frame.BEGIN | frame.END | frame.ONE_WAY, declared(1, b"x"), stream=3)]),
    ("S3", ErrorCode.PROTOCOL, [data(frame.BEGIN | frame.END, declared(1, b"x"), stream=2)]),
    ("S4", ErrorCode.PROTOCOL, [data(frame.END, b"x")]),
    ("S4 unknown", ErrorCode.PROTOCOL, [data(WHOLE, declared(1, b"x"), stream=9)]),
    ("S9", ErrorCode.PROTOCOL, [data(frame.BEGIN | frame.RESPONSE, declared(9, b"x")), data(0, b"", 2)]),
    ("D1", ErrorCode.MALFORMED_FRAME, [data(WHOLE | frame.SIDES, declared(1, b"\0\0x"))]),
    ("D3", ErrorCode.PROTOCOL, [data(frame.BEGIN | frame.SIDE, declared(1, struct.pack(">IH", 1, 0)), stream=2)]),
    ("D7", ErrorCode.FLOW_CONTROL, [data(WHOLE | frame.SIDES, declared(1, b"\xff\xffx"))]),
    ("M1", ErrorCode.LIMIT, [data(frame.BEGIN | frame.RESPONSE, declared(2**40, b"x"))]),
    ("M2", ErrorCode.BUDGET, [data(frame.BEGIN | frame.RESPONSE, declared(60_000_000, b"x"))]),
    ("M3", ErrorCode.MALFORMED_MESSAGE, [data(WHOLE, declared(1, b"xy"))]),
    ("M4", ErrorCode.MALFORMED_MESSAGE, [data(WHOLE, declared(3, b"xy"))]),
    ("M5", ErrorCode.PROTOCOL, [data(frame.BEGIN | frame.RESPONSE, declared(9, b"x")), data(4, declared(99, b"y"), 2)]),
    ("F3", ErrorCode.MALFORMED_FRAME, [control(Type.CREDIT, bytes(4))]),
    ("F4", ErrorCode.FLOW_CONTROL, [control(Type.CREDIT, struct.pack(">I", 2**31 - 1))]),
    ("C1", ErrorCode.PROTOCOL, [control(Type.PONG, bytes(8), 0)]),
    ("C2", ErrorCode.ENHANCE_CALM, [control(Type.PING, bytes(8), 0)] * 40),
    ("C3", ErrorCode.ENHANCE_CALM, [b"".join(frame.write(control(Type.PING, bytes(8), 0), True)) * 17]),
    ("E1", ErrorCode.INTERNAL, [control(Type.ABORT, b"\xc8", stream=1)]),
    ("E2", ErrorCode.MALFORMED_FRAME, [control(Type.ABORT, bytes(600), stream=1)]),
    ("E4", ErrorCode.CONNECTION_LOST, [b""]),
]


@pytest.mark.parametrize(("row", "code", "answers"), ROWS, ids=[row for row, _, _ in ROWS])
def test_what_no_service_sends_ends_by_the_code_of_its_row(
    row: str, code: ErrorCode, answers: list[Frame | bytes]
) -> None:
    limits = Limits(session_bytes=50_000_000, control_rate=30)
    with pytest.raises(ParleyError) as met:
        asyncio.run(call(answers, limits))
    assert met.value.code is code
    assert met.value.dispatched or code is ErrorCode.BUDGET


def test_credit_beyond_which_a_service_sends_ends_the_session() -> None:
    limits = Limits(stream_credit=1_024, session_credit=2_048)
    first = data(frame.BEGIN | frame.RESPONSE, declared(5_000, bytes(1_000)))
    with pytest.raises(ParleyError) as met:
        asyncio.run(call([first, data(0, bytes(3_000), 2)], limits))
    assert met.value.code is ErrorCode.FLOW_CONTROL


def test_an_answer_that_is_begun_anew_takes_the_place_of_the_first() -> None:
    answers: list[Frame | bytes] = [
        data(frame.BEGIN | frame.RESPONSE, declared(9, b"first")),
        data(frame.BEGIN | frame.END | frame.FAULT, declared(6, b"second"), 2),
    ]
    assert asyncio.run(call(answers, Limits()))[0] == b"second"


def test_a_call_without_an_answer_ends_with_its_time() -> None:
    with pytest.raises(ParleyError) as met:
        asyncio.run(call([], Limits(), timeout=0.1))
    assert met.value.code is ErrorCode.TIMEOUT


def test_a_request_that_the_service_will_not_serve_was_not_dispatched() -> None:
    drain = control(Type.GOAWAY, bytes((ErrorCode.GOING_AWAY,)) + bytes(4), flags=frame.DRAIN)
    with pytest.raises(ParleyError) as met:
        asyncio.run(call([drain], Limits()))
    assert (met.value.code, met.value.dispatched) == (ErrorCode.GOING_AWAY, False)


def test_a_long_answer_gives_back_its_credit_when_it_was_read() -> None:
    content = bytes(100_000)
    answered, channel = asyncio.run(call([data(WHOLE, declared(len(content), content))], Limits()))
    given = [found for found in channel.received if found.type is Type.CREDIT and found.stream == 1]
    assert answered == content
    assert sum(int.from_bytes(found.payload, "big") for found in given) == len(content)


def test_what_is_declared_takes_no_memory_before_it_comes() -> None:
    tracemalloc.start()
    begun = data(frame.BEGIN | frame.RESPONSE, declared(60_000_000, b"x"))
    with pytest.raises(ParleyError):
        asyncio.run(call([begun], Limits(), timeout=0.2))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4_000_000


def test_an_opening_that_is_refused_says_why() -> None:
    refused = Frame(Type.REFUSE, 0, 0, 0, frame.coded(ErrorCode.TOKEN_REFUSED, "no"))

    async def opening() -> None:
        channel = Hostile(lambda _: [refused])
        await open_session(channel, TOKEN, DIGEST, TERMS, Limits(), Budget(1, "a test"))

    with pytest.raises(ParleyError) as met:
        asyncio.run(opening())
    assert met.value.code is ErrorCode.TOKEN_REFUSED
