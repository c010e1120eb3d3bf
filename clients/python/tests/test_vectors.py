"""Golden vectors of docs/protocol/vectors, read and written by this client."""

from __future__ import annotations

import hashlib

import pytest
from lxml import etree

import vectors
from parley import frame, numbering, terms
from parley.agreement import HHFR
from parley.budget import Budget, Weight
from parley.canonical import Fingerprints, canonical_text
from parley.compiler import Compiler
from parley.document import read_document, write_document
from parley.errors import ParleyError
from parley.frame import Frame, FrameReader, Type
from parley.head import Head, read_head, write_head
from parley.layout import Layout
from parley.limits import Limits
from parley.message import NumberedPart, read_envelope, write_envelope
from parley.negotiation import judge, read_answer
from parley.output import Output
from parley.terms import Offer
from parley.wire import Reader
from parley.xsd import Schemas

FRAMES = {**vectors.read("frames.txt"), **vectors.read("errors.txt")}
FINGERPRINTS = vectors.read("fingerprints.txt")
MESSAGES = vectors.read("messages.txt")
DIGESTS = vectors.read("digests.txt")
NEGOTIATION = vectors.read("negotiation.txt")


def layout_of(name: str) -> Layout:
    vector = FINGERPRINTS[name]
    schemas = Schemas(lambda _base, _location: None)
    schemas.add(etree.fromstring(vector["schema"]), "vector")
    namespace, _, local = vector["element"].rpartition("}")
    layout = Compiler(schemas).element((namespace[1:], local))
    assert layout is not None
    return layout


@pytest.mark.parametrize("name", [name for name in FRAMES if "type" in FRAMES[name]])
def test_frames_are_read_and_written_alike(name: str) -> None:
    vector = FRAMES[name]
    content = bytes.fromhex(vector["hex"])
    reader = FrameReader(1 << 20)
    reader.features = frame.PAYLOAD_CHECKSUM if vector["checksum"] == "true" else 0
    found = list(reader.feed(content))
    assert len(found) == 1
    assert found[0].type is Type[vector["type"]]
    assert (found[0].flags, found[0].sequence, found[0].stream) == (
        int(vector["flags"]),
        int(vector["sequence"]),
        int(vector["stream"]),
    )
    assert b"".join(frame.write(found[0], vector["checksum"] == "true")) == content


@pytest.mark.parametrize("name", ["open", "open-without-checksum", "open-listed"])
def test_open_is_made_of_its_fields(name: str) -> None:
    vector = FRAMES[name]
    payload = frame.open_payload(*(bytes.fromhex(vector[field]) for field in ("token", "digest", "terms")))
    written = frame.write(Frame(Type.OPEN, 0, 0, 0, payload), vector["checksum"] == "true")
    assert b"".join(written) == bytes.fromhex(vector["hex"])


@pytest.mark.parametrize("name", ["preamble", "preamble-secured"])
def test_preambles_are_read_and_written_alike(name: str) -> None:
    vector = FRAMES[name]
    content = bytes.fromhex(vector["hex"])
    assert frame.read_preamble(content) == int(vector["features"])
    assert frame.preamble(int(vector["features"])) == content


@pytest.mark.parametrize("name", list(FINGERPRINTS))
def test_schemas_have_the_texts_and_fingerprints_of_the_page(name: str) -> None:
    layout = layout_of(name)
    assert canonical_text(layout) == FINGERPRINTS[name]["canonical-text"]
    assert Fingerprints().of(layout) == FINGERPRINTS[name]["hex"]


@pytest.mark.parametrize("name", [name for name in MESSAGES if name.startswith("head")])
def test_heads_are_read_and_written_alike(name: str) -> None:
    vector = MESSAGES[name]
    headers = tuple((header.partition("=")[0], header.partition("=")[2]) for header in vector["headers"].split())
    head = Head(
        int(vector["version"]),
        int(vector["status"]),
        int(vector["representation"]),
        vector["action"],
        headers,
        tuple(map(int, vector["kept"].split())),
    )
    assert write_head(head) == bytes.fromhex(vector["hex"])
    assert read_head(Reader(bytes.fromhex(vector["hex"]))) == head


def part() -> NumberedPart:
    vector = MESSAGES["mark"]
    assert numbering.mark(vector["key"], vector["fingerprint"]) == bytes.fromhex(vector["hex"])
    return NumberedPart(0, bytes.fromhex(vector["hex"]), layout_of("numbers"))


def read(content: bytes) -> str:
    weight = Weight(Budget(1 << 30, "a test"))
    return read_envelope(Reader(content), {0: part()}, Limits(), weight, lambda _: b"")


@pytest.mark.parametrize("name", ["hhfr-envelope", "hhfr-infoset"])
def test_envelopes_are_read_and_written_alike(name: str) -> None:
    content = bytes.fromhex(MESSAGES[name]["hex"])
    envelope = etree.fromstring(read(content))
    typed = {node: part() for node in envelope.iter("record")}
    out = Output()
    write_envelope(out, envelope, typed, {})
    assert b"".join(map(bytes, out.chunks())) == content


