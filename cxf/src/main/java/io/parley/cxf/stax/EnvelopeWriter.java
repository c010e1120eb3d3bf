package io.parley.cxf.stax;

import io.parley.representation.ContentWriter;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.service.model.MessagePartInfo;

/**
 * The StAX writer that a CXF chain gets: passes every event on and knows whether it stands inside {@code soap:Body},
 * because only there a part may travel typed. Header parts are written by the same data writers, but the other side
 * reads them from a DOM, where a typed part would be lost.
 */
final class EnvelopeWriter implements XMLStreamWriter {
    private static final int BODY_DEPTH = 2;
    private static final String BODY = "Body";

    private final ContentWriter content;
    private final Terms terms;
    private final OutContent out;
    private int depth;
    private boolean inBody;

    EnvelopeWriter(OutContent out) {
        this.out = out;
        this.terms = out.terms();
        this.content = terms.newWriter(out.begin());
    }

    /** The part's number if it and this value can travel typed at this place, else a negative number. */
    int typedNumber(MessagePartInfo part, Object value) {
        int number = inBody ? terms.numberOf(part) : -1;
        return number >= 0 && content.canWrite(number, value) ? number : -1;
    }

    void writePart(int number, Object value) throws XMLStreamException {
        content.writePart(number, value);
        out.count(true);
    }

    /** Notes that a part is about to be written as events. */
    void partAsEvents() {
        if (inBody) {
            out.count(false);
        }
    }

    private void entered(String localName) {
        depth++;
        if (depth == BODY_DEPTH) {
            inBody = localName.equals(BODY);
        }
    }

    @Override
    public void writeStartElement(String localName) throws XMLStreamException {
        content.writeStartElement(localName);
        entered(localName);
    }

    @Override
    public void writeStartElement(String namespace, String localName) throws XMLStreamException {
        content.writeStartElement(namespace, localName);
        entered(localName);
    }

    @Override
    public void writeStartElement(String prefix, String localName, String namespace) throws XMLStreamException {
        content.writeStartElement(prefix, localName, namespace);
        entered(localName);
    }

    @Override
    public void writeEmptyElement(String namespace, String localName) throws XMLStreamException {
        content.writeEmptyElement(namespace, localName);
    }

    @Override
    public void writeEmptyElement(String prefix, String localName, String namespace) throws XMLStreamException {
        content.writeEmptyElement(prefix, localName, namespace);
    }

    @Override
    public void writeEmptyElement(String localName) throws XMLStreamException {
        content.writeEmptyElement(localName);
    }

    @Override
    public void writeEndElement() throws XMLStreamException {
        content.writeEndElement();
        if (depth == BODY_DEPTH) {
            inBody = false;
        }
        depth--;
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        content.writeEndDocument();
        depth = 0;
        inBody = false;
    }

    @Override
    public void close() throws XMLStreamException {
        content.close();
    }

    @Override
    public void flush() throws XMLStreamException {
        content.flush();
    }

    @Override
    public void writeAttribute(String localName, String value) throws XMLStreamException {
        content.writeAttribute(localName, value);
    }

    @Override
    public void writeAttribute(String prefix, String namespace, String localName, String value)
            throws XMLStreamException {
        content.writeAttribute(prefix, namespace, localName, value);
    }

    @Override
    public void writeAttribute(String namespace, String localName, String value) throws XMLStreamException {
        content.writeAttribute(namespace, localName, value);
    }

    @Override
    public void writeNamespace(String prefix, String namespace) throws XMLStreamException {
        content.writeNamespace(prefix, namespace);
    }

    @Override
    public void writeDefaultNamespace(String namespace) throws XMLStreamException {
        content.writeDefaultNamespace(namespace);
    }

    @Override
    public void writeComment(String data) throws XMLStreamException {
        content.writeComment(data);
    }

    @Override
    public void writeProcessingInstruction(String target) throws XMLStreamException {
        content.writeProcessingInstruction(target);
    }

    @Override
    public void writeProcessingInstruction(String target, String data) throws XMLStreamException {
        content.writeProcessingInstruction(target, data);
    }

    @Override
    public void writeCData(String data) throws XMLStreamException {
        content.writeCData(data);
    }

    @Override
    public void writeDTD(String dtd) throws XMLStreamException {
        content.writeDTD(dtd);
    }

    @Override
    public void writeEntityRef(String name) throws XMLStreamException {
        content.writeEntityRef(name);
    }

    @Override
    public void writeStartDocument() throws XMLStreamException {
        content.writeStartDocument();
    }

    @Override
    public void writeStartDocument(String version) throws XMLStreamException {
        content.writeStartDocument(version);
    }

    @Override
    public void writeStartDocument(String encoding, String version) throws XMLStreamException {
        content.writeStartDocument(encoding, version);
    }

    @Override
    public void writeCharacters(String text) throws XMLStreamException {
        content.writeCharacters(text);
    }

    @Override
    public void writeCharacters(char[] text, int start, int length) throws XMLStreamException {
        content.writeCharacters(text, start, length);
    }

    @Override
    public String getPrefix(String uri) throws XMLStreamException {
        return content.getPrefix(uri);
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        content.setPrefix(prefix, uri);
    }

    @Override
    public void setDefaultNamespace(String uri) throws XMLStreamException {
        content.setDefaultNamespace(uri);
    }

    @Override
    public void setNamespaceContext(NamespaceContext context) throws XMLStreamException {
        content.setNamespaceContext(context);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return content.getNamespaceContext();
    }

    @Override
    public Object getProperty(String name) {
        return content.getProperty(name);
    }
}
