package io.parley.testkit.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.conformance.raw.BnuxRun;
import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawDigests;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.RawHead;
import io.parley.conformance.raw.RawOffer;
import io.parley.conformance.raw.Vector;
import io.parley.conformance.raw.XmlTree;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.schema.SafeXml;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests that the conformance codec, which was written from the pages alone, reads each vector and writes the same
 * bytes.
 */
class RawVectorsTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final List<String> BESIDE =
            List.of("section", "meaning", "checksum", "type", "flags", "sequence", "stream");

    @TestFactory
    Stream<DynamicTest> aFrameIsReadAndWritten() {
        return Stream.of("frames.txt", "errors.txt")
                .flatMap(file -> VectorFiles.in(file).values().stream())
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    if (each.has("features")) {
                        int features = RawConnection.features(each.bytes(Vector.BYTES));
                        assertThat(features).isEqualTo(Integer.parseInt(each.field("features")));
                    } else {
                        frame(each);
                    }
                }));
    }

    private static void frame(Vector vector) {
        boolean checksum = Boolean.parseBoolean(vector.field("checksum"));
        RawFrame frame = RawFrame.decode(vector.bytes(Vector.BYTES), checksum);
        RawFrameType type = RawFrameType.of(frame.type());
        Map<String, String> fields = type.read(frame.flags(), frame.payload());
        Map<String, String> expected = new TreeMap<>(vector.fields());
        expected.keySet().removeAll(BESIDE);
        expected.remove(Vector.BYTES);

        assertThat(type).hasToString(vector.field("type"));
        assertThat(new TreeMap<>(fields)).isEqualTo(expected);
        RawFrame made = new RawFrame(
                RawFrameType.valueOf(vector.field("type")).number(),
                Integer.parseInt(vector.field("flags")),
                Long.parseLong(vector.field("sequence")),
                Integer.parseInt(vector.field("stream")),
                type.write(Integer.parseInt(vector.field("flags")), vector.fields()));
        assertThat(made.encode(checksum)).isEqualTo(vector.bytes(Vector.BYTES));
        assertThat(type.isNumbered()).isEqualTo(frame.sequence() > 0);
    }

    @Test
    void everyFrameTypeAndErrorCodeHasAVector() throws IOException {
        assertThat(VectorFiles.in("frames.txt").values().stream()
                        .filter(each -> each.has("type"))
                        .map(each -> each.field("type"))
                        .distinct())
                .containsExactlyInAnyOrder(
                        Stream.of(RawFrameType.values()).map(Enum::name).toArray(String[]::new));
        String page = Files.readString(Path.of("../docs/protocol/framing.md"));
        String table = page.substring(page.indexOf("## 10. Error codes"), page.indexOf("## 11. Limits"));
        assertThat(VectorFiles.in("errors.txt").values().stream().map(each -> each.field("code")))
                .containsExactlyElementsOf(table.lines()
                        .filter(line -> line.matches("\\| \\d+ .*"))
                        .map(line -> line.split("\\|", -1)[1].strip())
                        .toList());
    }

    @Test
    void theDigestsAreComputedFromThePage() {
        Map<String, Vector> all = VectorFiles.in("digests.txt");
        Map<String, String> results = new TreeMap<>();
        all.forEach((name, vector) -> results.put(name, digest(name, vector)));

        assertThat(results)
                .isEqualTo(new TreeMap<>(all.values().stream()
                        .collect(Collectors.toMap(Vector::name, vector -> vector.field(Vector.BYTES)))));
    }

    private static String digest(String name, Vector vector) {
        return switch (name) {
            case "by-api" ->
                RawDigests.hex(RawDigests.byApiText(
                        vector.field("representation"),
                        vector.field("channel"),
                        vector.field("fingerprint"),
                        vector.field("limits")));
            case "by-api-compressed", "by-api-durable", "by-api-tls" ->
                RawDigests.withTerm(vector.field("before"), vector.field("term-text"));
            case "data", "data-none" -> RawDigests.data(parts(vector.field("parts")));
            case "numbering-same" -> HEX.formatHex(RawDigests.sameNumbering(vector.field("fingerprint")));
            case "numbering-listed" ->
                HEX.formatHex(RawDigests.listedTerms(parts(vector.field("listed")), parts(vector.field("parts"))));
            case "context-uri" -> RawDigests.hex(vector.field("block-text"));
            case "token" -> HEX.formatHex(Base64.getUrlDecoder().decode(vector.field("encoded")));
            default -> throw new AssertionError("nobody computes " + name);
        };
    }

    private static Map<String, String> parts(String text) {
        Map<String, String> parts = new TreeMap<>();
        for (String each : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
            int equals = each.lastIndexOf('=');
            parts.put(each.substring(0, equals), each.substring(equals + 1));
        }
        return parts;
    }

    @Test
    void whatWasAgreedOnHasTheDigestOfItsMessages() {
        Vector vector = VectorFiles.in("negotiation.txt").get("negotiation");
        XmlTree offer = XmlTree.parse(vector.field("offer-xml"));
        XmlTree answer = XmlTree.parse(vector.field("answer-xml"));

        assertThat(RawDigests.hex(RawDigests.termsText(offer, answer))).isEqualTo(vector.field(Vector.BYTES));
    }

    @Test
    void aRefusalSaysItsReason() {
        Vector vector = VectorFiles.in("negotiation.txt").get("refusal");
        XmlTree refusal = XmlTree.parse(vector.field("refusal-xml"));

        assertThat(refusal.name()).isEqualTo("refusal");
        assertThat(refusal.attribute("reason")).isEqualTo(vector.field("reason"));
        assertThat(refusal.text()).isEqualTo(vector.field("text"));
    }

    @Test
    void anOfferWrittenFromThePageIsReadAsOne() throws Exception {
        RawOffer offer = new RawOffer(
                "id",
                "{urn:x}Port",
                List.of("hhfr", "xml"),
                List.of("resume", "none"),
                RawOffer.usualLimits(),
                "0".repeat(64));
        XMLStreamReader reader = SafeXml.reader(new StringReader(offer.xml()), Limits.defaults());
        reader.nextTag();

        assertThat(NegotiationXml.readOffer(reader, Limits.defaults()))
                .returns(List.of("hhfr", "xml"), read -> read.representations())
                .returns("{urn:x}Port", read -> read.endpoint())
                .returns(RawOffer.usualLimits().size(), read -> read.limits().size());
    }

    @TestFactory
    Stream<DynamicTest> aFingerprintIsMadeOfTheCanonicalText() {
        return VectorFiles.in("fingerprints.txt").values().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.name(),
                        () -> assertThat(RawDigests.partFingerprint(each.field("canonical-text")))
                                .isEqualTo(each.field(Vector.BYTES))));
    }

    @Test
    void headsAreReadAndWritten() {
        List<String> seen = new ArrayList<>();
        for (Vector each : VectorFiles.in("messages.txt").values()) {
            if (each.has("status")) {
                ByteInput in = new ByteInput(each.bytes(Vector.BYTES));
                RawHead head = RawHead.read(in);
                in.expectEnd();
                ByteOutput out = new ByteOutput();
                head.write(out);
                seen.add(each.name());
                assertThat(out.toBytes()).isEqualTo(each.bytes(Vector.BYTES));
                assertThat(head.action()).isEqualTo(each.field("action"));
                assertThat(String.valueOf(head.status())).isEqualTo(each.field("status"));
                assertThat(head.kept().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                        .isEqualTo(each.field("kept"));
                assertThat(head.headers().stream()
                                .map(pair -> pair[0] + "=" + pair[1])
                                .collect(Collectors.joining(" ")))
                        .isEqualTo(each.field("headers"));
            }
        }
        assertThat(seen).hasSize(4);
    }

    @Test
    void theMarkOfAPartIsComputedFromThePage() {
        Vector mark = VectorFiles.in("messages.txt").get("mark");
        assertThat(RawDigests.mark(mark.field("key"), mark.field("fingerprint")))
                .isEqualTo(mark.bytes(Vector.BYTES));
    }

    @Test
    void contentOfHhfrIsWrittenFromThePage() {
        Map<String, Vector> all = VectorFiles.in("messages.txt");
        byte[] mark = all.get("mark").bytes(Vector.BYTES);
        ByteOutput bare = new ByteOutput();
        record(bare, mark);
        assertThat(bare.number(0, 1).toBytes()).isEqualTo(all.get("hhfr-part").bytes(Vector.BYTES));

        ByteOutput ordinary = new ByteOutput().number(3, 1).number(0, 1);
        record(ordinary, mark);
        assertThat(ordinary.number(0, 1).toBytes())
                .isEqualTo(all.get("hhfr-ordinary").bytes(Vector.BYTES));

        ByteOutput enveloped = new ByteOutput().number(1, 1);
        BnuxRun run = new BnuxRun().start("soap:Envelope", SOAP11).start("soap:Body", SOAP11);
        run.writePiece(enveloped, BnuxRun.OTHERS_FOLLOW);
        record(enveloped, mark);
        enveloped.number(1, 1);
        run.end().end().writePiece(enveloped, BnuxRun.NOTHING_FOLLOWS);
        assertThat(enveloped.number(0, 1).toBytes())
                .isEqualTo(all.get("hhfr-envelope").bytes(Vector.BYTES));

        ByteOutput infoset = new ByteOutput().number(1, 1);
        new BnuxRun()
                .start("soap:Envelope", SOAP11)
                .start("soap:Body", SOAP11)
                .start("x:note", "urn:x")
                .text("caf\u00e9")
                .end()
                .end()
                .end()
                .writePiece(infoset, BnuxRun.NOTHING_FOLLOWS);
        assertThat(infoset.number(0, 1).toBytes())
                .isEqualTo(all.get("hhfr-infoset").bytes(Vector.BYTES));
    }

    private static void record(ByteOutput out, byte[] mark) {
        out.number(2, 1).varint(0).bytes(mark);
        out.number(0x01, 1).number(0x03, 1).littleEndian(1, 8).string("ab");
        out.varint(2).number(0, 1);
        out.littleEndian(Double.doubleToRawLongBits(1), 8).littleEndian(Double.doubleToRawLongBits(2), 8);
    }

    @Test
    void contentIsReadFromThePage() {
        Map<String, Vector> all = VectorFiles.in("messages.txt");
        ByteInput infoset = new ByteInput(all.get("hhfr-infoset").bytes(Vector.BYTES));
        StringBuilder xml = new StringBuilder();
        assertThat(infoset.number(1)).isEqualTo(1);
        assertThat(new BnuxRun().readRun(infoset, xml)).isEqualTo(BnuxRun.NOTHING_FOLLOWS);
        assertThat(infoset.number(1)).isZero();
        infoset.expectEnd();
        String note = "<soap:Envelope><soap:Body><x:note>caf\u00e9</x:note></soap:Body></soap:Envelope>";
        assertThat(xml).hasToString(note);

        XmlTree tree = XmlTree.parse(new String(all.get("xml-envelope").bytes(Vector.BYTES), StandardCharsets.UTF_8));
        assertThat(tree.find("note").orElseThrow().text()).isEqualTo("caf\u00e9");
    }
}
