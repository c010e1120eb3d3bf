package io.parley.codecs;

import io.parley.codecs.exi.Exi;
import io.parley.codecs.fastinfoset.FastInfoset;
import io.parley.representation.Representation;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.util.HexFormat;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;

/** The representations of this module, and messages in them. */
final class Forms {
    private static final HexFormat HEX = HexFormat.of();

    private Forms() {}

    static Stream<Representation> all() {
        return Stream.of(new FastInfoset(), new Exi());
    }

    static byte[] bytes(Representation form, String xml) throws XMLStreamException {
        return Encoded.of(form, Infoset.parsed(xml), 1 << 14).bytes();
    }

    /** Bytes from hexadecimal digits; blanks between them say nothing. */
    static byte[] hex(String digits) {
        return HEX.parseHex(digits.replace(" ", ""));
    }
}
