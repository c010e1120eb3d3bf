"""Messages of the negotiation: an offer to a service's own address, and what may come back (section 13)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from .errors import ErrorCode, FallbackReason, ParleyError
from .limits import Limits
from .terms import Address, Answer, Offer, Operations

NAMESPACE = "urn:parley:1"
SOAP = {1: "http://schemas.xmlsoap.org/soap/envelope/", 2: "http://www.w3.org/2003/05/soap-envelope"}
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_NAME = re.compile(r"[A-Za-z0-9._+-]{1,64}")
_CHOICES = ("representation", "channel", "security", "compression", "reliability")
_DEPTH, _ATTRIBUTES, _ADDRESSES, _PARTS = 16, 32, 16, 8_000

_REFUSALS = frozenset(
    [
        "SWITCHED_OFF",
        "TLS_NOT_AVAILABLE",
        "FILTERS_BYPASSED",
        "ASYNC_NOT_SUPPORTED",
        "NO_COMMON_TERM",
        "VERSION",
        "UNSUPPORTED_ENDPOINT",
        "TRANSACTED",
        "GOING_AWAY",
        "BUDGET",
        "LIMIT",
        "PREPARING",
        "CONNECT_FAILED",
        "MISCONFIGURED",
    ]
)


class Reply(Enum):
    """Class of what came back for an offer (section 13.5)."""

    ANSWER = "answered"
    REFUSAL = "refused"
    SOAP_FAULT = "refused"  # noqa: PIE796 - the verdict of two classes
    MALFORMED_ANSWER = "undecided, an answer that cannot be used"
    OTHER_SOAP = "undecided, another SOAP message"
    NOT_SOAP = "undecided, no SOAP"
    TIMEOUT = "undecided, nothing in time"
    NOT_AUTHORIZED = "unsaid, not authorized"
    TRANSPORT_ERROR = "unsaid, a transport error"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reply to an offer means."""

    answer: Answer | None = None
    reason: FallbackReason | None = None
    detail: str = ""
    is_said: bool = True


def offer_message(offer: Offer, soap: int) -> bytes:
    """Returns the SOAP message of an offer."""
    out = [f'<p:offer xmlns:p="{NAMESPACE}" version="{offer.version}" id={quoteattr(offer.id)}']
    out.append(f" endpoint={quoteattr(offer.endpoint)}>" if offer.endpoint else ">")
    out += [f"<p:representation>{name}</p:representation>" for name in offer.representations]
    for name, choices in offer.operations:
        inner = "".join(f"<p:representation>{choice}</p:representation>" for choice in choices)
        out.append(f"<p:operation name={quoteattr(name)}>{inner}</p:operation>")
    for kind, names in zip(
        _CHOICES[1:], (offer.channels, offer.securities, offer.compressions, offer.reliabilities), strict=True
    ):
        out += [f"<p:{kind}>{name}</p:{kind}>" for name in names]
    out += [f'<p:limit name="{name}" value="{value}"/>' for name, value in offer.limits.items()]
    out.append(f"<p:lifetime>{offer.lifetime}</p:lifetime>")
    out += [f"<p:contextStore>{escape(store)}</p:contextStore>" for store in offer.context_stores]
    out += [f"<p:header>{escape(header)}</p:header>" for header in offer.headers]
    out.append(f'<p:data fingerprint="{offer.fingerprint}"/></p:offer>')
    header = f'<p:negotiation xmlns:p="{NAMESPACE}" s:mustUnderstand="1"/>'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="{SOAP[soap]}"><s:Header>{header}</s:Header>'
        f"<s:Body>{''.join(out)}</s:Body></s:Envelope>"
    ).encode()


