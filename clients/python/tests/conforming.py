"""Makes one call by a new client to each URL that stands in a line of the input, and says when it ended: for `parley conform --listen`.

PARLEY_CERTIFICATE names a file with the certificate that is trusted at https, PARLEY_CHANNELS the channels that are offered.
"""

import os
import sys
from pathlib import Path

import requests
import zeep

from parley import ParleyTransport

WSDL = str(Path(__file__).with_name("conforming.wsdl"))


def call(url: str) -> str:
    try:
        session = requests.Session()
        session.trust_env = False
        session.verify = os.environ.get("PARLEY_CERTIFICATE", True)
        channels = tuple(os.environ.get("PARLEY_CHANNELS", "stream").split())
        with ParleyTransport(mode="always", channels=channels, operation_timeout=20, session=session) as transport:
            client = zeep.Client(WSDL, transport=transport)  # type: ignore[no-untyped-call]
            service = client.create_service("{urn:conforming}SumsBinding", url)  # type: ignore[no-untyped-call]
            service.sum([1.0, 2.5])
    except Exception as problem:  # how a call ends is not what is judged
        return f"{type(problem).__name__}: {problem}"
    return "answered"


for line in sys.argv[1:] or sys.stdin:
    print(" ".join(call(line.strip()).split()), flush=True)
