package io.parley.cxf.stax;

import java.util.Collections;
import java.util.Iterator;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** StAX writer that discards everything, for marshalling only to validate. */
final class DiscardingWriter implements XMLStreamWriter, NamespaceContext {
    @Override
    public void writeStartElement(String localName) {}

    @Override
    public void writeStartElement(String namespace, String localName) {}

    @Override
    public void writeStartElement(String prefix, String localName, String namespace) {}

    @Override
    public void writeEmptyElement(String namespace, String localName) {}

    @Override
    public void writeEmptyElement(String prefix, String localName, String namespace) {}

    @Override
    public void writeEmptyElement(String localName) {}

    @Override
    public void writeEndElement() {}

    @Override
    public void writeEndDocument() {}

    @Override
    public void close() {}

    @Override
    public void flush() {}

    @Override
    public void writeAttribute(String localName, String value) {}

    @Override
    public void writeAttribute(String prefix, String namespace, String localName, String value) {}

    @Override
    public void writeAttribute(String namespace, String localName, String value) {}

    @Override
    public void writeNamespace(String prefix, String namespace) {}

    @Override
    public void writeDefaultNamespace(String namespace) {}

    @Override
    public void writeComment(String data) {}

    @Override
    public void writeProcessingInstruction(String target) {}

    @Override
    public void writeProcessingInstruction(String target, String data) {}

    @Override
    public void writeCData(String data) {}

    @Override
    public void writeDTD(String dtd) {}

    @Override
    public void writeEntityRef(String name) {}

    @Override
    public void writeStartDocument() {}

    @Override
    public void writeStartDocument(String version) {}

    @Override
    public void writeStartDocument(String encoding, String version) {}

    @Override
    public void writeCharacters(String text) {}

    @Override
    public void writeCharacters(char[] text, int start, int length) {}

    @Override
    public @Nullable String getPrefix(String uri) {
        return null;
    }

    @Override
    public void setPrefix(String prefix, String uri) {}

    @Override
    public void setDefaultNamespace(String uri) {}

    @Override
    public void setNamespaceContext(NamespaceContext context) {}

    @Override
    public NamespaceContext getNamespaceContext() {
        return this;
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return null;
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        return null;
    }

    @Override
    public Iterator<String> getPrefixes(String uri) {
        return Collections.emptyIterator();
    }
}
