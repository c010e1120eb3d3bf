package io.parley.binding;

import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writer that replaces the local name of the first element. */
final class FirstElementName implements XMLStreamWriter {
    private final XMLStreamWriter out;
    private final String name;
    private boolean given;

    FirstElementName(XMLStreamWriter out, String name) {
        this.out = out;
        this.name = name;
    }

    private String named(String local) {
        String now = given ? local : name;
        given = true;
        return now;
    }

    @Override
    public void writeStartElement(String local) throws XMLStreamException {
        out.writeStartElement(named(local));
    }

    @Override
    public void writeStartElement(String namespace, String local) throws XMLStreamException {
        out.writeStartElement(namespace, named(local));
    }

    @Override
    public void writeStartElement(String prefix, String local, String namespace) throws XMLStreamException {
        out.writeStartElement(prefix, named(local), namespace);
    }

    @Override
    public void writeEmptyElement(String namespace, String local) throws XMLStreamException {
        out.writeEmptyElement(namespace, named(local));
    }

    @Override
    public void writeEmptyElement(String prefix, String local, String namespace) throws XMLStreamException {
        out.writeEmptyElement(prefix, named(local), namespace);
    }

    @Override
    public void writeEmptyElement(String local) throws XMLStreamException {
        out.writeEmptyElement(named(local));
    }

    @Override
    public void writeEndElement() throws XMLStreamException {
        out.writeEndElement();
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        out.writeEndDocument();
    }

    @Override
    public void close() throws XMLStreamException {
        out.close();
    }

    @Override
    public void flush() throws XMLStreamException {
        out.flush();
    }

    @Override
    public void writeAttribute(String local, String value) throws XMLStreamException {
        out.writeAttribute(local, value);
    }

    @Override
    public void writeAttribute(String prefix, String namespace, String local, String value) throws XMLStreamException {
        out.writeAttribute(prefix, namespace, local, value);
    }

    @Override
    public void writeAttribute(String namespace, String local, String value) throws XMLStreamException {
        out.writeAttribute(namespace, local, value);
    }

    @Override
    public void writeNamespace(String prefix, String namespace) throws XMLStreamException {
        out.writeNamespace(prefix, namespace);
    }

    @Override
    public void writeDefaultNamespace(String namespace) throws XMLStreamException {
        out.writeDefaultNamespace(namespace);
    }

    @Override
    public void writeComment(String data) throws XMLStreamException {
        out.writeComment(data);
    }

    @Override
    public void writeProcessingInstruction(String target) throws XMLStreamException {
        out.writeProcessingInstruction(target);
    }

    @Override
    public void writeProcessingInstruction(String target, String data) throws XMLStreamException {
        out.writeProcessingInstruction(target, data);
    }

    @Override
    public void writeCData(String data) throws XMLStreamException {
        out.writeCData(data);
    }

    @Override
    public void writeDTD(String dtd) throws XMLStreamException {
        out.writeDTD(dtd);
    }

    @Override
    public void writeEntityRef(String entity) throws XMLStreamException {
        out.writeEntityRef(entity);
    }

    @Override
    public void writeStartDocument() throws XMLStreamException {
        out.writeStartDocument();
    }

    @Override
    public void writeStartDocument(String version) throws XMLStreamException {
        out.writeStartDocument(version);
    }

    @Override
    public void writeStartDocument(String encoding, String version) throws XMLStreamException {
        out.writeStartDocument(encoding, version);
    }

    @Override
    public void writeCharacters(String text) throws XMLStreamException {
        out.writeCharacters(text);
    }

    @Override
    public void writeCharacters(char[] text, int start, int length) throws XMLStreamException {
        out.writeCharacters(text, start, length);
    }

    @Override
    public String getPrefix(String uri) throws XMLStreamException {
        return out.getPrefix(uri);
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        out.setPrefix(prefix, uri);
    }

    @Override
    public void setDefaultNamespace(String uri) throws XMLStreamException {
        out.setDefaultNamespace(uri);
    }

    @Override
    public void setNamespaceContext(NamespaceContext context) throws XMLStreamException {
        out.setNamespaceContext(context);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return out.getNamespaceContext();
    }

    @Override
    public Object getProperty(String property) {
        return out.getProperty(property);
    }
}
