"""A relay between a client and the stream of a service that cuts connections, or changes a byte, at a chosen place."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

Change = Callable[[int, bytes], bytes | None]
"""Returns what becomes of bytes that begin at an offset of a direction, or None to cut the connection."""


class Relay:
    """Listens at a port of its own and hands bytes on in both directions."""

    def __init__(self, target: tuple[str, int], to_service: Change, to_client: Change) -> None:
        self._target = target
        self._changes = to_service, to_client
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Stops listening."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                service = socket.create_connection(self._target, timeout=5)
            except OSError:
                return
            pairs = ((client, service, self._changes[0]), (service, client, self._changes[1]))
            for source, target, change in pairs:
                threading.Thread(target=_pump, args=(source, target, change), daemon=True).start()


def _pump(source: socket.socket, target: socket.socket, change: Change) -> None:
    offset = 0
    try:
        while data := source.recv(65_536):
            changed = change(offset, data)
            offset += len(data)
            if changed is None:
                break
            target.sendall(changed)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            end.close()
