"""What becomes of calls when the connection is cut, or a byte of it changes, at every kind of place."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy
import pytest

from conftest import Connect
from parley import FallbackReason, NotStreamedError, ParleyError, peer
from parley.channels import StreamChannel
from relay import Change, Relay

NUMBERS = numpy.linspace(0, 1, 40_000)
MORE_THAN_CREDIT = bytes(range(256)) * 16_384
OFFSETS = [0, 3, 8, 20, 30, 150, 190, 300, 5_000, 140_000, 290_000, 320_000]


def keep(_: int, data: bytes) -> bytes | None:
    return data


def cut(at: int) -> Change:
    return lambda offset, data: None if offset + len(data) > at else data


def flip(at: int) -> Change:
    def change(offset: int, data: bytes) -> bytes | None:
        if not offset <= at < offset + len(data):
            return data
        changed = bytearray(data)
        changed[at - offset] ^= 0x55
        return bytes(changed)

    return change


class Led:
    """Leads connections by way of a relay, which does to them what the test says."""

    def __init__(self) -> None:
        self.changes: tuple[Change, Change] = (keep, keep)
        self.relays: list[Relay] = []

    async def connect(self, host: str, port: int, certificate: str) -> StreamChannel:
        relay = Relay((host, port), *self.changes)
        self.relays.append(relay)
        return await StreamChannel.connect("127.0.0.1", relay.port, certificate)


@pytest.fixture
def led(monkeypatch: pytest.MonkeyPatch) -> Iterator[Led]:
    """Has all streams of clients go by way of relays."""
    leads = Led()
    monkeypatch.setattr(peer, "StreamChannel", leads)
    yield leads
    for relay in leads.relays:
        relay.close()


@pytest.mark.parametrize("at", OFFSETS)
@pytest.mark.parametrize("fault", [cut, flip])
@pytest.mark.parametrize("to_service", [True, False])
def test_a_call_returns_the_answer_or_an_error_and_never_another_answer(
    connect: Connect, led: Led, at: int, fault: object, to_service: bool
) -> None:
    faulty: Change = fault(at)  # type: ignore[operator]
    led.changes = (faulty, keep) if to_service else (keep, faulty)
    client = connect("numbers", arrays="numpy", channels=("stream",), operation_timeout=10)
    try:
        answer = client.service.doubles(NUMBERS)
    except (NotStreamedError, ParleyError):
        return
    assert numpy.array_equal(answer, NUMBERS)
    assert at >= 300_000


def test_a_call_that_was_not_dispatched_goes_by_soap(connect: Connect, led: Led) -> None:
    led.changes = cut(200_000), keep
    client = connect("numbers", mode="auto", arrays="numpy", channels=("stream",))
    until = time.monotonic() + 30
    while client.transport.last_call is None or (
        client.transport.last_call.reason is FallbackReason.NEGOTIATING and time.monotonic() < until
    ):
        assert client.service.bytes(MORE_THAN_CREDIT) == MORE_THAN_CREDIT
    assert client.transport.last_call.reason is FallbackReason.SESSION_LOST
    assert client.transport.status().streamed == 0
