"""Contracts: documents, parts and what becomes of constructs of XML Schema."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from parley.budget import Budget, Weight
from parley.canonical import canonical_text
from parley.compiler import Compiler
from parley.contract import Contract, Definitions
from parley.encoder import PartEncoder
from parley.layout import Complex, Content, Layout
from parley.limits import Limits
from parley.message import NumberedPart, read_envelope, write_envelope
from parley.output import Output
from parley.pieces import PieceWriter
from parley.wire import Reader
from parley.xsd import Schemas

WSDL = """<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:t="urn:t" targetNamespace="urn:t">
  <w:types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:other">
    <x:import namespace="urn:t" schemaLocation="inner/types.xsd"/></x:schema></w:types>
  <w:message name="in"><w:part name="h" element="t:token"/><w:part name="b" element="t:order"/></w:message>
  <w:portType name="P"><w:operation name="send"><w:input message="t:in"/></w:operation></w:portType>
  <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="send"><s:operation soapAction="urn:send"/><w:input>
      <s:header message="t:in" part="h" use="literal"/><s:body use="literal"/></w:input></w:operation></w:binding>
  <w:service name="S"><w:port name="Port" binding="t:B"><s:address location="http://host/s"/></w:port></w:service>
</w:definitions>"""
TYPES = """<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"
    elementFormDefault="qualified">
  <x:include schemaLocation="../more.xsd"/>
  <x:element name="token" type="x:string"/><x:element name="order" type="t:Order"/>
</x:schema>"""
MORE = """<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <x:complexType name="Order"><x:sequence>
    <x:element name="z" type="x:int"/><x:element name="a" type="x:double" maxOccurs="unbounded"/>
    <x:any namespace="##other" minOccurs="0"/></x:sequence><x:attribute name="id" type="x:long"/></x:complexType>
</x:schema>"""


def contract(folder: Path) -> Contract:
    (folder / "inner").mkdir()
    (folder / "s.wsdl").write_text(WSDL)
    (folder / "inner" / "types.xsd").write_text(TYPES)
    (folder / "more.xsd").write_text(MORE)
    return next(iter(Definitions(str(folder / "s.wsdl"), lambda name: Path(name).read_bytes()).contracts()))


def test_documents_beside_a_wsdl_are_found_and_headers_are_no_parts(tmp_path: Path) -> None:
    found = contract(tmp_path)
    assert found.endpoint == "{urn:t}Port"
    assert list(found.parts) == ["{urn:t}send/in/0"]
    assert found.operations[0].is_one_way
    layout = found.parts["{urn:t}send/in/0"].layout
    assert layout is not None
    assert "  element {urn:t}a DOUBLE\n" in canonical_text(layout)


NIL = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"'
RECORDS = [
    '<order xmlns="urn:t" id="7"><z>1</z><a>0.5</a><a>2.5</a></order>',
    '<order xmlns="urn:t"><z>1</z><x:b xmlns:x="urn:x" c="d">text<x:e/>tail</x:b></order>',
    f'<order xmlns="urn:t" {NIL}><z i:nil="true"/><a i:nil="true"/><a>1.0</a></order>',
    f'<order xmlns="urn:t" {NIL} id="5" i:nil="true"/>',
    '<order xmlns="urn:t"/>',
]


@pytest.mark.parametrize("record", RECORDS)
def test_records_come_back_as_they_went(tmp_path: Path, record: str) -> None:
    layout = contract(tmp_path).parts["{urn:t}send/in/0"].layout
    assert layout is not None
    soap = "http://schemas.xmlsoap.org/soap/envelope/"
    envelope = etree.fromstring(f'<s:Envelope xmlns:s="{soap}"><s:Body>{record}</s:Body></s:Envelope>')
    part = NumberedPart(3, b"mark", layout)
    out = Output()
    write_envelope(out, envelope, {envelope[0][0]: part}, {})
    content = b"".join(map(bytes, out.chunks()))
    shown = read_envelope(Reader(content), {3: part}, Limits(), Weight(Budget(1 << 30, "a test")), lambda _: b"")
    assert etree.canonicalize(shown, rewrite_prefixes=True) == etree.canonicalize(
        etree.tostring(envelope, encoding="unicode"), rewrite_prefixes=True
    )


NOT_TYPED = [
    "<order xmlns='urn:t'><z>x</z></order>",
    "<order xmlns='urn:t'><z>1</z><z>2</z></order>",
    "<order xmlns='urn:t'>t</order>",
]


@pytest.mark.parametrize("record", NOT_TYPED)
def test_what_has_no_typed_form_is_said_so(tmp_path: Path, record: str) -> None:
    layout = contract(tmp_path).parts["{urn:t}send/in/0"].layout
    assert layout is not None
    with pytest.raises(ValueError, match=r"\S"):
        PartEncoder(Output(), PieceWriter(), {}).part(etree.fromstring(record), layout)


def layout_of(body: str, element: str = "e") -> Layout:
    schemas = Schemas(lambda _base, _location: None)
    text = (
        f'<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns="urn:s" targetNamespace="urn:s">{body}</x:schema>'
    )
    schemas.add(etree.fromstring(text), "a test")
    found = Compiler(schemas).element(("urn:s", element))
    assert found is not None
    return found


def slots(layout: Layout) -> list[tuple[bool, list[str]]]:
    assert isinstance(layout.type, Complex)
    return [(slot.repeats, [a.name[1] if a.name else "any" for a in slot.alternatives]) for slot in layout.type.slots]


def test_a_group_that_repeats_is_one_slot() -> None:
    inner = '<x:element name="b" type="x:int"/><x:element name="a" type="x:int"/>'
    body = f'<x:element name="e"><x:complexType><x:choice maxOccurs="9">{inner}</x:choice></x:complexType></x:element>'
    assert slots(layout_of(body)) == [(True, ["a", "b"])]


def test_an_element_that_stands_twice_makes_the_model_one_slot() -> None:
    inner = '<x:element name="v" type="x:int"/><x:element name="b" type="x:int"/><x:element name="v" type="x:int"/>'
    body = f'<x:element name="e"><x:complexType><x:sequence>{inner}</x:sequence></x:complexType></x:element>'
    assert slots(layout_of(body)) == [(True, ["b", "v"])]


def test_an_element_with_two_types_makes_the_model_infoset() -> None:
    inner = '<x:element name="v" type="x:int"/><x:element name="v" type="x:string"/>'
    body = f'<x:element name="e"><x:complexType><x:sequence>{inner}</x:sequence></x:complexType></x:element>'
    found = layout_of(body).type
    assert isinstance(found, Complex)
    assert found.content is Content.INFOSET


def test_a_type_that_has_itself_is_compiled_once() -> None:
    body = """<x:element name="e" type="T"/><x:complexType name="T"><x:sequence>
      <x:element name="t" type="T" minOccurs="0"/></x:sequence></x:complexType>"""
    assert canonical_text(layout_of(body)).count("type 0") == 3
