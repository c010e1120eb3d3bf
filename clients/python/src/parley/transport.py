"""The transport of zeep: calls are streamed where the service agrees, and go by SOAP for a named reason where not."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal

import requests
import zeep
from lxml import etree
from requests.structures import CaseInsensitiveDict

from .agreement import Agreement, Reply, Request
from .blocks import ArrayKeeper, ArrayKind
from .budget import Budget
from .contract import Contract, Definitions, envelope_parts
from .decoder import Arrays
from .encoder import Block
from .errors import FallbackReason, NotStreamedError, ParleyError
from .hook import install
from .identity import Identities, identity_of, traced
from .limits import Limits
from .loop import LoopThread
from .peer import Carrier, Options, Peer, reason_of
from .websocket import trust_of

Mode = Literal["auto", "always", "never"]
ANSWER_SECONDS = 300.0
"""How long a streamed call waits for its answer, unless the transport has an `operation_timeout`."""


@dataclass(frozen=True, slots=True)
class CallStatus:
    """How a call travelled: streamed, or by SOAP and why."""

    streamed: bool
    reason: FallbackReason | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ParleyStatus:
    """How the calls of a transport travelled so far."""

    streamed: int
    fallbacks: Mapping[FallbackReason, int]
    channels: tuple[str, ...]
    passed_over: Mapping[str, FallbackReason]
    typed_parts: tuple[str, ...]


class ParleyTransport(zeep.Transport):  # type: ignore[misc]
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
        super().__init__(cache, timeout, operation_timeout, session)
        self.mode: Mode = mode
        self.arrays: ArrayKind = arrays
        self._options = Options(tuple(channels), limits=limits or Limits(), allowed_hosts=tuple(allowed_hosts))
        self._objects = Budget(self._options.limits.object_bytes, "parley.limits.object-bytes")
        self._loop: LoopThread | None = None
        self._lock = threading.Lock()
        self._contracts: dict[str, list[Contract]] = {}
        self._identities: Identities[Peer] = Identities()
        self._counts: Counter[FallbackReason | None] = Counter()
        self._local = threading.local()
        install()

    # --- what callers ask

    @property
    def last_call(self) -> CallStatus | None:
        """How the last call of this thread travelled."""
        return getattr(self._local, "call", None)

    def status(self) -> ParleyStatus:
        """Returns how the calls so far travelled."""
        peers = self._identities.all()
        agreements = [peer.agreement for peer in peers if peer.agreement is not None]
        with self._lock:
            counts = dict(self._counts)
        return ParleyStatus(
            counts.pop(None, 0),
            {reason: count for reason, count in counts.items() if reason is not None},
            tuple(agreement.answer.channel for agreement in agreements),
            {name: reason for peer in peers for name, reason in peer.passed_over.items()},
            tuple(key for agreement in agreements for key in agreement.typed_parts()),
        )

    def close(self) -> None:
        """Ends all sessions and the thread that they run on."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            for peer in self._identities.clear():
                loop.run(peer.close())
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
        return super().post_xml(address, envelope, headers)

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
        found = self._agreement(address, envelope, headers)
        if isinstance(found, Agreement):
            try:
                reply = self._stream(found, envelope, headers, blocks, arrays)
                self._note(None, "")
                return reply
            except ParleyError as e:
                if e.dispatched:
                    raise
                found = reason_of(e), str(e)
        reason, detail = found
        self._note(reason, detail)
        if self.mode == "always":
            raise NotStreamedError(reason, detail)
        return None

    def keeper(self) -> ArrayKeeper:
        """Returns what keeps the arrays of an answer."""
        return ArrayKeeper(self.arrays)

    # --- a call

    def _stream(
        self,
        agreement: Agreement,
        envelope: etree._Element,
        headers: Mapping[str, str],
        blocks: Mapping[str, Block],
        arrays: Arrays | None,
    ) -> requests.Response:
        loop = self._running()
        _, body = envelope_parts(envelope)
        operation = agreement.contract.operation_of(body) if body is not None else None
        request = Request(envelope, _action(headers), operation, blocks, traced(headers))
        content = agreement.encode(request)
        seconds = self.operation_timeout or ANSWER_SECONDS
        answer = loop.run(self._called(agreement, content, seconds))
        try:
            reply = agreement.decode(answer, arrays)
        finally:
            loop.soon(agreement.session.release, answer)
        return response_of(reply, agreement.contract.soap, operation is not None and operation.is_one_way)

    async def _called(self, agreement: Agreement, content: Any, seconds: float) -> Any:
        began = asyncio.get_running_loop().time()
        try:
            return await agreement.session.call(content, seconds)
        except ParleyError as e:
            if e.code.name == "TIMEOUT":
                for peer in self._identities.all():
                    if peer.agreement is agreement:
                        peer.suspect(began)
            raise

    def _agreement(
        self, address: str, envelope: etree._Element, headers: Mapping[str, str]
    ) -> Agreement | tuple[FallbackReason, str]:
        if self.mode == "never":
            return FallbackReason.MODE_NEVER, ""
        contract = self._contract_of(address, envelope)
        if contract is None:
            return FallbackReason.NOT_STREAMABLE, "no contract with this address and this operation was loaded"
        key = (address, contract.port, identity_of(self.session, headers))
        peer = self._identities.get(key)
        if peer is None:
            if self.mode == "auto" and not self._identities.admit(key):
                return FallbackReason.NEW_IDENTITY, ""
            made, dropped = self._running().run(self._peer(key, address, contract, headers))
            peer = made
            for old in dropped:
                self._running().run(old.close())
        agreement = peer.agreement
        if agreement is not None and agreement.session.takes_calls and not peer.is_suspect:
            return agreement
        return self._running().run(peer.agree(self.mode == "always"))

    async def _peer(
        self, key: Any, address: str, contract: Contract, headers: Mapping[str, str]
    ) -> tuple[Peer, list[Peer]]:
        carrier = Carrier(
            lambda url, body, own: self._post(url, body, own, dict(headers)), self._upgrade_headers(headers), self._trust
        )
        return self._identities.put(key, Peer(address, contract, carrier, self._options, self._objects))

    def _contract_of(self, address: str, envelope: etree._Element) -> Contract | None:
        _, body = envelope_parts(envelope)
        if body is None:
            return None
        namespace = str(envelope.tag)[1:].partition("}")[0]
        for contracts in list(self._contracts.values()):
            for contract in contracts:
                if contract.envelope_namespace == namespace and contract.operation_of(body) is not None:
                    return contract
        return None

    def know(self, location: str) -> None:
        """Reads the contracts of a WSDL, once."""
        with self._lock:
            if location in self._contracts:
                return
            try:
                self._contracts[location] = list(Definitions(location, self.load, self._options.limits).contracts())
            except (ParleyError, etree.XMLSyntaxError, OSError, ValueError) as e:
                self.logger.info("the contract at %s cannot be read, its calls go by SOAP: %s", location, e)
                self._contracts[location] = []

    def _note(self, reason: FallbackReason | None, detail: str) -> None:
        self._local.call = CallStatus(reason is None, reason, detail)
        with self._lock:
            self._counts[reason] += 1

    def _running(self) -> LoopThread:
        with self._lock:
            if self._loop is None:
                self._loop = LoopThread()
            return self._loop

    # --- HTTP

    async def _post(
        self, url: str, body: bytes, own: Mapping[str, str], headers: dict[str, str]
    ) -> tuple[int, bytes]:
        sent = {name: value for name, value in headers.items() if name.lower() not in ("content-type", "soapaction")}
        most = self._options.limits.negotiation_bytes

        def post() -> tuple[int, bytes]:
            timeout = self._options.negotiation_seconds
            response = self.session.post(
                url, data=body, headers={**sent, **own}, timeout=timeout, stream=True, allow_redirects=False
            )
            with closing(response):
                content = bytearray()
                for piece in response.iter_content(8_192):
                    content += piece
                    if len(content) > most:
                        break
                return response.status_code, bytes(content)

        return await asyncio.get_running_loop().run_in_executor(None, post)

    def _upgrade_headers(self, headers: Mapping[str, str]) -> Any:
        sent = {name: value for name, value in headers.items() if name.lower() not in ("content-type", "soapaction")}

        def prepared(url: str) -> Mapping[str, str]:
            request = self.session.prepare_request(requests.Request("GET", url, headers=sent))
            return {str(name): str(value) for name, value in request.headers.items()}

        return prepared

    def _trust(self) -> Any:
        return trust_of(self.session.verify, self.session.cert)


def response_of(reply: Reply, soap: int, is_one_way: bool) -> requests.Response:
    """Returns a reply as the response of HTTP that it stands for."""
    response = requests.Response()
    response.status_code = reply.status or 200
    if is_one_way and not reply.envelope:
        response.status_code = 202
    response.headers = CaseInsensitiveDict(reply.headers)
    response.headers["Content-Type"] = f"{'text/xml' if soap == 1 else 'application/soap+xml'}; charset=utf-8"
    response.encoding = "utf-8"
    response._content = reply.envelope.encode("utf-8")
    return response


def _action(headers: Mapping[str, str]) -> str:
    for name, value in headers.items():
        if name.lower() == "soapaction":
            return str(value).strip('"')
        if name.lower() == "content-type" and 'action="' in value:
            return str(value).partition('action="')[2].partition('"')[0]
    return ""
