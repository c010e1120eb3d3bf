package io.parley.representation.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Tests that arbitrary bytes are either read as text or refused with a code, and that text that was read is the same
 * after writing and reading it again. Saved inputs run as ordinary tests; {@code mvn -Pfuzz -pl testkit -am test
 * -Dtest=XmlFuzzTest -Dsurefire.failIfNoSpecifiedTests=false -Dfuzz.time=10m} searches for more.
 */
class XmlFuzzTest {
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.ITEMS, 10_000)
            .with(Limit.NAMES, 200)
            .with(Limit.DEPTH, 30)
            .with(Limit.MESSAGE_BYTES, 1 << 20);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        var form = new XmlRepresentation();
        Encoded again;
        String read;
        try {
            read = Encoded.of(form, input).read(LIMITS, XmlFuzzTest::text);
            again = Encoded.of(form, input)
                    .read(LIMITS, reader -> Encoded.of(form, writer -> Infoset.copy(reader, writer), 512));
        } catch (ParleyException e) {
            assertThat(e.code()).isIn(ErrorCode.LIMIT, ErrorCode.MALFORMED_MESSAGE, ErrorCode.XML_REFUSED);
            return;
        }
        String after = again.read(Limits.defaults(), XmlFuzzTest::text);
        assertThat(after).isEqualTo(read);
    }

    /**
     * Returns the document as text, with adjacent CDATA sections joined: a parser may report one section in several
     * pieces.
     */
    private static String text(XMLStreamReader reader) throws XMLStreamException {
        return Infoset.text(writer -> Infoset.copy(reader, writer)).replace("]]><![CDATA[", "");
    }
}
