"""A service as a client knows it: negotiation, session, and what is remembered (docs/protocol/negotiation.md, 13)."""

from __future__ import annotations

import asyncio
import logging
import secrets
import ssl
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from .agreement import BNUX, HHFR, Agreement
from .budget import Budget
from .channels import Channel, StreamChannel
from .contract import Contract
from .errors import ErrorCode, FallbackReason, ParleyError
from .held import Held
from .limits import Limits
from .negotiation import Verdict, judge, offer_headers, offer_message
from .numbering import fingerprint, number
from .opening import open_session
from .session import Session
from .terms import Answer, Offer, digest
from .websocket import WebSocketChannel

LOG = logging.getLogger("parley")

Post = Callable[[str, bytes, Mapping[str, str]], Awaitable[tuple[int, bytes]]]
"""Posts an offer as requests to the service are posted, and returns status and body."""

_PREPARING_SECONDS, _PREPARING_PAUSE = 20.0, 0.25
_MOST_HELD_CHANNEL = 600.0
_ANOTHER_CHANNEL = frozenset({ErrorCode.CONNECT_FAILED, ErrorCode.OPEN_TIMEOUT, ErrorCode.WRONG_NODE})
_REASONS = {
    ErrorCode.OPEN_TIMEOUT: FallbackReason.CONNECT_TIMEOUT,
    ErrorCode.DIGEST_MISMATCH: FallbackReason.DIGEST_MISMATCH,
    ErrorCode.TOKEN_REFUSED: FallbackReason.TOKEN_REFUSED,
    ErrorCode.WRONG_NODE: FallbackReason.WRONG_NODE,
    ErrorCode.TERMS_CHANGED: FallbackReason.TERMS_CHANGED,
    ErrorCode.GOING_AWAY: FallbackReason.GOING_AWAY,
    ErrorCode.LIMIT: FallbackReason.LIMIT,
    ErrorCode.BUDGET: FallbackReason.BUDGET,
    ErrorCode.NOT_DISPATCHED: FallbackReason.BUDGET,
    ErrorCode.ENCODING: FallbackReason.ENCODING,
    ErrorCode.VERSION: FallbackReason.VERSION,
    ErrorCode.CONNECT_FAILED: FallbackReason.CONNECT_FAILED,
}


def reason_of(error: ParleyError) -> FallbackReason:
    """Returns why a call that met an error goes by SOAP."""
    return _REASONS.get(error.code, FallbackReason.SESSION_LOST)


@dataclass(frozen=True, slots=True)
class Options:
    """What a client asks for and allows."""

    channels: tuple[str, ...] = ("stream", "websocket")
    representations: tuple[str, ...] = (HHFR, BNUX)
    limits: Limits = field(default_factory=Limits)
    allowed_hosts: tuple[str, ...] = ()
    negotiation_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Carrier:
    """How requests to a service's own address are sent."""

    post: Post
    upgrade_headers: Callable[[str], Mapping[str, str]]
    trust: Callable[[], ssl.SSLContext]


