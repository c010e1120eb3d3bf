package io.parley.representation;

import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Base class of writers that pass every event on to another writer and count open elements. Subclasses implement the
 * end of the document, closing and flushing. Belongs to one thread at a time.
 */
public abstract class EventWriter implements XMLStreamWriter {
    private int depth;

    /** Returns the other writer to write an event to. */
    protected abstract XMLStreamWriter events() throws XMLStreamException;

    /** Returns the other writer for queries of names, prefixes and properties only. */
    protected abstract XMLStreamWriter names();

    /** Returns the number of open elements. */
    protected final int depth() {
        return depth;
    }

    /** Resets the number of open elements to zero. */
    protected final void forgetOpen() {
        depth = 0;
    }

    /** Called before an element is opened and counted; not for an element that is written empty. */
    protected void opening() throws XMLStreamException {}

    /** Called after an element was opened and counted. */
    protected void opened(String localName) {}

    /** Called after an element was closed, while it still counts. */
    protected void closed() throws XMLStreamException {}

    @Override
    public void writeStartElement(String localName) throws XMLStreamException {
        opening();
        events().writeStartElement(localName);
        depth++;
        opened(localName);
    }

    @Override
    public void writeStartElement(String namespace, String localName) throws XMLStreamException {
        opening();
        events().writeStartElement(namespace, localName);
        depth++;
        opened(localName);
    }

    @Override
    public void writeStartElement(String prefix, String localName, String namespace) throws XMLStreamException {
        opening();
        events().writeStartElement(prefix, localName, namespace);
        depth++;
        opened(localName);
    }

    @Override
    public void writeEmptyElement(String localName) throws XMLStreamException {
        events().writeEmptyElement(localName);
    }

    @Override
    public void writeEmptyElement(String namespace, String localName) throws XMLStreamException {
        events().writeEmptyElement(namespace, localName);
    }

    @Override
    public void writeEmptyElement(String prefix, String localName, String namespace) throws XMLStreamException {
        events().writeEmptyElement(prefix, localName, namespace);
    }

    @Override
    public void writeEndElement() throws XMLStreamException {
        events().writeEndElement();
        closed();
        depth--;
    }

    @Override
    public void writeAttribute(String localName, String value) throws XMLStreamException {
        events().writeAttribute(localName, value);
    }

    @Override
    public void writeAttribute(String namespace, String localName, String value) throws XMLStreamException {
        events().writeAttribute(namespace, localName, value);
    }

    @Override
    public void writeAttribute(String prefix, String namespace, String localName, String value)
            throws XMLStreamException {
        events().writeAttribute(prefix, namespace, localName, value);
    }

    @Override
    public void writeNamespace(String prefix, String namespace) throws XMLStreamException {
        events().writeNamespace(prefix, namespace);
    }

    @Override
    public void writeDefaultNamespace(String namespace) throws XMLStreamException {
        events().writeDefaultNamespace(namespace);
    }

    @Override
    public void writeCharacters(String text) throws XMLStreamException {
        events().writeCharacters(text);
    }

    @Override
    public void writeCharacters(char[] text, int start, int length) throws XMLStreamException {
        events().writeCharacters(text, start, length);
    }

    @Override
    public void writeCData(String data) throws XMLStreamException {
        events().writeCData(data);
    }

    @Override
    public void writeComment(String data) throws XMLStreamException {
        events().writeComment(data);
    }

    @Override
    public void writeProcessingInstruction(String target) throws XMLStreamException {
        events().writeProcessingInstruction(target);
    }

    @Override
    public void writeProcessingInstruction(String target, String data) throws XMLStreamException {
        events().writeProcessingInstruction(target, data);
    }

    @Override
    public void writeDTD(String dtd) throws XMLStreamException {
        events().writeDTD(dtd);
    }

    @Override
    public void writeEntityRef(String name) throws XMLStreamException {
        events().writeEntityRef(name);
    }

    @Override
    public void writeStartDocument() throws XMLStreamException {
        events().writeStartDocument();
    }

    @Override
    public void writeStartDocument(String version) throws XMLStreamException {
        events().writeStartDocument(version);
    }

    @Override
    public void writeStartDocument(String encoding, String version) throws XMLStreamException {
        events().writeStartDocument(encoding, version);
    }

    @Override
    public @Nullable String getPrefix(String uri) throws XMLStreamException {
        return names().getPrefix(uri);
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        names().setPrefix(prefix, uri);
    }

    @Override
    public void setDefaultNamespace(String uri) throws XMLStreamException {
        names().setDefaultNamespace(uri);
    }

    @Override
    public void setNamespaceContext(NamespaceContext context) throws XMLStreamException {
        names().setNamespaceContext(context);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return names().getNamespaceContext();
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return names().getProperty(name);
    }
}
