package io.parley.representation.hhfr;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.RecordBinding;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentReader.TypedPart;
import io.parley.representation.Source;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/**
 * Any bytes are a record, or are refused with a code; a record that came of them means the same written again. Saved
 * inputs run as ordinary tests; {@code mvn -Pfuzz -pl core test -Dtest=HhfrFuzzTest -Dfuzz.time=10m} searches for more.
 */
class HhfrFuzzTest {
    private static final RecordBinding BINDING = RecordRoundTripTest.BINDING;
    private static final Set<ErrorCode> REFUSALS =
            EnumSet.of(ErrorCode.LIMIT, ErrorCode.MALFORMED_MESSAGE, ErrorCode.SCHEMA_VIOLATION);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        for (Object first : records(input)) {
            Object second = Messages.decode(BINDING, Messages.encode(BINDING, first));
            if (!second.equals(first)) {
                throw new AssertionError("written again it is another record");
            }
        }
    }

    /** The records of a message, between whatever events; none of one that is refused. */
    private static List<Object> records(byte[] input) throws XMLStreamException {
        List<Object> records = new ArrayList<>();
        try (Source source = Messages.source(input)) {
            ContentReader reader = Messages.HHFR.newReader(source, Messages.parts(BINDING));
            while (reader.hasNext()) {
                reader.next();
                TypedPart part = reader.part();
                if (part != null) {
                    records.add(part.take());
                }
            }
            source.expectEnd("message");
        } catch (ParleyException e) {
            if (!REFUSALS.contains(e.code())) {
                throw e;
            }
            records.clear();
        }
        return records;
    }
}
