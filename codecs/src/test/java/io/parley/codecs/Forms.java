package io.parley.codecs;

import io.parley.codecs.exi.Exi;
import io.parley.codecs.exi.ExiBySchema;
import io.parley.codecs.fastinfoset.FastInfoset;
import io.parley.representation.Representation;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;

/** The representations of this module, and messages in them. */
final class Forms {
    private static final HexFormat HEX = HexFormat.of();

    /** EXI with the schema of the golden message. */
    private static final Representation BY_SCHEMA = AgreedParts.of(new ExiBySchema(), golden("order.xsd"));

    private Forms() {}

    static Stream<Representation> all() {
        return Stream.of(new FastInfoset(), new Exi(), BY_SCHEMA);
    }

    /** Returns the content of a file in the folder of the golden messages. */
    static String golden(String name) {
        try (InputStream in = Forms.class.getResourceAsStream("/golden/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(Representation form, String xml) throws XMLStreamException {
        return Encoded.of(form, Infoset.parsed(xml), 1 << 14).bytes();
    }

    /** Returns bytes from hexadecimal digits; ignores blanks. */
    static byte[] hex(String digits) {
        return HEX.parseHex(digits.replace(" ", ""));
    }
}
