"""What the transports for blocking and for asynchronous callers share: contracts, services, and how calls travelled."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

import requests
from lxml import etree
from requests.structures import CaseInsensitiveDict

from .agreement import Agreement, Reply, Request
from .budget import Budget
from .contract import Contract, Definitions, Operation, envelope_parts
from .decoder import Arrays
from .encoder import Block
from .errors import ErrorCode, FallbackReason, NotStreamedError, ParleyError
from .identity import Identities, traced
from .incoming import Incoming
from .peer import Carrier, Options, Peer, reason_of
from .wire import Bytes

LOG = logging.getLogger("parley")

Mode = Literal["auto", "always", "never"]
ANSWER_SECONDS = 300.0
"""How long a streamed call waits for its answer, unless the transport has an `operation_timeout`."""

Key = tuple[str, tuple[str, str], str]


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


@dataclass(frozen=True, slots=True)
class Call:
    """A call under way: what it goes by and what is sent."""

    agreement: Agreement
    operation: Operation | None
    content: Sequence[Bytes]


class Calls:
    """The calls of one transport; `Peer` objects of it belong to one event loop."""

    def __init__(self, options: Options, mode: Mode, load: Callable[[str], bytes]) -> None:
        self.options = options
        self.mode = mode
        self._load = load
        self._objects = Budget(options.limits.object_bytes, "parley.limits.object-bytes")
        self._lock = threading.Lock()
        self._contracts: dict[str, list[Contract]] = {}
        self._identities: Identities[Peer] = Identities()
        self._counts: Counter[FallbackReason | None] = Counter()
        self._last: ContextVar[CallStatus | None] = ContextVar("parley_call", default=None)

    # --- contracts

    def know(self, location: str) -> None:
        """Reads the contracts of a WSDL, once."""
        with self._lock:
            if location in self._contracts:
                return
            try:
                found = list(Definitions(location, self._load, self.options.limits).contracts())
            except (ParleyError, etree.XMLSyntaxError, OSError, ValueError, KeyError) as e:
                LOG.info("the contract at %s cannot be read, its calls go by SOAP: %s", location, e)
                found = []
            self._contracts[location] = found

    def contract_of(self, address: str, envelope: etree._Element) -> Contract | None:
        """Returns the contract that has the operation of an envelope, that of the address before others."""
        _, body = envelope_parts(envelope)
        if body is None:
            return None
        namespace = str(envelope.tag)[1:].partition("}")[0]
        known = [contract for contracts in list(self._contracts.values()) for contract in contracts]
        for contract in sorted(known, key=lambda contract: contract.address != address):
            if contract.envelope_namespace == namespace and contract.operation_of(body) is not None:
                return contract
        return None

    # --- services

    def current(self, key: Key) -> Agreement | None:
        """Returns what calls of an identity go by now, if there is something."""
        peer = self._identities.get(key)
        agreement = peer.agreement if peer is not None and not peer.is_suspect else None
        return agreement if agreement is not None and agreement.session.takes_calls else None

    async def agree(
        self, key: Key, contract: Contract, carrier: Callable[[], Carrier]
    ) -> Agreement | tuple[FallbackReason, str]:
        """Returns what a call goes by, or why it goes by SOAP."""
        peer = self._identities.get(key)
        if peer is None:
            if self.mode == "auto" and not self._identities.admit(key):
                return FallbackReason.NEW_IDENTITY, ""
            made = Peer(key[0], contract, carrier(), self.options, self._objects)
            peer, dropped = self._identities.put(key, made)
            for old in dropped:
                await old.close()
        return await peer.agree(self.mode == "always")

    async def called(self, key: Key, call: Call, seconds: float | None) -> Incoming:
        """Sends a call and returns its answer."""
        began = asyncio.get_running_loop().time()
        try:
            return await call.agreement.session.call(call.content, seconds or ANSWER_SECONDS)
        except ParleyError as e:
            peer = self._identities.get(key)
            if e.code is ErrorCode.TIMEOUT and peer is not None and peer.agreement is call.agreement:
                peer.suspect(began)
            raise

    async def close(self) -> None:
        """Ends all sessions."""
        for peer in self._identities.clear():
            await peer.close()

    # --- messages

    def encoded(
        self, agreement: Agreement, envelope: etree._Element, headers: Mapping[str, str], blocks: Mapping[str, Block]
    ) -> Call:
        """Returns a call with the content of its request."""
        _, body = envelope_parts(envelope)
        operation = agreement.contract.operation_of(body) if body is not None else None
        request = Request(envelope, _action(headers), operation, blocks, traced(headers))
        return Call(agreement, operation, agreement.encode(request))

    def decoded(self, call: Call, answer: Incoming, arrays: Arrays | None) -> requests.Response:
        """Returns an answer as the response of HTTP that it stands for."""
        try:
            reply = call.agreement.decode(answer, arrays)
        except ParleyError as e:
            raise ParleyError(e.code, f"the answer cannot be read, {e.text}", dispatched=True) from e
        return _response(reply, call.agreement.contract.soap, call.operation is not None and call.operation.is_one_way)

    # --- how calls travelled

    def failed(self, error: ParleyError) -> tuple[FallbackReason, str]:
        """Returns why a call goes by SOAP; one that may have been dispatched is never sent again."""
        if error.dispatched:
            raise error
        return reason_of(error), str(error)

    def streamed(self) -> None:
        """Notes a call that was streamed."""
        self._note(None, "")

    def fallback(self, reason: FallbackReason, detail: str) -> None:
        """Notes a call that goes by SOAP, which in mode `always` is an error."""
        self._note(reason, detail)
        if self.mode == "always":
            raise NotStreamedError(reason, detail)

    @property
    def last(self) -> CallStatus | None:
        """How the last call of this thread or task travelled."""
        return self._last.get()

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

    def _note(self, reason: FallbackReason | None, detail: str) -> None:
        self._last.set(CallStatus(reason is None, reason, detail))
        with self._lock:
            self._counts[reason] += 1


def without_those_of_messages(headers: Mapping[str, str]) -> dict[str, str]:
    """Returns the headers of a call that its offer has too."""
    return {name: value for name, value in headers.items() if name.lower() not in ("content-type", "soapaction")}


def _response(reply: Reply, soap: int, is_one_way: bool) -> requests.Response:
    response = requests.Response()
    response.status_code = 202 if is_one_way and not reply.envelope else reply.status or 200
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
