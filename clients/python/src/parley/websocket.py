"""The channel `websocket`: an upgrade at the service's own URL (docs/protocol/channels.md, sections 15 and 16)."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterable, Mapping

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from .errors import ErrorCode, ParleyError
from .wire import Bytes

SUBPROTOCOL = "frames.parley.1"
_MOST_PAYLOAD = 16_777_216
_SENT = 1_048_576
_ALIVE_SECONDS = 20.0
_TRIES = 8
_UNSUPPORTED = 1003
_NOT_OURS = frozenset({"connection", "upgrade", "content-length", "content-type", "accept-encoding", "host"})


class WebSocketChannel:
    """A WebSocket whose binary messages carry the bytes of a stream."""

    def __init__(self, socket: ClientConnection, is_secured: bool) -> None:
        self.is_secured = is_secured
        self._socket = socket
        self._bytes = self._received()

    @classmethod
    async def connect(cls, url: str, headers: Mapping[str, str], trust: ssl.SSLContext | None) -> WebSocketChannel:
        """Connects; an upgrade that reached another node is sent again."""
        sent = [(name, value) for name, value in headers.items() if name.lower() not in _NOT_OURS]
        is_secured = url.startswith("https:")
        for attempt in range(1, _TRIES + 1):
            try:
                socket = await connect(
                    "ws" + url.removeprefix("http"),
                    subprotocols=[Subprotocol(SUBPROTOCOL)],
                    additional_headers=sent,
                    compression=None,
                    user_agent_header=None,
                    max_size=_MOST_PAYLOAD,
                    max_queue=4,
                    ping_interval=_ALIVE_SECONDS,
                    ping_timeout=None,
                    close_timeout=1,
                    open_timeout=None,
                    ssl=trust if is_secured else None,
                )
            except InvalidStatus as e:
                code = e.response.headers.get("Parley-Code", "")
                if code != ErrorCode.WRONG_NODE.name or attempt == _TRIES:
                    known = code in ErrorCode.__members__
                    refused = ErrorCode[code] if known else ErrorCode.CONNECT_FAILED
                    raise ParleyError(refused, f"the upgrade was answered with {e.response.status_code}") from e
            except (InvalidHandshake, OSError) as e:
                raise ParleyError(ErrorCode.CONNECT_FAILED, f"no upgrade: {e}") from e
            else:
                if socket.subprotocol != SUBPROTOCOL:
                    await socket.close()
                    raise ParleyError(ErrorCode.CONNECT_FAILED, "the upgrade was answered without its protocol")
                return cls(socket, is_secured)
        raise AssertionError("every try ends above")

    async def read(self) -> bytes:
        """Returns the next bytes, or none at the end."""
        return await anext(self._bytes, b"")

    async def write(self, pieces: Iterable[Bytes]) -> None:
        """Hands bytes on, and waits while the connection takes no more."""
        content = b"".join(pieces)
        try:
            for start in range(0, len(content), _SENT):
                await self._socket.send(content[start : start + _SENT] if start or len(content) > _SENT else content)
        except ConnectionClosed as e:
            raise OSError(f"the WebSocket is closed: {e}") from e

    async def close(self) -> None:
        """Closes the connection behind what was written."""
        await self._socket.close()

    def abort(self) -> None:
        """Cuts the connection."""
        self._socket.transport.abort()

    async def _received(self) -> AsyncIterator[bytes]:
        try:
            while True:
                async for piece in self._socket.recv_streaming():
                    if isinstance(piece, str):
                        await self._socket.close(_UNSUPPORTED)
                        raise ParleyError(ErrorCode.PROTOCOL, "expected binary messages, found text")
                    if piece:
                        yield piece
        except ConnectionClosed:
            return


def trust_of(verify: bool | str, certificate: str | tuple[str, str] | None) -> ssl.SSLContext:
    """Returns what to trust and to show, in the words of requests."""
    if verify is True:
        context = ssl.create_default_context()
    elif verify:
        context = ssl.create_default_context(cafile=verify)
    else:
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if certificate is not None:
        shown = (certificate,) if isinstance(certificate, str) else certificate
        context.load_cert_chain(*shown)
    return context
