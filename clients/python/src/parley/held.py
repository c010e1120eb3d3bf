"""For how long a service is not asked again (docs/protocol/negotiation.md, section 13.5)."""

from __future__ import annotations

from collections.abc import Callable

from .errors import FallbackReason

_TIMES = {"long": (3_600.0, 86_400.0), "short": (30.0, 600.0), "soon": (1.0, 30.0)}
YOUNG_SECONDS = 30.0


class Held:
    """Reason that keeps a service from being asked, until its time is over; the next time is twice as long."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.reason: FallbackReason | None = None
        self.detail = ""
        self._clock = clock
        self._until = 0.0
        self._times = 0

    def hold(self, reason: FallbackReason, detail: str, how: str = "") -> None:
        """Remembers a reason for as long as it holds; `how` takes the place of the reason's own time.

        A reason of calls or of sessions has no time of its own: after a failed negotiation it holds a short time.
        """
        own = reason.held if reason.held in _TIMES else "short"
        first, most = _TIMES.get(how or own, (0.0, 0.0))
        self.reason, self.detail = reason, detail
        self._until = self._clock() + min(first * 2**self._times, most)
        self._times = min(self._times + 1, 16)

    def hold_after_session(self, reason: FallbackReason, detail: str, seconds: float) -> None:
        """Remembers why a session ended that was open for so long; only one that was young keeps the service held."""
        if seconds >= YOUNG_SECONDS:
            self.hold(reason, detail, "call")
        else:
            self.hold(reason, detail, "soon" if reason.held == "soon" else "short")

    def clear(self) -> None:
        """Forgets: the service answered."""
        self.reason, self._times = None, 0

    def holds(self) -> bool:
        """Whether the service is not to be asked now."""
        return self.reason is not None and self._clock() < self._until
