"""Client side of Parley: SOAP calls that go on as a schema-bound binary stream, and fall back with a named reason."""

from .asynchronous import AsyncParleyTransport
from .calls import CallStatus, ParleyStatus
from .errors import ErrorCode, FallbackReason, NotStreamedError, ParleyError
from .limits import Limits
from .transport import ParleyTransport

__all__ = [
    "AsyncParleyTransport",
    "CallStatus",
    "ErrorCode",
    "FallbackReason",
    "Limits",
    "NotStreamedError",
    "ParleyError",
    "ParleyStatus",
    "ParleyTransport",
]
