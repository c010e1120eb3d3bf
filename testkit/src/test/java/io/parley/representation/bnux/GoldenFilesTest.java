package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the project's own golden files; changing one of them changes the protocol. */
class GoldenFilesTest {
    private static final int RECORDS = 16_000;

    @ParameterizedTest
    @ValueSource(strings = {"message", "notes", "words"})
    void theXmlGivesTheGoldenFileAndTheReverse(String name) throws Exception {
        String xml = new String(resource(name + ".xml"), StandardCharsets.UTF_8);
        byte[] golden = resource(name + ".xml.bnux");

        assertThat(written(0, Infoset.parsed(xml))).isEqualTo(golden);
        assertReads(golden, xml);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void everyLevelInflatesToTheSamePages(int level) throws Exception {
        String xml = new String(resource("message.xml"), StandardCharsets.UTF_8);
        byte[] golden = resource("message.level" + level + ".bnux");

        assertThat(golden[4]).isEqualTo((byte) -7);
        assertThat(Bodies.of(golden)).isEqualTo(Bodies.of(resource("message.xml.bnux")));
        assertThat(Bodies.of(written(level, Infoset.parsed(xml)))).isEqualTo(Bodies.of(golden));
        assertReads(golden, xml);
    }

    @Test
    void aLongDocumentHasSeveralPagesEachWithItsSymbolsByUse() throws Exception {
        byte[] golden = resource("records.level9.bnux");
        List<String> bodies = Bodies.of(golden);

        assertThat(bodies).hasSizeGreaterThan(2);
        assertThat(bodies).allMatch(body -> HexFormat.fromHexDigits(body, 0, 8) > 256);
        assertThat(Bodies.of(written(0, GoldenFilesTest::records))).isEqualTo(bodies);
        assertReads(golden, Infoset.text(GoldenFilesTest::records));
    }

    private static void assertReads(byte[] golden, String xml) throws XMLStreamException {
        String canonical = Encoded.of(new Bnux(), golden).read(Limits.defaults(), Infoset::canonical);
        assertThat(canonical).isEqualTo(Infoset.canonical(Infoset.reader(xml)));
    }

    private static byte[] written(int level, Infoset.Content content) throws XMLStreamException {
        return Encoded.of(Bnux.forDocuments(level), content, 1024).bytes();
    }

    /** Writes recurring small numbers and some unique ones: more than 256 symbols in every page. */
    static void records(XMLStreamWriter writer) throws XMLStreamException {
        writer.writeStartElement("records");
        for (int i = 0; i < RECORDS; i++) {
            writer.writeStartElement("r");
            writer.writeAttribute("n", String.valueOf(i % 700));
            writer.writeCharacters(i % 41 == 0 ? "only " + i : "v" + i % 90);
            writer.writeEndElement();
        }
        writer.writeEndDocument();
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(GoldenFilesTest.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        }
    }
}
