"""The transport of `zeep.AsyncClient`: as the other one, on the event loop of its caller."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable, Mapping
from typing import Any

from lxml import etree
from zeep.transports import AsyncTransport

from .agreement import Agreement
from .blocks import ArrayKind
from .calls import Calls, Key, Mode, without_those_of_messages
from .decoder import Arrays
from .encoder import Block
from .errors import FallbackReason, ParleyError
from .hook import install
from .identity import identity_of
from .limits import Limits
from .negotiating import Negotiating
from .peer import Carrier, Options
from .websocket import trust_of


class AsyncParleyTransport(Negotiating, AsyncTransport):
    """Transport of `zeep.AsyncClient` that negotiates with each service; parameters are those of ParleyTransport."""

    def __init__(
        self,
        client: Any = None,
        wsdl_client: Any = None,
        cache: Any = None,
        timeout: float = 300,
        operation_timeout: float | None = None,
        verify_ssl: Any = True,
        proxy: Any = None,
        *,
        mode: Mode = "auto",
        channels: Iterable[str] = ("stream", "websocket"),
        limits: Limits | None = None,
        allowed_hosts: Iterable[str] = (),
        arrays: ArrayKind = "list",
    ) -> None:
        super().__init__(  # type: ignore[no-untyped-call]
            client, wsdl_client, cache, timeout, operation_timeout, verify_ssl, proxy
        )
        self.arrays: ArrayKind = arrays
        self._seconds = operation_timeout
        self._verify = verify_ssl
        options = Options(tuple(channels), limits=limits or Limits(), allowed_hosts=tuple(allowed_hosts))
        self._calls = Calls(options, mode, self.load)
        install()

    async def aclose(self) -> None:
        """Ends all sessions, and the client of HTTP."""
        await self._calls.close()
        await super().aclose()  # type: ignore[no-untyped-call]

    async def post_xml(self, address: str, envelope: etree._Element, headers: Mapping[str, str]) -> Any:
        """Sends an envelope, streamed or by SOAP, and returns the answer as a response of HTTP."""
        response = await self.exchange(address, envelope, headers, {}, None)
        return await self.by_soap(address, envelope, headers) if response is None else response

    async def by_soap(self, address: str, envelope: etree._Element, headers: Mapping[str, str]) -> Any:
        """Sends an envelope by plain SOAP."""
        return await super().post_xml(address, envelope, headers)  # type: ignore[no-untyped-call]

    async def exchange(
        self,
        address: str,
        envelope: etree._Element,
        headers: Mapping[str, str],
        blocks: Mapping[str, Block],
        arrays: Arrays | None,
    ) -> Any:
        """Streams a call and returns its answer, or None if it has to go by SOAP and was not dispatched.

        Raises Untyped if `blocks` cannot go as they are.
        """
        calls = self._calls
        found: Agreement | tuple[FallbackReason, str] = (FallbackReason.MODE_NEVER, "")
        if calls.mode != "never":
            contract = calls.contract_of(address, envelope)
            if contract is None:
                found = FallbackReason.NOT_STREAMABLE, "no contract with this operation was loaded"
            else:
                loop = id(asyncio.get_running_loop())  # sessions belong to one
                key = (address, contract.port, f"{identity_of(self.client, headers)} {loop}")
                found = calls.current(key) or await calls.agree(key, contract, lambda: self._carrier(headers))
        if isinstance(found, Agreement):
            try:
                return await self._stream(key, found, envelope, headers, blocks, arrays)
            except ParleyError as e:
                found = calls.failed(e)
        calls.fallback(*found)
        return None

    async def _stream(
        self,
        key: Key,
        agreement: Agreement,
        envelope: etree._Element,
        headers: Mapping[str, str],
        blocks: Mapping[str, Block],
        arrays: Arrays | None,
    ) -> Any:
        call = self._calls.encoded(agreement, envelope, headers, blocks)
        answer = await self._calls.called(key, call, self._seconds)
        self._calls.streamed()
        try:
            return self._calls.decoded(call, answer, arrays)
        finally:
            agreement.session.release(answer)

    def _carrier(self, headers: Mapping[str, str]) -> Carrier:
        own = without_those_of_messages(headers)
        options = self._calls.options

        async def post(url: str, body: bytes, sent: Mapping[str, str]) -> tuple[int, bytes]:
            import httpx

            timeout = options.negotiation_seconds
            try:
                async with self.client.stream(
                    "POST", url, content=body, headers={**own, **sent}, timeout=timeout
                ) as got:
                    content = bytearray()
                    async for piece in got.aiter_bytes():
                        content += piece
                        if len(content) > options.limits.negotiation_bytes:
                            break
                    return got.status_code, bytes(content)
            except httpx.HTTPError as e:
                raise OSError(str(e)) from e

        def upgrade(url: str) -> Mapping[str, str]:
            request = self.client.build_request("GET", url, headers=own)
            return dict(request.headers)

        return Carrier(post, upgrade, self._trust)

    def _trust(self) -> ssl.SSLContext:
        return self._verify if isinstance(self._verify, ssl.SSLContext) else trust_of(self._verify, None)
