package io.parley.cli;

import io.parley.representation.StaxCopy;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Copies all events of a reader to a writer, each by the most specific call. Adjacent text events are merged, so that
 * the output does not depend on the parser's buffers. Used once, by one thread.
 */
final class EventCopy {
    private final XMLStreamReader in;
    private final XMLStreamWriter out;
    private final StringBuilder text = new StringBuilder();

    EventCopy(XMLStreamReader in, XMLStreamWriter out) {
        this.in = in;
        this.out = out;
    }

    /** Copies the whole document. */
    void copy() throws XMLStreamException {
        while (in.hasNext()) {
            int event = in.next();
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.SPACE) {
                text.append(in.getText());
            } else {
                writeText();
                write(event);
            }
        }
    }

    private void writeText() throws XMLStreamException {
        if (!text.isEmpty()) {
            out.writeCharacters(text.toString());
            text.setLength(0);
        }
    }

    private void write(int event) throws XMLStreamException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> StaxCopy.start(in, out);
            case XMLStreamConstants.END_ELEMENT -> out.writeEndElement();
            case XMLStreamConstants.CDATA -> out.writeCData(in.getText());
            case XMLStreamConstants.COMMENT -> out.writeComment(in.getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                out.writeProcessingInstruction(in.getPITarget(), in.getPIData());
            case XMLStreamConstants.DTD -> out.writeDTD(in.getText());
            case XMLStreamConstants.END_DOCUMENT -> out.writeEndDocument();
            default -> throw new XMLStreamException("expected an event of a document, found number " + event);
        }
    }
}
