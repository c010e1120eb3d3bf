"""Contracts: the operations of a port in a WSDL, and the layouts of their body parts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin

from lxml import etree

from .canonical import Fingerprints
from .compiler import Compiler
from .errors import ErrorCode, ParleyError
from .layout import Complex, Content, Layout, Name
from .limits import Limits
from .negotiation import SOAP
from .xsd import XS, Schemas

WSDL = "http://schemas.xmlsoap.org/wsdl/"
_BINDINGS = {1: "http://schemas.xmlsoap.org/wsdl/soap/", 2: "http://schemas.xmlsoap.org/wsdl/soap12/"}

Load = Callable[[str], bytes]
"""Returns the content at a location."""


@dataclass(frozen=True, slots=True)
class Part:
    """A body part of an operation."""

    key: str
    element: Name
    layout: Layout | None
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of a port, as its messages stand in envelopes."""

    name: Name
    action: str
    wrapper: Name | None
    """Element around the parts of its requests; None unless its style is rpc."""
    inputs: tuple[Part, ...]
    outputs: tuple[Part, ...]
    is_one_way: bool


@dataclass(frozen=True, slots=True)
class Contract:
    """What a client knows of a port."""

    port: Name
    address: str
    soap: int
    operations: tuple[Operation, ...]
    parts: dict[str, Part] = field(default_factory=dict)

    @property
    def endpoint(self) -> str:
        """Name of the port as offers have it."""
        return f"{{{self.port[0]}}}{self.port[1]}"

    @property
    def envelope_namespace(self) -> str:
        """Namespace of the envelopes of its version of SOAP."""
        return SOAP[self.soap]

    def fingerprints(self) -> dict[str, str]:
        """Returns the fingerprints of all parts by key; those that travel as infoset have none."""
        return {key: part.fingerprint for key, part in self.parts.items()}

    def operation_of(self, body: etree._Element) -> Operation | None:
        """Returns the operation whose request has such a body."""
        children = [child for child in body if isinstance(child.tag, str)]
        first = _split(children[0].tag) if children else None
        for operation in self.operations:
            if operation.wrapper is not None:
                if operation.wrapper == first:
                    return operation
            elif [part.element for part in operation.inputs] == [_split(child.tag) for child in children]:
                return operation
        return None


