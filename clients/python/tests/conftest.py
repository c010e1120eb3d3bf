"""Services that the tests call: those of PARLEY_TEST_SERVICES, a file of name=address lines that a Java test writes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import zeep
from lxml import etree
from zeep import xsd
from zeep.utils import qname_attr
from zeep.xsd.types.builtins import default_types
from zeep.xsd.visitor import SchemaVisitor, tags

from parley import ParleyTransport

Connect = Callable[..., zeep.Client]


@pytest.fixture(scope="session", autouse=True)
def lists_of_any_items() -> Iterator[None]:
    """Mends zeep, which fails on a schema where a list names the type of its items, and leaves a name in its place."""
    original = xsd.ListType.resolve
    text = xsd.String()  # type: ignore[no-untyped-call]

    def resolve(self: Any) -> Any:
        if isinstance(self.item_type, etree.QName):
            self.item_type = default_types.get(self.item_type, text)
        return original(self)  # type: ignore[no-untyped-call]

    def visit_list(self: Any, node: Any, parent: Any) -> Any:
        named = qname_attr(node, "itemType")
        list_type: Any = xsd.ListType
        return list_type(self._get_type(named)) if named else visited(self, node, parent)  # type: ignore[no-untyped-call]

    visited = SchemaVisitor.visit_list
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(xsd.ListType, "resolve", resolve)
        patch.setattr(SchemaVisitor, "visit_list", visit_list)
        patch.setitem(SchemaVisitor.visitors, tags.list, visit_list)
        yield


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
        session.trust_env = False
        session.verify = services["certificate"]
        arguments = {"mode": "always", "operation_timeout": 30, "session": session, **options}
        transport = ParleyTransport(**arguments)  # type: ignore[arg-type]
        transports.append(transport)
        return zeep.Client(services[name] + "?wsdl", transport=transport)  # type: ignore[no-untyped-call]

    yield client
    for transport in transports:
        transport.close()
