"""Who a call comes from, as its service would see it by HTTP: calls of one identity share a session."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any, Generic, TypeVar

_TRACING = frozenset(
    [
        "traceparent",
        "tracestate",
        "baggage",
        "b3",
        "x-b3-traceid",
        "x-b3-spanid",
        "x-b3-parentspanid",
        "x-b3-sampled",
        "x-b3-flags",
        "uber-trace-id",
        "request-id",
        "x-request-id",
        "x-correlation-id",
        "correlation-context",
    ]
)
_OF_MESSAGES = frozenset({"content-type", "content-length", "soapaction"})
_MOST = 64

_T = TypeVar("_T")


def traced(headers: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Returns the headers that belong to a call and not to its session."""
    return tuple((name, value) for name, value in headers.items() if name.lower() in _TRACING)


def identity_of(client: Any, headers: Mapping[str, str]) -> str:
    """Returns a digest of all that says who calls by a client of requests or httpx."""
    said = {name.lower(): str(value) for name, value in {**client.headers, **headers}.items()}
    parts = [f"{name}={value}" for name, value in sorted(said.items()) if name not in _TRACING | _OF_MESSAGES]
    auth = client.auth
    parts.append(repr(auth) if isinstance(auth, tuple) else f"{type(auth).__name__}-{id(auth)}" if auth else "")
    jar = getattr(client.cookies, "jar", client.cookies)
    parts.append(repr(sorted((cookie.domain, cookie.path, cookie.name, cookie.value or "") for cookie in jar)))
    parts.append(repr((getattr(client, "cert", None), getattr(client, "verify", None))))
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class Identities(Generic[_T]):
    """What is known for each identity at each service; of many, those that were used last."""

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, _T] = OrderedDict()
        self._seen: OrderedDict[Hashable, None] = OrderedDict()
        self._lock = threading.Lock()

    def admit(self, key: Hashable) -> bool:
        """Whether offers may be made for an identity: for the first, and for others from their second call on."""
        with self._lock:
            if not self._known or key in self._seen:
                return True
            self._seen[key] = None
            while len(self._seen) > _MOST:
                self._seen.popitem(last=False)
            return False

    def get(self, key: Hashable) -> _T | None:
        """Returns what is known for an identity."""
        with self._lock:
            found = self._known.get(key)
            if found is not None:
                self._known.move_to_end(key)
            return found

    def put(self, key: Hashable, value: _T) -> tuple[_T, list[_T]]:
        """Keeps a value unless there is one, and returns the one that is kept and those that had to go."""
        with self._lock:
            kept = self._known.setdefault(key, value)
            dropped = []
            while len(self._known) > _MOST:
                dropped.append(self._known.popitem(last=False)[1])
            return kept, dropped

    def all(self) -> list[_T]:
        """Returns all that is known."""
        with self._lock:
            return list(self._known.values())

    def clear(self) -> list[_T]:
        """Forgets all, and returns it."""
        with self._lock:
            values = list(self._known.values())
            self._known.clear()
            self._seen.clear()
            return values
