"""Error codes, fallback reasons and exceptions of Parley (docs/protocol/framing.md, section 10)."""

from __future__ import annotations

from enum import Enum, IntEnum, auto


class ErrorCode(IntEnum):
    """Number of an error on the wire."""

    INTERNAL = 1
    PROTOCOL = 2
    MALFORMED_FRAME = 3
    VERSION = 4
    TOKEN_REFUSED = 5
    WRONG_NODE = 6
    DIGEST_MISMATCH = 7
    CHECKSUM = 8
    OPEN_TIMEOUT = 9
    TOO_SLOW = 10
    ENHANCE_CALM = 11
    GOING_AWAY = 12
    TERMS_CHANGED = 13
    CONNECTION_LOST = 14
    CONNECT_FAILED = 15
    FLOW_CONTROL = 16
    LIMIT = 17
    BUDGET = 18
    MALFORMED_MESSAGE = 19
    SCHEMA_VIOLATION = 20
    UNKNOWN_OPERATION = 21
    ENCODING = 22
    TIMEOUT = 23
    CANCELLED = 24
    NOT_DISPATCHED = 25
    SCHEMA_INVALID = 26
    NEGOTIATION = 27
    XML_REFUSED = 28
    CLOSED = 29
    CONTEXT_UNAVAILABLE = 30
    CONTEXT_REFUSED = 31
    CONTENT_MISMATCH = 32

    @classmethod
    def of(cls, number: int) -> ErrorCode:
        """Returns the code with this number; INTERNAL for one that is not known (row E1)."""
        try:
            return cls(number)
        except ValueError:
            return cls.INTERNAL

    @property
    def is_safe(self) -> bool:
        """Whether a message that met this error was provably not dispatched."""
        return self in _SAFE


_SAFE = frozenset(
    {
        ErrorCode.TOKEN_REFUSED,
        ErrorCode.WRONG_NODE,
        ErrorCode.OPEN_TIMEOUT,
        ErrorCode.GOING_AWAY,
        ErrorCode.TERMS_CHANGED,
        ErrorCode.CONNECT_FAILED,
        ErrorCode.BUDGET,
        ErrorCode.ENCODING,
        ErrorCode.NOT_DISPATCHED,
        ErrorCode.CLOSED,
        ErrorCode.CONTEXT_UNAVAILABLE,
    }
)


class FallbackReason(Enum):
    """Reason why a call went by plain SOAP (docs/reference/fallback-reasons.md)."""

    NOT_CAPABLE = auto()
    UNDECIDED = auto()
    NEGOTIATING = auto()
    PREPARING = auto()
    MODE_NEVER = auto()
    SWITCHED_OFF = auto()
    POLICY = auto()
    NEW_IDENTITY = auto()
    TLS_NOT_AVAILABLE = auto()
    FILTERS_BYPASSED = auto()
    ASYNC_NOT_SUPPORTED = auto()
    HOST_NOT_ALLOWED = auto()
    CONNECT_FAILED = auto()
    CONNECT_TIMEOUT = auto()
    WRONG_NODE = auto()
    TOKEN_REFUSED = auto()
    DIGEST_MISMATCH = auto()
    TERMS_CHANGED = auto()
    VERSION = auto()
    NO_COMMON_TERM = auto()
    IDENTITY_DIFFERS = auto()
    SESSION_LOST = auto()
    PEER_SILENT = auto()
    GOING_AWAY = auto()
    LIMIT = auto()
    BUDGET = auto()
    NOT_STREAMABLE = auto()
    UNSUPPORTED_ENDPOINT = auto()
    MISCONFIGURED = auto()
    TRANSACTED = auto()
    ENCODING = auto()

    @property
    def held(self) -> str:
        """For how long it keeps a service from being asked again: call, renew, soon, short or long."""
        return _HELD[self]


_HELD = {
    reason: held
    for held, names in {
        "long": """NOT_CAPABLE TLS_NOT_AVAILABLE FILTERS_BYPASSED ASYNC_NOT_SUPPORTED HOST_NOT_ALLOWED
            DIGEST_MISMATCH VERSION NO_COMMON_TERM UNSUPPORTED_ENDPOINT TRANSACTED""",
        "short": """UNDECIDED SWITCHED_OFF CONNECT_FAILED CONNECT_TIMEOUT WRONG_NODE TOKEN_REFUSED
            MISCONFIGURED""",
        "call": """NEGOTIATING MODE_NEVER POLICY NEW_IDENTITY IDENTITY_DIFFERS LIMIT BUDGET NOT_STREAMABLE
            ENCODING""",
        "soon": """PREPARING TERMS_CHANGED GOING_AWAY""",
        "renew": """SESSION_LOST PEER_SILENT""",
    }.items()
    for reason in map(FallbackReason.__getitem__, names.split())
}


class ParleyError(Exception):
    """Error with a code; `dispatched` says whether the service may have begun to work on the call."""

    def __init__(self, code: ErrorCode, text: str, *, dispatched: bool = False) -> None:
        super().__init__(f"{code.name}: {text}" if text else code.name)
        self.code = code
        self.text = text
        self.dispatched = dispatched


class NotStreamedError(ParleyError):
    """Error of a call in mode `always` that could not be streamed."""

    def __init__(self, reason: FallbackReason, detail: str) -> None:
        super().__init__(ErrorCode.NOT_DISPATCHED, f"the call cannot be streamed, {reason.name}: {detail}")
        self.reason = reason


def malformed(expected: str, found: str, where: str) -> ParleyError:
    """Returns the error of message content that cannot be decoded."""
    return ParleyError(ErrorCode.MALFORMED_MESSAGE, f"expected {expected}, found {found} at {where}")


def limit_error(setting: str, most: int, found: int, where: str) -> ParleyError:
    """Returns the error of something that is above a limit."""
    return ParleyError(ErrorCode.LIMIT, f"expected at most {most} ({setting}), found {found} at {where}")
