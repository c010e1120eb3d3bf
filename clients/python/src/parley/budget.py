"""Memory that received messages may take: bytes under way, and the objects that they become."""

from __future__ import annotations

import threading

from .errors import ErrorCode, ParleyError


class Budget:
    """Number of bytes that may be reserved at a time; shared by threads."""

    def __init__(self, most: int, setting: str) -> None:
        self.most = most
        self.setting = setting
        self._taken = 0
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """How much is reserved."""
        return self._taken

    def reserve(self, count: int) -> None:
        """Reserves memory before it is taken, or fails with BUDGET."""
        with self._lock:
            if self._taken + count > self.most:
                raise ParleyError(
                    ErrorCode.BUDGET,
                    f"expected at most {self.most - self._taken} bytes more ({self.setting}), found {count}",
                    dispatched=True,
                )
            self._taken += count

    def release(self, count: int) -> None:
        """Gives memory back."""
        with self._lock:
            self._taken -= count


class Weight:
    """What one message has of the budget of objects; taken in steps, given back at once."""

    STEP = 65_536

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._reserved = 0
        self._used = 0

    def add(self, count: int) -> None:
        """Reserves memory for objects that are about to be made."""
        self._used += count
        if self._used > self._reserved:
            step = max(self.STEP, self._used - self._reserved)
            self._budget.reserve(step)
            self._reserved += step

    def release(self) -> None:
        """Gives all of it back."""
        self._budget.release(self._reserved)
        self._reserved = self._used = 0
