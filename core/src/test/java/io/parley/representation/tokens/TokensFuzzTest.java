package io.parley.representation.tokens;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Events;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;

/**
 * Any bytes are read, or refused with a code; what is read can be written again and is the same then. Saved inputs run
 * as ordinary tests; {@code mvn -Pfuzz -pl core test -Dtest=TokensFuzzTest -Dfuzz.time=10m} searches for more.
 */
class TokensFuzzTest {
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.ITEMS, 10_000).with(Limit.NAMES, 200).with(Limit.DEPTH, 30);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        byte[] again;
        String first;
        try {
            again = Bytes.of((writer, sink) -> copy(input, writer));
            first = Bytes.events(input);
        } catch (ParleyException e) {
            if (e.code() != ErrorCode.LIMIT && e.code() != ErrorCode.MALFORMED_MESSAGE) {
                throw e;
            }
            return;
        }
        String second = Bytes.events(again);
        if (!second.equals(first)) {
            throw new AssertionError("written again it is another document");
        }
    }

    private static void copy(byte[] input, TokensWriter writer) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(input), LIMITS)) {
            Events.copy(new TokensReader(source), writer);
        }
    }
}
