"""What the transports for blocking and for asynchronous callers have in common: how calls travelled, what is known."""

from __future__ import annotations

from .blocks import ArrayKeeper, ArrayKind
from .calls import Calls, CallStatus, ParleyStatus


class Negotiating:
    """Part of a transport of zeep that does not depend on who waits for its calls."""

    arrays: ArrayKind
    _calls: Calls

    @property
    def last_call(self) -> CallStatus | None:
        """How the last call of this thread or task travelled."""
        return self._calls.last

    def status(self) -> ParleyStatus:
        """Returns how the calls so far travelled."""
        return self._calls.status()

    def know(self, location: str) -> None:
        """Reads the contracts of a WSDL, once."""
        self._calls.know(location)

    def keeper(self) -> ArrayKeeper:
        """Returns what keeps the arrays of an answer."""
        return ArrayKeeper(self.arrays)
