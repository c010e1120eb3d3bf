"""Calls to Java services: styles, faults, arrays, channels, fallbacks."""

from __future__ import annotations

import asyncio
import ssl
import threading
import time
from array import array
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy
import pytest
import zeep

from conftest import Connect
from parley import AsyncParleyTransport, ErrorCode, FallbackReason, Limits, NotStreamedError, ParleyError
from parley.channels import StreamChannel
from parley.lifetime import is_current

STYLES = ["wrapped", "wrapped-12", "rpc"]
READING = {"station": "north", "values": [1.0, 2.5], "quality": 3}


@pytest.mark.parametrize("name", STYLES)
def test_calls_of_every_style_stream(connect: Connect, name: str) -> None:
    client = connect(name)
    assert client.service.echo("käse & <tag>") == "käse & <tag>"
    assert client.service.sum(READING) == 3.5
    swapped = client.service.swap(READING)
    assert (swapped["old"]["station"], swapped["current"]["station"], swapped["count"]) == ("north", "north'", 2)
    assert client.service.tell("something") is None
    assert client.transport.last_call.streamed
    assert client.transport.status().fallbacks == {}


def test_bare_parameters_stream(connect: Connect) -> None:
    client = connect("bare")
    assert client.service.echo("bare") == "bare"
    assert client.service.sum(**READING) == 3.5
    assert client.transport.status().streamed == 2


@pytest.mark.parametrize("name", STYLES)
def test_faults_are_those_of_soap(connect: Connect, name: str) -> None:
    streaming, plain = connect(name), connect(name, mode="never")
    for kind in ("checked", "another"):
        with pytest.raises(zeep.exceptions.Fault) as streamed:
            streaming.service.fail(kind)
        with pytest.raises(zeep.exceptions.Fault) as by_soap:
            plain.service.fail(kind)
        assert streamed.value.message == by_soap.value.message
        assert (streamed.value.detail is None) == (by_soap.value.detail is None)
    assert streaming.service.echo("still") == "still"


def test_the_first_call_goes_by_soap_while_the_negotiation_runs(connect: Connect) -> None:
    client = connect("wrapped", mode="auto")
    assert client.service.echo("first") == "first"
    assert client.transport.last_call.reason is FallbackReason.NEGOTIATING
    until = time.monotonic() + 30
    while not client.transport.last_call.streamed and time.monotonic() < until:
        client.service.echo("again")
    assert client.transport.last_call.streamed


def test_a_service_without_parley_is_called_by_soap(connect: Connect) -> None:
    client = connect("plain", mode="auto")
    until = time.monotonic() + 30
    while FallbackReason.NOT_CAPABLE not in client.transport.status().fallbacks and time.monotonic() < until:
        assert client.service.echo("plain") == "plain"
    assert client.transport.last_call.reason is FallbackReason.NOT_CAPABLE
    with pytest.raises(NotStreamedError) as refused:
        connect("plain").service.echo("never")
    assert refused.value.reason is FallbackReason.NOT_CAPABLE


def test_mode_never_makes_no_offer(connect: Connect) -> None:
    client = connect("wrapped", mode="never")
    client.service.echo("x")
    assert client.transport.last_call.reason is FallbackReason.MODE_NEVER


NUMBERS: list[tuple[str, Any]] = [
    ("doubles", numpy.linspace(-1e300, 1e300, 5_001)),
    ("floats", numpy.linspace(-1, 1, 5_001, dtype="f4")),
    ("ints", numpy.arange(-2_500, 2_501, dtype="i4")),
    ("longs", numpy.arange(5_001, dtype="i8") << 40),
]


@pytest.mark.parametrize("channel", ["numbers", "numbers-websocket", "secured", "secured-websocket", "numbers-infoset"])
@pytest.mark.parametrize(("operation", "numbers"), NUMBERS)
def test_arrays_come_back_as_they_went(connect: Connect, channel: str, operation: str, numbers: Any) -> None:
    arrays = connect(channel, arrays="numpy")
    answered = numpy.asarray(arrays.service[operation](numbers), dtype=numbers.dtype)
    assert numpy.array_equal(answered, numbers)
    lists = connect(channel)
    assert numpy.allclose(lists.service[operation](numbers.tolist()), numbers, rtol=1e-7)
    assert arrays.transport.status().channels == (("websocket",) if "websocket" in channel else ("stream",))


def test_an_array_of_11_megabytes_comes_back(connect: Connect) -> None:
    client = connect("numbers", arrays="numpy")
    numbers = numpy.random.default_rng(7).random(1_400_000)
    for _ in range(3):
        assert numpy.array_equal(client.service.doubles(numbers), numbers)


