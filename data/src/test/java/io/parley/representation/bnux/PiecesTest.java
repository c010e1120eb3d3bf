package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.ContentReader;
import io.parley.representation.Events;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/** Tests bytes of another encoder between the events. */
class PiecesTest {
    private static final Representation PIECES = new Bnux().embedded();

    @Test
    void foreignBytesStandExactlyBetweenTheEvents() throws Exception {
        byte[] bytes = Bytes.inPieces((writer, sink) -> {
            writer.writeStartDocument();
            writer.writeStartElement("e", "Envelope", "urn:e");
            writer.writeNamespace("e", "urn:e");
            writer.pause();
            sink.writeString("typed part");
            writer.writeStartElement("e", "node", "urn:e");
            writer.writeCharacters("in between");
            writer.writeEndElement();
            writer.pause();
            sink.writeInt(42);
            writer.writeEndElement();
            writer.writeEndDocument();
        });

        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults())) {
            var reader = PIECES.newReader(source);
            assertThat(reader.isPaused()).isFalse();
            assertThat(read(reader)).isEqualTo("<e:{urn:e}Envelope e:=urn:e>");
            assertThat(source.readString("part")).isEqualTo("typed part");
            reader.resume();
            assertThat(read(reader)).isEqualTo("<e:{urn:e}node>\"in between\"</>");
            assertThat(source.readInt()).isEqualTo(42);
            reader.resume();
            assertThat(read(reader)).isEqualTo("</>.");
            source.expectEnd("message");
        }
    }

    @Test
    void aMessageMayBeginWithForeignBytesAndHoldRunsOfEventsWithoutARoot() throws Exception {
        byte[] bytes = Bytes.inPieces((writer, sink) -> {
            writer.pause();
            sink.writeByte(7);
            writer.writeCharacters("mixed ");
            writer.writeEmptyElement("b");
            writer.writeCharacters(" content");
            writer.pause();
            writer.pause();
            writer.writeStartElement("b");
            writer.writeEndElement();
            writer.writeEndDocument();
        });

        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults())) {
            var reader = PIECES.newReader(source);
            assertThat(reader.isPaused()).isTrue();
            assertThat(source.readByte()).isEqualTo(7);
            reader.resume();
            assertThat(read(reader)).isEqualTo("\"mixed \"<b></>\" content\"");
            reader.resume();
            assertThat(read(reader)).isEmpty();
            reader.resume();
            assertThat(read(reader)).isEqualTo("<b></>.");
        }
    }

    @Test
    void aPauseThatNobodyExpectedIsMalformed() throws Exception {
        byte[] bytes = Bytes.inPieces((writer, sink) -> {
            writer.writeStartElement("a");
            writer.pause();
            writer.writeEndDocument();
        });

        assertThatThrownBy(() -> Bytes.read(PIECES, bytes, Limits.defaults(), reader -> Events.describe(reader, true)))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void whoIsNotPausedCannotResume() throws Exception {
        byte[] bytes = Bytes.inPieces((writer, sink) -> {
            writer.writeStartElement("a");
            writer.writeEndDocument();
        });

        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults())) {
            assertThatThrownBy(PIECES.newReader(source)::resume).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aPageIsWeighedOverAllOfItsPiecesAndTheNextBeginsAnew() throws Exception {
        String filling = "x".repeat(1_000);
        byte[] bytes = Bytes.inPieces((writer, sink) -> {
            writer.writeStartElement("p", "all", "urn:p");
            for (int i = 0; i < 200; i++) {
                writer.writeStartElement("p", "e" + i % 3, "urn:p");
                writer.writeCharacters(i + filling);
                if (i % 7 == 0) {
                    writer.pause();
                    sink.writeByte(i);
                }
                writer.writeEndElement();
            }
            writer.writeEndDocument();
        });

        var expected = new StringBuilder("<p:{urn:p}all>");
        for (int i = 0; i < 200; i++) {
            expected.append("<p:{urn:p}e").append(i % 3).append(">\"");
            expected.append(i).append(filling).append("\"</>");
        }
        assertThat(count(bytes, "urn:p")).as("pages that name the namespace").isEqualTo(4);
        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults())) {
            var reader = PIECES.newReader(source);
            var text = new StringBuilder();
            for (int i = 0; i < 200; i += 7) {
                text.append(read(reader));
                assertThat(source.readByte()).isEqualTo(i);
                reader.resume();
            }
            text.append(read(reader));
            assertThat(text.toString().replace(" p:=urn:p", "")).isEqualTo(expected + "</>.");
            source.expectEnd("message");
        }
    }

    @Test
    void namesAreSpelledOnceAndARunCostsTwoBytesAndItsTokens() throws Exception {
        byte[] few = runs(2);
        byte[] more = runs(12);

        int each = "head, no symbols, start, its name, its namespace, text, end".split(", ").length;
        assertThat(more.length - few.length).isEqualTo(10 * each);
    }

    private static byte[] runs(int count) throws XMLStreamException {
        return Bytes.inPieces((writer, sink) -> {
            writer.writeStartElement("p", "all", "urn:p");
            writer.pause();
            for (int i = 0; i < count; i++) {
                writer.writeStartElement("p", "e", "urn:p");
                writer.writeCharacters("x");
                writer.writeEndElement();
                writer.pause();
            }
            writer.writeEndDocument();
        });
    }

    private static int count(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).split(text + "\0", -1).length - 1;
    }

    /** Returns the events up to the next pause or the end. */
    private static String read(ContentReader reader) throws XMLStreamException {
        var text = new StringBuilder();
        while (!reader.isPaused() && reader.getEventType() != XMLStreamReader.END_DOCUMENT) {
            reader.next();
            Events.describe(reader, true, text);
        }
        return text.toString();
    }
}
