"""Makes one call by a new client to each URL that stands in a line of the input, and says when it ended: for `parley conform --listen`."""

import sys
from pathlib import Path

import zeep

from parley import ParleyTransport

WSDL = str(Path(__file__).with_name("conforming.wsdl"))


def call(url: str) -> str:
    try:
        with ParleyTransport(mode="always", channels=("stream",), operation_timeout=20) as transport:
            client = zeep.Client(WSDL, transport=transport)  # type: ignore[no-untyped-call]
            service = client.create_service("{urn:conforming}SumsBinding", url)  # type: ignore[no-untyped-call]
            service.sum([1.0, 2.5])
    except Exception as problem:  # how a call ends is not what is judged
        return f"{type(problem).__name__}: {problem}"
    return "answered"


for line in sys.argv[1:] or sys.stdin:
    print(" ".join(call(line.strip()).split()), flush=True)