def test_arrays_of_the_standard_library_and_other_forms_are_taken(connect: Connect) -> None:
    client = connect("numbers")
    assert client.service.doubles(array("d", [1.5, 2.5])) == [1.5, 2.5]
    assert client.service.ints(numpy.array([1, 2, 3], dtype="i8")) == [1, 2, 3]
    assert client.service.doubles([]) in (None, [])
    assert client.service.bytes(b"\0\1\2") == b"\0\1\2"
    assert client.service.texts(["a", "\N{SNOWMAN}"]) == ["a", "\N{SNOWMAN}"]


def test_numbers_that_do_not_fit_are_answered_as_by_soap(connect: Connect) -> None:
    numbers = numpy.array([2**40] * 300)
    answered = connect("numbers", mode="never").service.ints(numbers)
    assert connect("numbers").service.ints(numbers) == answered


def test_an_array_that_falls_back_goes_by_soap(connect: Connect) -> None:
    client = connect("numbers", mode="never", arrays="numpy")
    assert client.service.ints(numpy.arange(300)) == list(range(300))


def test_a_request_above_a_limit_goes_by_soap(connect: Connect) -> None:
    client = connect("numbers", mode="auto", limits=Limits(message_bytes=20_000))
    client.service.ints([1])
    until = time.monotonic() + 30
    while not client.transport.last_call.streamed and time.monotonic() < until:
        client.service.ints([1])
    assert len(client.service.doubles([0.5] * 10_000)) == 10_000
    assert client.transport.last_call.reason is FallbackReason.LIMIT
    client.service.ints([1])
    assert client.transport.last_call.streamed


def test_calls_of_many_threads_share_a_session(connect: Connect) -> None:
    client = connect("wrapped")
    client.service.echo("open")
    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda i: client.service.echo(f"call {i}"), range(200)))
    assert answers == [f"call {i}" for i in range(200)]
    assert client.transport.status().streamed == 201


def test_a_call_that_runs_out_of_time_ends_alone(connect: Connect) -> None:
    client = connect("wrapped", operation_timeout=1)
    client.service.echo("open")
    other: list[Any] = []
    beside = threading.Thread(target=lambda: other.append(client.service.echo("beside")))
    beside.start()
    with pytest.raises(ParleyError) as late:
        client.service.waitFor(10_000)
    beside.join()
    assert late.value.code is ErrorCode.TIMEOUT
    assert late.value.dispatched
    assert other == ["beside"]


def test_credentials_that_change_have_a_session_of_their_own(connect: Connect) -> None:
    client = connect("wrapped", mode="auto")
    client.service.echo("anonymous")
    client.transport.session.headers["X-Tenant"] = "seven"
    client.service.echo("seven")
    assert client.transport.last_call.reason is FallbackReason.NEW_IDENTITY


def test_plugins_see_the_whole_message(connect: Connect) -> None:
    client = connect("numbers")
    history: Any = zeep.plugins.HistoryPlugin()  # type: ignore[no-untyped-call]
    client.plugins.append(history)
    assert client.service.ints(numpy.arange(300)) == list(range(300))
    assert len(history.last_sent["envelope"].findall(".//{*}value")) == 300
    assert len(history.last_received["envelope"].findall(".//{*}value")) == 300
    assert client.transport.last_call.streamed


def test_asynchronous_callers_share_a_session(services: dict[str, str]) -> None:
    async def calls() -> tuple[list[Any], int]:
        transport = AsyncParleyTransport(mode="always", arrays="numpy")
        client = zeep.AsyncClient(services["numbers"] + "?wsdl", transport=transport)  # type: ignore[no-untyped-call]
        numbers = numpy.arange(100_000, dtype="f8")
        answers = await asyncio.gather(*(client.service.doubles(numbers + i) for i in range(8)))
        streamed = transport.status().streamed
        await transport.aclose()
        return [bool((answer == numbers + i).all()) for i, answer in enumerate(answers)], streamed

    assert asyncio.run(calls()) == ([True] * 8, 8)


def test_a_certificate_that_was_not_answered_is_not_spoken_to(services: dict[str, str]) -> None:
    secured = urlsplit(services["secured"])
    with pytest.raises(ParleyError) as refused:
        asyncio.run(StreamChannel.connect(secured.hostname or "", secured.port or 0, "ab" * 32))
    assert refused.value.code is ErrorCode.CONNECT_FAILED


def test_a_certificate_is_good_within_its_lifetime(services: dict[str, str]) -> None:
    der = ssl.PEM_cert_to_DER_cert(Path(services["certificate"]).read_text("ascii"))
    assert is_current(der)
    assert not is_current(der, datetime(2000, 1, 1, tzinfo=UTC))
    assert not is_current(der, datetime(2199, 1, 1, tzinfo=UTC))
    assert not is_current(der[:40])
