"""An array of 11 MB there and back: by zeep over SOAP, and streamed. Services are those of PARLEY_TEST_SERVICES."""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy
import zeep

from parley import ParleyTransport

NUMBERS = 1_400_000
STREAMED, BY_SOAP = 30, 3


def seconds(call: Callable[[], object], times: int) -> float:
    """Returns the median of so many calls, behind one that does not count."""
    call()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def main() -> None:
    """Measures and prints one line each."""
    lines = Path(os.environ["PARLEY_TEST_SERVICES"]).read_text("utf-8").splitlines()
    address = dict(line.split("=", 1) for line in lines if "=" in line)["numbers"] + "?wsdl"
    numbers = numpy.random.default_rng(1).random(NUMBERS)
    values = numbers.tolist()
    with ParleyTransport(mode="always", arrays="numpy") as transport:
        client = zeep.Client(address, transport=transport)
        assert numpy.array_equal(client.service.doubles(numbers), numbers)
        arrays = seconds(lambda: client.service.doubles(numbers), STREAMED)
    with ParleyTransport(mode="always") as transport:
        client = zeep.Client(address, transport=transport)
        assert client.service.doubles(values) == values
        lists = seconds(lambda: client.service.doubles(values), STREAMED)
    plain = zeep.Client(address, settings=zeep.Settings(xml_huge_tree=True))
    assert plain.service.doubles(values) == values
    soap = seconds(lambda: plain.service.doubles(values), BY_SOAP)
    print(f"double[{NUMBERS}] there and back, Python {sys.version.split()[0]}, zeep {zeep.__version__}, medians")
    print(f"zeep over SOAP          {soap * 1000:9.1f} ms")
    print(f"streamed, lists         {lists * 1000:9.1f} ms  {soap / lists:6.0f} times faster")
    print(f"streamed, numpy arrays  {arrays * 1000:9.1f} ms  {soap / arrays:6.0f} times faster")


if __name__ == "__main__":
    main()
