package io.parley.representation.tokens;

import static javax.xml.stream.XMLStreamConstants.CDATA;
import static javax.xml.stream.XMLStreamConstants.CHARACTERS;
import static javax.xml.stream.XMLStreamConstants.COMMENT;
import static javax.xml.stream.XMLStreamConstants.END_DOCUMENT;
import static javax.xml.stream.XMLStreamConstants.END_ELEMENT;
import static javax.xml.stream.XMLStreamConstants.PROCESSING_INSTRUCTION;
import static javax.xml.stream.XMLStreamConstants.START_ELEMENT;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
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
            var reader = new TokensReader(source);
            while (reader.hasNext()) {
                copy(reader, reader.next(), writer);
            }
        }
    }

    private static void copy(TokensReader reader, int event, TokensWriter writer) throws XMLStreamException {
        switch (event) {
            case START_ELEMENT -> copyStart(reader, writer);
            case END_ELEMENT -> writer.writeEndElement();
            case CHARACTERS -> writer.writeCharacters(reader.getText());
            case CDATA -> writer.writeCData(reader.getText());
            case COMMENT -> writer.writeComment(reader.getText());
            case PROCESSING_INSTRUCTION -> writer.writeProcessingInstruction(reader.getPITarget(), reader.getPIData());
            case END_DOCUMENT -> writer.writeEndDocument();
            default -> throw new AssertionError("event " + event);
        }
    }

    private static void copyStart(TokensReader reader, TokensWriter writer) throws XMLStreamException {
        writer.writeStartElement(reader.getPrefix(), reader.getLocalName(), reader.getNamespaceURI());
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            writer.writeNamespace(reader.getNamespacePrefix(i), reader.getNamespaceURI(i));
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            writer.writeAttribute(
                    reader.getAttributePrefix(i),
                    reader.getAttributeNamespace(i),
                    reader.getAttributeLocalName(i),
                    reader.getAttributeValue(i));
        }
    }
}
