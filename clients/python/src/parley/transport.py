"""The transport of zeep for blocking callers: calls are streamed where the service agrees, and go by SOAP where not."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import Any

import requests
import zeep
from lxml import etree

from .agreement import Agreement
from .blocks import ArrayKind
from .calls import Calls, Key, Mode, without_those_of_messages
from .decoder import Arrays
from .encoder import Block
from .errors import FallbackReason, ParleyError
from .hook import install
from .identity import identity_of
from .limits import Limits
from .loop import LoopThread
from .negotiating import Negotiating
from .peer import Carrier, Options
from .websocket import trust_of


class ParleyTransport(Negotiating, zeep.Transport):
    """Transport of `zeep.Client` that negotiates with each service, and falls back to plain SOAP.

    :param mode: `auto` falls back, `always` fails with NotStreamedError instead, `never` makes no offer
    :param channels: `stream` and `websocket`, best first
    :param limits: limits of this side
    :param allowed_hosts: hosts that an answer may name besides the service's own
    :param arrays: what long lists of numbers in answers are: `list`, as zeep has them, or `numpy`
    """

    def __init__(
        self,
        cache: Any = None,
        timeout: float = 300,
        operation_timeout: float | None = None,
        session: requests.Session | None = None,
        *,
        mode: Mode = "auto",
        channels: Iterable[str] = ("stream", "websocket"),
        limits: Limits | None = None,
        allowed_hosts: Iterable[str] = (),
        arrays: ArrayKind = "list",
    ) -> None:
        super().__init__(cache, timeout, operation_timeout, session)  # type: ignore[no-untyped-call]
        self.arrays: ArrayKind = arrays
        options = Options(tuple(channels), limits=limits or Limits(), allowed_hosts=tuple(allowed_hosts))
        self._calls = Calls(options, mode, self.load)
        self._loop: LoopThread | None = None
        self._lock = threading.Lock()
        install()

    def close(self) -> None:
        """Ends all sessions and the thread that they run on."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.run(self._calls.close())
            loop.stop()

    def __enter__(self) -> ParleyTransport:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- what zeep calls

    def post_xml(self, address: str, envelope: etree._Element, headers: Mapping[str, str]) -> requests.Response:
        """Sends an envelope, streamed or by SOAP, and returns the answer as a response of HTTP."""
        response = self.exchange(address, envelope, headers, {}, None)
        return self.by_soap(address, envelope, headers) if response is None else response

    def by_soap(self, address: str, envelope: etree._Element, headers: Mapping[str, str]) -> requests.Response:
        """Sends an envelope by plain SOAP."""
        response: requests.Response = super().post_xml(address, envelope, headers)  # type: ignore[no-untyped-call]
        return response

    # --- what the hook calls

    def exchange(
        self,
        address: str,
        envelope: etree._Element,
        headers: Mapping[str, str],
        blocks: Mapping[str, Block],
        arrays: Arrays | None,
    ) -> requests.Response | None:
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
                key = (address, contract.port, identity_of(self.session, headers))
                found = calls.current(key) or self._running().run(
                    calls.agree(key, contract, lambda: self._carrier(headers))
                )
        if isinstance(found, Agreement):
            try:
                return self._stream(key, found, envelope, headers, blocks, arrays)
            except ParleyError as e:
                found = calls.failed(e)
        calls.fallback(*found)
        return None

    def _stream(
        self,
        key: Key,
        agreement: Agreement,
        envelope: etree._Element,
        headers: Mapping[str, str],
        blocks: Mapping[str, Block],
        arrays: Arrays | None,
    ) -> requests.Response:
        loop = self._running()
        call = self._calls.encoded(agreement, envelope, headers, blocks)
        answer = loop.run(self._calls.called(key, call, self.operation_timeout))
        self._calls.streamed()
        try:
            return self._calls.decoded(call, answer, arrays)
        finally:
            loop.soon(agreement.session.release, answer)

    def _running(self) -> LoopThread:
        with self._lock:
            if self._loop is None:
                self._loop = LoopThread()
            return self._loop

    # --- HTTP

    def _carrier(self, headers: Mapping[str, str]) -> Carrier:
        own = without_those_of_messages(headers)

        async def post(url: str, body: bytes, sent: Mapping[str, str]) -> tuple[int, bytes]:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(None, self._post, url, body, {**own, **sent})

        def upgrade(url: str) -> Mapping[str, str]:
            request = self.session.prepare_request(requests.Request("GET", url, headers=own))
            return {str(name): str(value) for name, value in request.headers.items()}

        return Carrier(post, upgrade, self._trust)

    def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Posts an offer and reads no more of what comes back than an answer may have."""
        options = self._calls.options
        response = self.session.post(
            url, data=body, headers=headers, timeout=options.negotiation_seconds, stream=True, allow_redirects=False
        )
        with closing(response):
            content = bytearray()
            for piece in response.iter_content(8_192):
                content += piece
                if len(content) > options.limits.negotiation_bytes:
                    break
            return response.status_code, bytes(content)

    def _trust(self) -> ssl.SSLContext:
        return trust_of(self.session.verify if self.session.verify is not None else True, self.session.cert)
