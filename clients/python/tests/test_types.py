"""All operations of the type tests of CXF, which were written by others: by SOAP and streamed, with equal results."""

from __future__ import annotations

import random
import zlib
from typing import Any

import pytest
import zeep

import values
from conftest import Connect
from parley import ParleyError

ROUNDS = 3


def outcome(client: zeep.Client, operation: Any, seed: int) -> tuple[str, str]:
    """Returns what a call with generated values does: what it returns, or the kind of error that it meets."""
    rng = random.Random(seed)
    elements = operation.input.body.type.elements
    arguments = {name: values.of(element, rng) for name, element in elements if hasattr(element, "type")}
    try:
        return "returned", repr(client.service[operation.name](**arguments))
    except ParleyError:
        raise
    except zeep.exceptions.Fault as e:
        return "fault", str(e.message)[:40]
    except Exception as e:
        return "raised", type(e).__name__


@pytest.mark.parametrize("name", ["doc-types", "rpc-types"])
def test_every_operation_answers_as_over_soap(connect: Connect, name: str) -> None:
    streaming, plain = connect(name), connect(name, mode="never")
    binding = next(iter(streaming.wsdl.services.values())).ports["SOAPPort"].binding
    differences, returned = [], 0
    for operation in binding.all().values():
        for round_ in range(ROUNDS):
            seed = zlib.crc32(f"{operation.name}{round_}".encode())
            by_soap, by_stream = outcome(plain, operation, seed), outcome(streaming, operation, seed)
            returned += by_soap[0] == "returned"
            if by_soap != by_stream:
                differences.append(f"{operation.name} {seed}: {by_soap} {by_stream}")
    assert differences == [], "\n".join(differences)
    assert returned > ROUNDS * 130
    status = streaming.transport.status()
    assert not status.fallbacks
    assert status.streamed >= returned


def test_parts_of_the_type_tests_travel_typed(connect: Connect) -> None:
    client = connect("doc-types")
    client.service.testString("a", "b")
    assert len(client.transport.status().typed_parts) > 330
