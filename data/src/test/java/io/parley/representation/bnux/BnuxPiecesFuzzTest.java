package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Events;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;

/**
 * Tests that any bytes are read as pieces, or refused with a code; pieces that were read stay the same when they are
 * written and read again. The reader continues at once after a pause. Saved inputs run as ordinary tests; {@code mvn
 * -Pfuzz -pl data test -Dtest=BnuxPiecesFuzzTest -Dfuzz.time=10m} searches for more.
 */
class BnuxPiecesFuzzTest {
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.ITEMS, 10_000)
            .with(Limit.NAMES, 200)
            .with(Limit.DEPTH, 30)
            .with(Limit.MESSAGE_BYTES, 1 << 20);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        byte[] again;
        String first;
        try {
            first = described(input, LIMITS);
            again = Bytes.inPieces((writer, sink) -> copy(input, writer));
        } catch (ParleyException e) {
            assertThat(e.code()).isIn(ErrorCode.LIMIT, ErrorCode.MALFORMED_MESSAGE, ErrorCode.XML_REFUSED);
            return;
        }
        assertThat(described(again, Limits.defaults())).isEqualTo(first);
    }

    /** Describes the events without empty texts, which a writer omits. */
    private static String described(byte[] input, Limits limits) throws XMLStreamException {
        var text = new StringBuilder();
        try (Source source = Source.of(Unpooled.wrappedBuffer(input), limits)) {
            each(source, reader -> Events.describe(reader, false, text), () -> text.append('|'));
            source.expectEnd("test");
        }
        return text.toString().replace("\"\"", "");
    }

    private static void copy(byte[] input, ContentWriter writer) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(input), LIMITS)) {
            each(source, reader -> Events.copyEvent(reader, writer), writer::pause);
        }
    }

    private static void each(Source source, Event event, Pause pause) throws XMLStreamException {
        ContentReader reader = new Bnux().embedded().newReader(source);
        while (reader.hasNext()) {
            if (reader.isPaused()) {
                pause.happened();
                reader.resume();
                continue;
            }
            reader.next();
            event.happened(reader);
        }
    }

    /** An action on an event. */
    private interface Event {
        void happened(ContentReader reader) throws XMLStreamException;
    }

    /** An action at a pause. */
    private interface Pause {
        void happened() throws XMLStreamException;
    }
}
