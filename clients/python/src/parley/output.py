"""Content that is being written: small pieces are put together, blocks stay where they are."""

from __future__ import annotations

from .wire import Bytes

_BLOCK = 4_096


class Output:
    """Chunks of bytes in their order."""

    def __init__(self) -> None:
        self.small = bytearray()
        self.size = 0
        self._chunks: list[Bytes] = []

    def block(self, content: Bytes) -> None:
        """Adds bytes that are not copied if there are many."""
        if len(content) < _BLOCK:
            self.small += content
            return
        self._cut()
        self._chunks.append(content)
        self.size += len(content)

    def chunks(self) -> list[Bytes]:
        """Returns all that was written."""
        self._cut()
        return self._chunks

    def _cut(self) -> None:
        if self.small:
            self._chunks.append(bytes(self.small))
            self.size += len(self.small)
            self.small = bytearray()
