package io.parley.soap;

import io.parley.representation.StartTag;
import io.parley.representation.StaxWriter;
import io.parley.soap.HeaderEvents.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Recorder of the events of header blocks, one block after the other. Adjacent pieces of text are joined, since their
 * boundaries have no meaning in XML. Belongs to one thread at a time.
 */
final class HeaderCapture extends StaxWriter {
    private List<Object> flat = new ArrayList<>();
    /** Index of the last event if it is text, else -1. */
    private int text = -1;

    /** Creates a recorder without namespaces in scope. */
    HeaderCapture() {}

    /** Returns a recorder of blocks in the scope of these namespaces. */
    static HeaderCapture within(NamespaceContext scope) throws XMLStreamException {
        HeaderCapture capture = new HeaderCapture();
        capture.setNamespaceContext(scope);
        return capture;
    }

    /** Returns the events of one whole block, which were recorded since the last call. */
    HeaderEvents take() {
        HeaderEvents block = new HeaderEvents(Collections.unmodifiableList(flat));
        flat = new ArrayList<>();
        text = -1;
        return block;
    }

    /** Records the element at whose start the reader is, and moves the reader to its end. */
    void copy(XMLStreamReader in) throws XMLStreamException {
        int depth = 0;
        int event = in.getEventType();
        do {
            switch (event) {
                case XMLStreamReader.START_ELEMENT -> {
                    copyStart(in);
                    depth++;
                }
                case XMLStreamReader.END_ELEMENT -> {
                    writeEndElement();
                    depth--;
                }
                case XMLStreamReader.CHARACTERS, XMLStreamReader.SPACE -> writeCharacters(in.getText());
                case XMLStreamReader.CDATA -> writeCData(in.getText());
                case XMLStreamReader.COMMENT -> writeComment(in.getText());
                case XMLStreamReader.PROCESSING_INSTRUCTION ->
                    writeProcessingInstruction(in.getPITarget(), in.getPIData());
                default -> throw new XMLStreamException("expected the content of an element, found event " + event);
            }
            event = depth == 0 ? event : in.next();
        } while (depth > 0);
    }

    private void copyStart(XMLStreamReader in) throws XMLStreamException {
        writeStartElement(in.getPrefix(), in.getLocalName(), in.getNamespaceURI());
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            writeNamespace(in.getNamespacePrefix(i), in.getNamespaceURI(i));
        }
        for (int i = 0; i < in.getAttributeCount(); i++) {
            writeAttribute(
                    in.getAttributePrefix(i),
                    in.getAttributeNamespace(i),
                    in.getAttributeLocalName(i),
                    in.getAttributeValue(i));
        }
    }

    @Override
    protected void document(String encoding) throws XMLStreamException {
        throw new XMLStreamException("expected a header block, found the beginning of a document");
    }

    @Override
    protected void start(StartTag tag) {
        add(Kind.START);
        flat.add(tag.prefix());
        flat.add(tag.uri());
        flat.add(tag.local());
        int at = flat.size();
        flat.add(0);
        int declarations = 0;
        for (int i = tag.firstBinding(); i < tag.endOfBindings(); i++) {
            if (tag.declares(i)) {
                flat.add(tag.boundPrefix(i));
                flat.add(tag.boundUri(i));
                declarations++;
            }
        }
        flat.set(at, declarations);
        flat.add(tag.attributes());
        for (int i = 0; i < tag.attributes(); i++) {
            flat.add(tag.attributePrefix(i));
            flat.add(tag.attributeUri(i));
            flat.add(tag.attributeLocal(i));
            flat.add(tag.attributeValue(i));
        }
    }

    @Override
    protected void end() {
        add(Kind.END);
    }

    @Override
    protected void text(String piece) {
        if (text >= 0) {
            flat.set(text, (String) flat.get(text) + piece);
        } else {
            add(Kind.TEXT);
            text = flat.size();
            flat.add(piece);
        }
    }

    @Override
    protected void section(String data) {
        add(Kind.CDATA);
        flat.add(data);
    }

    @Override
    protected void comment(String data) {
        add(Kind.COMMENT);
        flat.add(data);
    }

    @Override
    protected void instruction(String target, String data) {
        add(Kind.INSTRUCTION);
        flat.add(target);
        flat.add(data);
    }

    @Override
    protected void endOfDocument() throws XMLStreamException {
        throw new XMLStreamException("expected a header block, found the end of the document");
    }

    private void add(Kind kind) {
        flat.add(kind);
        text = -1;
    }
}
