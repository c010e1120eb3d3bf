"""Services that the tests call: those of PARLEY_TEST_SERVICES, a file of name=address lines that a Java test writes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests
import zeep

from parley import ParleyTransport

Connect = Callable[..., zeep.Client]


@pytest.fixture(scope="session")
def services() -> dict[str, str]:
    """Addresses of Java services by name."""
    file = os.environ.get("PARLEY_TEST_SERVICES")
    if file is None:
        pytest.skip("PARLEY_TEST_SERVICES names no file with addresses of Java services")
    lines = Path(file).read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


@pytest.fixture
def connect(services: dict[str, str]) -> Iterator[Connect]:
    """Makes clients of services by name, which stream or fail unless told otherwise."""
    transports: list[ParleyTransport] = []

    def client(name: str, **options: object) -> zeep.Client:
        session = requests.Session()
        session.verify = services["certificate"]
        arguments = {"mode": "always", "operation_timeout": 30, "session": session, **options}
        transport = ParleyTransport(**arguments)  # type: ignore[arg-type]
        transports.append(transport)
        return zeep.Client(services[name] + "?wsdl", transport=transport)

    yield client
    for transport in transports:
        transport.close()
