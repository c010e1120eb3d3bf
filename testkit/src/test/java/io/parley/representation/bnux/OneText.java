package io.parley.representation.bnux;

import io.parley.representation.EventWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writer that joins adjacent texts and CDATA sections, like the trees from which the golden files were written. */
final class OneText extends EventWriter {
    private final XMLStreamWriter writer;
    private final StringBuilder text = new StringBuilder();

    OneText(XMLStreamWriter writer) {
        this.writer = writer;
    }

    @Override
    protected XMLStreamWriter events() {
        if (!text.isEmpty()) {
            try {
                writer.writeCharacters(text.toString());
            } catch (XMLStreamException e) {
                throw new IllegalStateException(e);
            }
            text.setLength(0);
        }
        return writer;
    }

    @Override
    protected XMLStreamWriter names() {
        return writer;
    }

    @Override
    public void writeCharacters(String more) {
        text.append(more);
    }

    @Override
    public void writeCData(String data) {
        text.append(data);
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        events().writeEndDocument();
    }

    @Override
    public void flush() throws XMLStreamException {
        events().flush();
    }

    @Override
    public void close() throws XMLStreamException {
        events().close();
    }
}
