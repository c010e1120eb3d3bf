package io.parley.representation.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Events;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/** Bytes of another encoder among the events. */
class TokensPauseTest {

    @Test
    void foreignBytesStandExactlyBetweenTheEvents() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
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

        try (Source source = Bytes.source(bytes)) {
            var reader = new TokensReader(source);
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
        byte[] bytes = Bytes.of((writer, sink) -> {
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

        try (Source source = Bytes.source(bytes)) {
            var reader = new TokensReader(source);
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
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.writeStartElement("a");
            writer.pause();
            writer.writeEndDocument();
        });

        assertThatThrownBy(() -> Bytes.events(bytes))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void whoIsNotPausedCannotResume() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.writeStartElement("a");
            writer.writeEndDocument();
        });

        try (Source source = Bytes.source(bytes)) {
            assertThatThrownBy(new TokensReader(source)::resume).isInstanceOf(IllegalStateException.class);
        }
    }

    /** The events up to the next pause or the end. */
    private static String read(TokensReader reader) throws XMLStreamException {
        var text = new StringBuilder();
        while (!reader.isPaused() && reader.getEventType() != XMLStreamReader.END_DOCUMENT) {
            reader.next();
            Events.describe(reader, true, text);
        }
        return text.toString();
    }
}
