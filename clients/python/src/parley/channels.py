"""Channels: what carries frames in order (docs/protocol.md, sections 2.1 and 15)."""

from __future__ import annotations

import asyncio
import hashlib
import ssl
from collections.abc import Iterable
from typing import Protocol

from .errors import ErrorCode, ParleyError
from .lifetime import is_current
from .wire import Bytes

CONNECT_SECONDS = 1.0
HANDSHAKE_SECONDS = 4.0
_BUFFER = 1 << 20
# Of TLS 1.2, those with forward secrecy and authenticated encryption; of TLS 1.3 all are.
_SUITES = "ECDHE+AESGCM:ECDHE+CHACHA20:DHE+AESGCM"


class Channel(Protocol):
    """One connection that carries bytes both ways."""

    is_secured: bool

    async def read(self) -> bytes:
        """Returns the next bytes, or none at the end."""

    async def write(self, pieces: Iterable[Bytes]) -> None:
        """Hands bytes on, and waits while the connection takes no more."""

    async def close(self) -> None:
        """Closes the connection behind what was written."""

    def abort(self) -> None:
        """Cuts the connection."""


class StreamChannel:
    """A connection of TCP, in the clear or over TLS."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_secured: bool) -> None:
        self.is_secured = is_secured
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, host: str, port: int, certificate: str) -> StreamChannel:
        """Connects; with a certificate's fingerprint over TLS, to whoever shows exactly that one."""
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                reader, writer = await asyncio.open_connection(host, port, limit=_BUFFER)
        except OSError as e:
            code = ErrorCode.OPEN_TIMEOUT if isinstance(e, TimeoutError) else ErrorCode.CONNECT_FAILED
            raise ParleyError(code, f"no connection to {host}:{port}: {e or 'no answer in time'}") from e
        if certificate:
            try:
                async with asyncio.timeout(HANDSHAKE_SECONDS):
                    await writer.start_tls(_pinned(), server_hostname=f"{certificate[:32]}.parley")
            except (OSError, TimeoutError) as e:
                writer.transport.abort()
                raise ParleyError(ErrorCode.CONNECT_FAILED, f"no handshake with {host}:{port}: {e}") from e
            _check(writer, certificate)
        return cls(reader, writer, bool(certificate))

    async def read(self) -> bytes:
        """Returns the next bytes, or none at the end."""
        try:
            return await self._reader.read(_BUFFER)
        except (OSError, asyncio.IncompleteReadError):
            return b""

    async def write(self, pieces: Iterable[Bytes]) -> None:
        """Hands bytes on, and waits while the connection takes no more."""
        self._writer.writelines(pieces)
        await self._writer.drain()

    async def close(self) -> None:
        """Closes the connection behind what was written."""
        self._writer.close()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._writer.wait_closed()
        except (OSError, TimeoutError):
            self._writer.transport.abort()

    def abort(self) -> None:
        """Cuts the connection."""
        self._writer.transport.abort()


def _pinned() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # whoever it is: exactly one certificate is taken, see _check
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(_SUITES)
    context.options |= ssl.OP_NO_RENEGOTIATION
    return context


def _check(writer: asyncio.StreamWriter, certificate: str) -> None:
    secured = writer.get_extra_info("ssl_object")
    shown = secured.getpeercert(binary_form=True) if secured is not None else None
    if shown is None or hashlib.sha256(shown).hexdigest() != certificate:
        writer.transport.abort()
        raise ParleyError(
            ErrorCode.CONNECT_FAILED, f"expected the certificate with the fingerprint {certificate}, found another"
        )
    if not is_current(shown):
        writer.transport.abort()
        raise ParleyError(ErrorCode.CONNECT_FAILED, "expected a certificate within its lifetime")