class Definitions:
    """A WSDL with all documents that it imports."""

    def __init__(self, location: str, load: Load, limits: Limits | None = None) -> None:
        self._load = load
        self._limits = limits or Limits()
        self._bytes = 0
        self._roots: list[tuple[etree._Element, str]] = []
        self._documents: dict[str, etree._Element] = {}
        self._schemas = Schemas(self._schema, self._limits)
        self._read(location)
        for root, base in self._roots:
            for i, schema in enumerate(root.iterfind(f"{{{WSDL}}}types/{{{XS}}}schema")):
                self._schemas.add(schema, f"{base}#{i}")
        self._compiler = Compiler(self._schemas)
        self._fingerprints = Fingerprints()

    def contracts(self) -> Iterator[Contract]:
        """Yields the contract of each port that speaks SOAP."""
        for root, _ in self._roots:
            for service in root.iterfind(f"{{{WSDL}}}service"):
                for port in service.iterfind(f"{{{WSDL}}}port"):
                    contract = self._port(root, port)
                    if contract is not None:
                        yield contract

    # --- documents

    def _document(self, location: str) -> etree._Element:
        location = location.partition("#")[0]
        found = self._documents.get(location)
        if found is None:
            content = self._load(location)
            self._bytes += len(content)
            if self._bytes > self._limits.schema_bytes:
                raise ParleyError(
                    ErrorCode.LIMIT, f"expected at most {self._limits.schema_bytes} bytes (parley.limits.schema-bytes)"
                )
            parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
            found = self._documents[location] = etree.fromstring(content, parser, base_url=location)
        return found

    def _read(self, location: str) -> None:
        if any(base == location for _, base in self._roots):
            return
        root = self._document(location)
        self._roots.append((root, location))
        for node in root.iterfind(f"{{{WSDL}}}import"):
            self._read(_join(location, node.get("location", "")))

    def _schema(self, base: str, location: str) -> etree._Element | None:
        root = self._document(_join(base.partition("#")[0], location))
        return root if root.tag == f"{{{XS}}}schema" else None

    # --- ports

    def _find(self, kind: str, name: Name) -> etree._Element | None:
        for root, _ in self._roots:
            if root.get("targetNamespace", "") == name[0]:
                for node in root.iterfind(f"{{{WSDL}}}{kind}"):
                    if node.get("name") == name[1]:
                        return node
        return None

    def _port(self, root: etree._Element, port: etree._Element) -> Contract | None:
        binding = self._find("binding", _qname(port, "binding"))
        soap = next(
            (v for v, ns in _BINDINGS.items() if binding is not None and binding.find(f"{{{ns}}}binding") is not None),
            0,
        )
        if binding is None or not soap:
            return None
        namespace = _BINDINGS[soap]
        address = port.find(f"{{{namespace}}}address")
        interface = _qname(binding, "type")
        port_type = self._find("portType", interface)
        declared = binding.find(f"{{{namespace}}}binding")
        style = declared.get("style", "document") if declared is not None else "document"
        operations = []
        for node in binding.iterfind(f"{{{WSDL}}}operation"):
            abstract = _named(port_type, "operation", node.get("name", ""))
            if abstract is not None:
                operations.append(self._operation(node, abstract, interface[0], namespace, style))
        name = (root.get("targetNamespace", ""), port.get("name", ""))
        parts = {part.key: part for operation in operations for part in (*operation.inputs, *operation.outputs)}
        where = address.get("location", "") if address is not None else ""
        return Contract(name, where, soap, tuple(operations), parts)

    def _operation(
        self, node: etree._Element, abstract: etree._Element, interface: str, namespace: str, style: str
    ) -> Operation:
        said = node.find(f"{{{namespace}}}operation")
        if said is not None:
            style = said.get("style", style)
        name = (interface, node.get("name", ""))
        inputs = self._parts(node, abstract, name, "in", namespace, style)
        outputs = self._parts(node, abstract, name, "out", namespace, style)
        body = node.find(f"{{{WSDL}}}input/{{{namespace}}}body")
        wrapper = (body.get("namespace", "") if body is not None else "", name[1]) if style == "rpc" else None
        action = said.get("soapAction", "") if said is not None else ""
        return Operation(name, action, wrapper, inputs, outputs, abstract.find(f"{{{WSDL}}}output") is None)

    def _parts(
        self, node: etree._Element, abstract: etree._Element, name: Name, way: str, namespace: str, style: str
    ) -> tuple[Part, ...]:
        element = "input" if way == "in" else "output"
        bound, declared = node.find(f"{{{WSDL}}}{element}"), abstract.find(f"{{{WSDL}}}{element}")
        if bound is None or declared is None:
            return ()
        message_name = _qname(declared, "message")
        message = self._find("message", message_name)
        if message is None:
            return ()
        headers = {
            header.get("part")
            for header in bound.iterfind(f"{{{namespace}}}header")
            if _qname(header, "message") == message_name
        }
        body = bound.find(f"{{{namespace}}}body")
        chosen = body.get("parts") if body is not None else None
        parts: list[Part] = []
        for part in message.iterfind(f"{{{WSDL}}}part"):
            part_name = part.get("name", "")
            if part_name in chosen.split() if chosen is not None else part_name not in headers:
                key = f"{{{name[0]}}}{name[1]}/{way}/{len(parts)}"
                parts.append(self._part(key, part, style))
        return tuple(parts)

    def _part(self, key: str, part: etree._Element, style: str) -> Part:
        if style == "rpc" and part.get("type"):
            element = ("", part.get("name", ""))
            layout = self._compiler.part(element, _qname(part, "type"))
        else:
            element = _qname(part, "element")
            layout = self._compiler.element(element)
        if layout is not None and (
            layout.type is None or (isinstance(layout.type, Complex) and layout.type.content is Content.INFOSET)
        ):
            layout = None
        return Part(key, element, layout, self._fingerprints.of(layout) if layout is not None else "")


def envelope_parts(envelope: etree._Element) -> tuple[etree._Element | None, etree._Element | None]:
    """Returns header and body of an envelope."""
    namespace = _split(envelope.tag)[0]
    if namespace not in SOAP.values():
        return None, None
    return envelope.find(f"{{{namespace}}}Header"), envelope.find(f"{{{namespace}}}Body")


def _named(parent: etree._Element | None, kind: str, name: str) -> etree._Element | None:
    if parent is None:
        return None
    return next((node for node in parent.iterfind(f"{{{WSDL}}}{kind}") if node.get("name") == name), None)


def _qname(node: etree._Element, attribute: str) -> Name:
    prefix, _, name = node.get(attribute, "").strip().rpartition(":")
    return node.nsmap.get(prefix or None, ""), name


def _split(tag: str) -> Name:
    namespace, _, name = tag[1:].rpartition("}") if tag.startswith("{") else ("", "", tag)
    return namespace, name


def _join(base: str, location: str) -> str:
    if "://" in base or "://" in location:
        return urljoin(base, location)
    return os.path.join(os.path.dirname(base), location)