def test_the_tags_of_an_ordinary_envelope_are_read_as_those_of_runs() -> None:
    ordinary = read(bytes.fromhex(MESSAGES["hhfr-ordinary"]["hex"]))
    assert ordinary == read(bytes.fromhex(MESSAGES["hhfr-envelope"]["hex"]))


@pytest.mark.parametrize("content", ["03", "030200", "0300030000", "030004040400", "0400", "000300"])
def test_tags_in_the_wrong_place_are_malformed(content: str) -> None:
    with pytest.raises(ParleyError):
        read(bytes.fromhex(content))


def test_other_content_may_follow_the_body() -> None:
    assert read(bytes.fromhex("0301 0404 00")).endswith("<soap:Body></soap:Body></soap:Envelope>")


def test_a_part_may_stand_alone() -> None:
    shown = read(bytes.fromhex(MESSAGES["hhfr-part"]["hex"]))
    assert shown == '<record id="1"><name>ab</name><numbers>1.0</numbers><numbers>2.0</numbers></record>'


def test_the_document_of_the_page_of_bnux_is_read_and_written_alike() -> None:
    content = bytes.fromhex(
        "E001DFFE07 07FFFFFFDD 00000005 00000009 00000009 00 6100 6200 3100 7800 E001DFFE 00000000 1A 293801 48 03"
    )
    assert read_document(Reader(content), Limits(), Weight(Budget(1 << 30, "a test"))) == '<a b="1">x</a>'
    assert write_document(etree.fromstring('<a b="1">x</a>')) == content


def parts_of(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split())


@pytest.mark.parametrize("name", ["data", "data-none"])
def test_data_has_the_fingerprint_of_the_page(name: str) -> None:
    assert numbering.fingerprint(parts_of(DIGESTS[name]["parts"])) == DIGESTS[name]["hex"]


def test_the_terms_of_open_say_which_parts_are_alike() -> None:
    vector = DIGESTS["numbering-listed"]
    numbers = numbering.number(parts_of(vector["parts"]), "another", parts_of(vector["listed"]))
    assert numbers.terms.hex() == vector["hex"]
    own = parts_of(DIGESTS["data"]["parts"])
    same = numbering.number(own, numbering.fingerprint(own), None)
    assert same.terms.hex() == DIGESTS["numbering-same"]["hex"]


def offer() -> Offer:
    node = etree.fromstring(NEGOTIATION["negotiation"]["offer-xml"])

    def values(name: str) -> tuple[str, ...]:
        return tuple(str(child.text) for child in node.findall(f"{{urn:parley:1}}{name}"))

    return Offer(
        id=node.get("id", ""),
        endpoint=node.get("endpoint", ""),
        representations=values("representation"),
        channels=values("channel"),
        securities=values("security"),
        limits={limit.get("name", ""): int(limit.get("value", "")) for limit in node.findall("{urn:parley:1}limit")},
        fingerprint=node.find("{urn:parley:1}data").get("fingerprint", ""),  # type: ignore[union-attr]
        compressions=values("compression"),
        reliabilities=values("reliability"),
        lifetime=int(values("lifetime")[0]),
        context_stores=values("contextStore"),
        headers=values("header"),
    )


def test_what_was_agreed_has_the_digest_of_the_page() -> None:
    answer = read_answer(etree.fromstring(NEGOTIATION["negotiation"]["answer-xml"]))
    assert answer.representation == HHFR
    assert terms.digest(offer(), answer).hex() == NEGOTIATION["negotiation"]["hex"]


def test_a_refusal_says_its_reason() -> None:
    body = NEGOTIATION["refusal"]["refusal-xml"]
    soap = "http://schemas.xmlsoap.org/soap/envelope/"
    message = f'<s:Envelope xmlns:s="{soap}"><s:Body>{body}</s:Body></s:Envelope>'
    verdict = judge(offer(), 1, 200, message.encode(), Limits())
    assert verdict.reason is not None
    assert (verdict.reason.name, verdict.detail) == ("NO_COMMON_TERM", NEGOTIATION["refusal"]["text"])


def test_the_digest_of_a_text_is_the_hash_of_its_lines() -> None:
    text = (vectors.FOLDER / "terms-digest.txt").read_text("utf-8")
    lines, _, shown = text.rstrip("\n").rpartition("\n")
    assert hashlib.sha256((lines + "\n").encode()).hexdigest() == shown.removeprefix("sha-256 ")


@pytest.mark.parametrize(("status", "reason"), [(500, "NOT_CAPABLE"), (429, "UNDECIDED"), (503, "UNDECIDED")])
def test_a_soap_fault_of_an_overloaded_service_decides_nothing(status: int, reason: str) -> None:
    soap = "http://schemas.xmlsoap.org/soap/envelope/"
    fault = f'<s:Envelope xmlns:s="{soap}"><s:Body><s:Fault/></s:Body></s:Envelope>'
    verdict = judge(offer(), 1, status, fault.encode(), Limits())
    assert verdict.reason is not None
    assert verdict.reason.name == reason