class Peer:
    """One service for one identity of the client; everything of it runs on one event loop."""

    def __init__(self, address: str, contract: Contract, carrier: Carrier, options: Options, objects: Budget) -> None:
        self.agreement: Agreement | None = None
        self.passed_over: dict[str, FallbackReason] = {}
        self._address = address
        self._contract = contract
        self._carrier = carrier
        self._options = options
        self._objects = objects
        self._total = Budget(options.limits.total_bytes, "parley.limits.total-bytes")
        self._loop = asyncio.get_running_loop()
        self._held = Held(self._loop.time)
        self._channels: dict[str, tuple[float, float]] = {}
        self._negotiation: asyncio.Task[None] | None = None
        self._opened_at = 0.0
        self._suspect = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def agree(self, waits: bool) -> Agreement | tuple[FallbackReason, str]:
        """Returns what calls go by, or why they go by SOAP; `waits` for a negotiation."""
        self._look()
        if self._suspect:
            return FallbackReason.PEER_SILENT, "the service was asked for a sign of life"
        if self.agreement is not None:
            return self.agreement
        if self._held.holds() and self._held.reason is not None:
            return self._held.reason, self._held.detail
        if self._negotiation is None or self._negotiation.done():
            self._negotiation = asyncio.create_task(self._negotiate())
        if waits:
            await asyncio.shield(self._negotiation)
            if self.agreement is not None:
                return self.agreement
            return self._held.reason or FallbackReason.SESSION_LOST, self._held.detail
        return FallbackReason.NEGOTIATING, ""

    @property
    def is_suspect(self) -> bool:
        """Whether the service was asked for a sign of life and gave none yet."""
        return self._suspect

    def suspect(self, since: float) -> None:
        """Asks for a sign of life after a call ran out of its time and nothing came since it began (section 7)."""
        agreement = self.agreement
        if agreement is None or self._suspect or agreement.session.heard > since:
            return
        self._suspect = True
        agreement.session.ping()
        task = asyncio.create_task(self._await_sign(agreement.session))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ends the session."""
        if self._negotiation is not None:
            self._negotiation.cancel()
        for task in self._tasks:
            task.cancel()
        if self.agreement is not None:
            await self.agreement.session.close()

    def _look(self) -> None:
        """Lets go of a session that takes no calls any more."""
        agreement = self.agreement
        if agreement is None or agreement.session.takes_calls:
            return
        self.agreement = None
        error = agreement.session.error or ParleyError(ErrorCode.GOING_AWAY, "the service drains the session")
        self._held.hold_after_session(reason_of(error), error.text, self._loop.time() - self._opened_at)
        LOG.info("%s: the session ended, %s", self._address, error)

    async def _await_sign(self, session: Session) -> None:
        before = session.heard
        await asyncio.sleep(max(1.0, 4 * session.round_trip))
        self._suspect = False
        if session.heard <= before and self.agreement is not None and self.agreement.session is session:
            session.is_draining = True
            self.agreement = None
            seconds = self._loop.time() - self._opened_at
            self._held.hold_after_session(FallbackReason.PEER_SILENT, "nothing came from the service", seconds)

    # --- negotiation

    async def _negotiate(self) -> None:
        try:
            for _ in self._options.channels:
                channels = self._offered()
                if not channels or await self._try(channels):
                    return
        except Exception as e:
            self._held.hold(FallbackReason.UNDECIDED, f"{type(e).__name__}: {e}"[:300])
            LOG.info("%s: the negotiation failed, %s", self._address, e)

    def _offered(self) -> tuple[str, ...]:
        now = self._loop.time()
        left = tuple(name for name in self._options.channels if self._channels.get(name, (0.0, 0.0))[0] <= now)
        return left or self._options.channels

    async def _try(self, channels: tuple[str, ...]) -> bool:
        """Makes an offer and opens what is answered; returns False if another channel is to be offered."""
        is_secured = self._address.lower().startswith("https:")
        own = self._contract.fingerprints()
        offer = Offer(
            id=str(uuid.uuid4()),
            endpoint=self._contract.endpoint,
            representations=self._options.representations,
            channels=channels,
            securities=("tls" if is_secured else "none",),
            limits=self._options.limits.agreed(),
            fingerprint=fingerprint(own),
        )
        route = secrets.token_hex(16)
        verdict = await self._ask(offer, route)
        if verdict.answer is None:
            reason = verdict.reason or FallbackReason.UNDECIDED
            self._held.hold(reason, verdict.detail, "" if verdict.is_said else "soon")
            LOG.info("%s: calls go by SOAP, %s: %s", self._address, reason.name, verdict.detail)
            return True
        answer = verdict.answer
        try:
            await self._open(offer, answer, route, own)
        except ParleyError as e:
            reason = reason_of(e)
            self._held.hold(reason, e.text)
            LOG.info("%s: the channel %s cannot be opened, %s", self._address, answer.channel, e)
            if e.code not in _ANOTHER_CHANNEL:
                return True
            self._pass_over(answer.channel, reason)
            return len(channels) == 1
        except _NotAllowed as e:
            self._held.hold(FallbackReason.HOST_NOT_ALLOWED, str(e))
            LOG.warning("%s: %s", self._address, e)
        return True

    def _pass_over(self, channel: str, reason: FallbackReason) -> None:
        pause = min(_MOST_HELD_CHANNEL, 2 * self._channels.get(channel, (0.0, 15.0))[1])
        self._channels[channel] = (self._loop.time() + pause, pause)
        self.passed_over[channel] = reason

    async def _ask(self, offer: Offer, route: str) -> Verdict:
        soap = self._contract.soap
        headers = {**offer_headers(soap), "Parley-Route": route}
        until = self._loop.time() + _PREPARING_SECONDS
        while True:
            try:
                async with asyncio.timeout(self._options.negotiation_seconds):
                    status, content = await self._carrier.post(self._address, offer_message(offer, soap), headers)
            except TimeoutError:
                return Verdict(None, FallbackReason.UNDECIDED, "no answer to the offer in time")
            except OSError as e:
                return Verdict(None, FallbackReason.UNDECIDED, f"the offer did not get through: {e}"[:300], False)
            verdict = judge(offer, soap, status, content, self._options.limits)
            if verdict.reason is not FallbackReason.PREPARING or self._loop.time() > until:
                return verdict
            await asyncio.sleep(_PREPARING_PAUSE)

    async def _open(self, offer: Offer, answer: Answer, route: str, own: Mapping[str, str]) -> None:
        limits = self._options.limits.narrowed(answer.limits)
        numbering = number(own, answer.fingerprint, answer.parts)
        agreed = digest(offer, answer)
        channel = await self._connect(answer, route, agreed)
        session = await open_session(channel, answer.token, agreed, numbering.terms, limits, self._total)
        self.agreement = Agreement(self._contract, answer, numbering, session, limits, self._objects)
        self._opened_at = self._loop.time()
        self._held.clear()
        self._channels.pop(answer.channel, None)
        LOG.info("%s: by %s as %s, agreement %s", self._address, answer.channel, answer.representation, answer.id)

    async def _connect(self, answer: Answer, route: str, agreed: bytes) -> Channel:
        if answer.channel == "websocket":
            headers = {
                **self._carrier.upgrade_headers(self._address),
                "Parley-Digest": agreed.hex(),
                "Parley-Token": answer.token.hex(),
                "Parley-Route": route,
                "Parley-Node": answer.token[:8].hex(),
            }
            trust = self._carrier.trust() if self._address.lower().startswith("https:") else None
            async with asyncio.timeout(self._options.limits.open_millis / 1_000):
                return await WebSocketChannel.connect(self._address, headers, trust)
        own = urlsplit(self._address).hostname or ""
        allowed = {_plain(host) for host in (own, *self._options.allowed_hosts)}
        addresses = [address for address in answer.addresses if not address.host or _plain(address.host) in allowed]
        if not addresses:
            raise _NotAllowed("expected the host of the service or one that is allowed, found another in the answer")
        error = ParleyError(ErrorCode.CONNECT_FAILED, "no address")
        for address in addresses:
            try:
                return await StreamChannel.connect(address.host.strip("[]") or own, address.port, answer.certificate)
            except ParleyError as e:
                error = e
        raise error


class _NotAllowed(Exception):  # noqa: N818 - a reason, not an error
    """An answer whose addresses lead to hosts that are not allowed."""


def _plain(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()
