package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the bytes of docs/reference/hhfr.md; a different byte is a change of the protocol. */
class GoldenBytesTest {
    /** Width of the column with the bytes; the rest of a line explains them. */
    private static final int BYTES = 23;

    /** A number of bytes that is too large to be sent inside a message. */
    private static final int LARGE = 4097;

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Binaries {
        byte[] bytes;
        DataHandler large;
        DataHandler small;
    }

    @ParameterizedTest
    @ValueSource(strings = {"example", "kinds"})
    void theBytesAreThoseOfTheDescription(String name) throws Exception {
        RecordBinding binding = RecordBinding.of(Layout.compile(Schema.read(resource(name + ".xsd")))
                .element(new QName(name))
                .orElseThrow());
        XMLStreamReader in = SafeXml.reader(new StringReader(resource(name + ".xml")), Limits.defaults());
        in.nextTag();
        Object record = binding.read(in);
        byte[] golden = golden(resource(name + ".hex"));

        assertThat(HexFormat.ofDelimiter(" ").formatHex(Messages.encode(binding, record)))
                .isEqualTo(HexFormat.ofDelimiter(" ").formatHex(golden));
        assertThat(Messages.decode(binding, golden)).isEqualTo(record);
    }

    @Test
    void theEnvelopeAroundAPartIsPiecesOfBnux() throws Exception {
        RecordBinding binding = RecordBinding.of(Layout.compile(Schema.read(resource("example.xsd")))
                .element(new QName("example"))
                .orElseThrow());
        XMLStreamReader in = SafeXml.reader(new StringReader(resource("example.xml")), Limits.defaults());
        in.nextTag();
        Object record = binding.read(in);
        byte[] golden = golden(resource("envelope.hex"));

        assertThat(HexFormat.ofDelimiter(" ").formatHex(Messages.envelope(binding, record)))
                .isEqualTo(HexFormat.ofDelimiter(" ").formatHex(golden));
        assertThat(Messages.decodeEnvelope(binding, golden)).isEqualTo(record);
    }

    @Test
    void binariesStandInTheMessageOrBesideIt() throws Exception {
        Binaries value = new Binaries();
        value.bytes = new byte[] {1, 2, 3};
        value.large = BinariesTest.handler(LARGE, "a/b", "l");
        value.small = BinariesTest.handler(2, "c/d", "");
        MemorySides sides = new MemorySides();
        byte[] golden = golden(resource("binaries.hex"));

        assertThat(HexFormat.ofDelimiter(" ")
                        .formatHex(Messages.encode(CodeFirst.of(Binaries.class).binding(), value, sides)))
                .isEqualTo(HexFormat.ofDelimiter(" ").formatHex(golden));
        assertThat(sides.count()).isEqualTo(1);
        assertThat(sides.take(0, "large").readAllBytes()).isEqualTo(BinariesTest.content(LARGE));
    }

    private static byte[] golden(String text) {
        String hex = text.lines()
                .map(line -> line.substring(0, Math.min(line.length(), BYTES)).replace(" ", ""))
                .collect(Collectors.joining());
        return HexFormat.of().parseHex(hex);
    }

    private static String resource(String name) throws IOException {
        try (InputStream bytes = Objects.requireNonNull(GoldenBytesTest.class.getResourceAsStream(name), name)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
