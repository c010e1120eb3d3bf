"""Client side of Parley: SOAP calls that go on as a schema-bound binary stream, and fall back with a named reason."""

from .errors import ErrorCode, FallbackReason, NotStreamedError, ParleyError
from .limits import Limits
from .transport import CallStatus, ParleyStatus, ParleyTransport

__all__ = [
    "CallStatus",
    "ErrorCode",
    "FallbackReason",
    "Limits",
    "NotStreamedError",
    "ParleyError",
    "ParleyStatus",
    "ParleyTransport",
]