def offer_headers(soap: int) -> dict[str, str]:
    """Returns the headers of HTTP that an offer has."""
    if soap == 2:
        return {"Content-Type": 'application/soap+xml; charset=utf-8; action=""'}
    return {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": '""'}


def judge(offer: Offer, soap: int, status: int, content: bytes, limits: Limits) -> Verdict:
    """Returns what a reply by HTTP means."""
    if status in (401, 403, 407):
        return Verdict(None, FallbackReason.UNDECIDED, f"the offer was answered with {status}", is_said=False)
    if len(content) > limits.negotiation_bytes:
        return _undecided(f"expected at most {limits.negotiation_bytes} bytes (parley.limits.negotiation-bytes)")
    try:
        body = _body(content, soap)
    except (etree.XMLSyntaxError, ValueError) as e:
        return _undecided(f"status {status}, no SOAP message: {str(e)[:100]}")
    if body.tag == f"{{{SOAP[soap]}}}Fault":
        if status in (429, 502, 503, 504):
            return _undecided(f"status {status}, a SOAP fault of a service that is not available now")
        return Verdict(None, FallbackReason.NOT_CAPABLE, "the service answered with a SOAP fault")
    if not 200 <= status <= 299:
        return _undecided(f"status {status}")
    if body.tag == _tag("refusal"):
        reason = body.get("reason", "")
        known = FallbackReason[reason] if reason in _REFUSALS else FallbackReason.VERSION
        return Verdict(None, known, (body.text or "").strip()[:500])
    if body.tag != _tag("answer"):
        return _undecided("another SOAP message")
    try:
        answer = read_answer(body)
        check_answer(offer, answer)
    except ParleyError as e:
        return _undecided(e.text)
    return Verdict(answer)


def _undecided(detail: str) -> Verdict:
    return Verdict(None, FallbackReason.UNDECIDED, detail)


def _body(content: bytes, soap: int) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    root = etree.fromstring(content, parser)
    if has_doctype(root) or root.tag != f"{{{SOAP[soap]}}}Envelope":
        raise ValueError("another root")
    bodies = [child for child in root if child.tag == f"{{{SOAP[soap]}}}Body"]
    children = [child for child in bodies[0] if isinstance(child.tag, str)] if len(bodies) == 1 else []
    if len(children) != 1:
        raise ValueError("a body of another number of elements")
    if any((text or "").strip() for text in (bodies[0].text, *(child.tail for child in bodies[0]))):
        raise ValueError("text beside the element of a body")
    _check_form(children[0], 1)
    return children[0]


def has_doctype(root: etree._Element) -> bool:
    """Whether the document of an element has a document type."""
    return bool(getattr(root.getroottree().docinfo, "doctype", ""))


def _check_form(node: etree._Element, depth: int) -> None:
    if depth > _DEPTH or len(node.attrib) > _ATTRIBUTES:
        raise ValueError("too many levels or attributes")
    if any(str(name).startswith(f"{{{_XSI}}}") for name in node.attrib):
        raise ValueError("attributes of XML Schema instances")
    for child in node:
        if not isinstance(child.tag, str) and not isinstance(child, etree._Comment):
            raise ValueError("an instruction or entity")
        if isinstance(child.tag, str):
            _check_form(child, depth + 1)


def read_answer(node: etree._Element) -> Answer:
    """Reads an answer; what it does not know it passes over."""
    certificate = _text(node, "certificate", "")
    if certificate and re.fullmatch("[0-9a-f]{64}", certificate) is None:
        raise _refused("a certificate's fingerprint of 64 hexadecimal digits")
    return Answer(
        id=_attribute(node, "id"),
        offer=_attribute(node, "offer"),
        representation=_text(node, "representation"),
        channel=_text(node, "channel"),
        security=_text(node, "security"),
        limits={_attribute(limit, "name"): _number(_attribute(limit, "value")) for limit in _all(node, "limit")},
        lifetime=_number(_text(node, "lifetime")),
        fingerprint=_attribute(_only(node, "data"), "fingerprint"),
        token=_token(_text(node, "token")),
        addresses=_addresses(node),
        certificate=certificate,
        compression=_text(node, "compression"),
        reliability=_text(node, "reliability"),
        operations=_operations(node),
        context_store=_text(node, "contextStore", ""),
        headers=tuple((header.text or "").strip() for header in _all(node, "header")),
        parts=_parts(_only(node, "data")),
        version=_number(_attribute(node, "version")),
    )


def check_answer(offer: Offer, answer: Answer) -> None:
    """Refuses an answer that is not for this offer, or goes beyond it."""
    chosen = {
        "representation": (answer.representation, offer.representations),
        "channel": (answer.channel, offer.channels),
        "security": (answer.security, offer.securities),
        "compression": (answer.compression, offer.compressions),
        "reliability": (answer.reliability, offer.reliabilities),
    }
    if answer.offer != offer.id or answer.version != offer.version:
        raise _refused("an answer to this offer")
    for term, (choice, choices) in chosen.items():
        if choice not in choices:
            raise _refused(f"a {term} that was offered")
    if answer.lifetime > offer.lifetime:
        raise _refused("a lifetime that is not above that of the offer")
    for name, value in answer.limits.items():
        if value > offer.limits.get(name, value) or value < 0:
            raise _refused(f"a value of {name} that is not above that of the offer")
    if set(answer.headers) - set(offer.headers) or any(
        c not in offer.representations for _, cs in answer.operations for c in cs
    ):
        raise _refused("headers and operations that were offered")
    has_certificate = answer.security == "tls" and bool(answer.addresses)
    if bool(answer.certificate) != has_certificate:
        raise _refused("a certificate with TLS at addresses, and none without")


def _operations(node: etree._Element) -> Operations:
    return tuple(
        (_attribute(operation, "name"), (_text(operation, "representation"),)) for operation in _all(node, "operation")
    )


def _addresses(node: etree._Element) -> tuple[Address, ...]:
    found = _all(node, "address")
    if len(found) > _ADDRESSES:
        raise _refused(f"at most {_ADDRESSES} addresses")
    addresses = tuple(Address(a.get("host", "").strip(), _number(_attribute(a, "port"))) for a in found)
    if any(not 0 < address.port < 65_536 for address in addresses):
        raise _refused("ports from 1 to 65535")
    return addresses


def _parts(data: etree._Element) -> dict[str, str] | None:
    if len(data) == 0:
        return None
    parts = dict(_listed(data))
    if len(parts) > _PARTS:
        raise _refused(f"at most {_PARTS} parts")
    return parts


def _listed(data: etree._Element) -> Iterator[tuple[str, str]]:
    for group in _all(data, "operations"):
        namespace = group.get("namespace", "").strip()
        for operation in _all(group, "operation"):
            for way in ("in", "out"):
                for i, word in enumerate(operation.get(way, "").split()):
                    if word != "." and word != "-" and re.fullmatch("[0-9a-f]{16}", word) is None:
                        raise _refused("the first 16 hexadecimal digits of a part's fingerprint")
                    if word != ".":
                        key = f"{{{namespace}}}{_attribute(operation, 'name')}/{way}/{i}"
                        yield key, "" if word == "-" else word


def _token(encoded: str) -> bytes:
    if not re.fullmatch("[A-Za-z0-9_-]+", encoded):  # the library takes + and / as well
        raise _refused("a token in base64url")
    try:
        token = base64.b64decode(encoded + "=" * (-len(encoded) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise _refused("a token in base64url") from None
    if not 16 <= len(token) <= 64:
        raise _refused("a token of 16 to 64 bytes")
    return token


def _all(node: etree._Element, name: str) -> list[etree._Element]:
    return node.findall(_tag(name))


def _only(node: etree._Element, name: str) -> etree._Element:
    found = _all(node, name)
    if len(found) != 1:
        raise _refused(f"one element {name}")
    return found[0]


def _text(node: etree._Element, name: str, default: str | None = None) -> str:
    if default is not None and not _all(node, name):
        return default
    value = (_only(node, name).text or "").strip()
    if name in _CHOICES and _NAME.fullmatch(value) is None:
        raise _refused(f"a name for {name}")
    return value


def _attribute(node: etree._Element, name: str) -> str:
    value = node.get(name)
    if value is None:
        raise _refused(f"an attribute {name}")
    return value.strip()


def _number(text: str) -> int:
    if re.fullmatch("[0-9]{1,18}", text) is None:
        raise _refused("a number")
    return int(text)


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"


def _refused(expected: str) -> ParleyError:
    return ParleyError(ErrorCode.NEGOTIATION, f"expected {expected} in the answer")
