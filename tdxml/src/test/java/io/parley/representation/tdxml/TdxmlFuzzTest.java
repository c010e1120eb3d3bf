package io.parley.representation.tdxml;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.schema.SafeXml;
import java.io.StringWriter;
import java.util.EnumSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/**
 * Tests that any bytes are a document with its schema, or are refused with a code; {@code mvn -Pfuzz -pl tdxml -am test
 * -Dtest=TdxmlFuzzTest -Dsurefire.failIfNoSpecifiedTests=false -Dfuzz.time=10m} searches for more.
 */
class TdxmlFuzzTest {
    private static final Limits LIMITS = Limits.defaults().with(Limit.ITEMS, 100_000);
    private static final Set<ErrorCode> REFUSALS = EnumSet.of(
            ErrorCode.LIMIT,
            ErrorCode.MALFORMED_MESSAGE,
            ErrorCode.SCHEMA_VIOLATION,
            ErrorCode.SCHEMA_INVALID,
            ErrorCode.XML_REFUSED,
            ErrorCode.ENCODING);

    @FuzzTest(maxDuration = "30s")
    void anyBytesAreADocumentOrAreRefused(byte[] input) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(input), LIMITS)) {
            new TdxmlDocument().read(source, SafeXml.output().createXMLStreamWriter(new StringWriter()));
        } catch (ParleyException e) {
            if (!REFUSALS.contains(e.code())) {
                throw e;
            }
        }
    }
}
