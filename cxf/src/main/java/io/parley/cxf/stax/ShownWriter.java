package io.parley.cxf.stax;

import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.staxutils.DelegatingXMLStreamWriter;

/** Writer that delegates and copies events to the text for logging. Queries are answered by the delegate. */
final class ShownWriter extends DelegatingXMLStreamWriter {
    private final ShownText text;

    ShownWriter(XMLStreamWriter writer, ShownText text) {
        super(writer);
        this.text = text;
    }

    @Override
    public void writeStartElement(String localName) throws XMLStreamException {
        super.writeStartElement(localName);
        text.write(out -> out.writeStartElement(localName));
    }

    @Override
    public void writeStartElement(String namespace, String localName) throws XMLStreamException {
        super.writeStartElement(namespace, localName);
        text.write(out -> out.writeStartElement(namespace, localName));
    }

    @Override
    public void writeStartElement(String prefix, String localName, String namespace) throws XMLStreamException {
        super.writeStartElement(prefix, localName, namespace);
        text.write(out -> out.writeStartElement(prefix, localName, namespace));
    }

    @Override
    public void writeEmptyElement(String localName) throws XMLStreamException {
        super.writeEmptyElement(localName);
        text.write(out -> out.writeEmptyElement(localName));
    }

    @Override
    public void writeEmptyElement(String namespace, String localName) throws XMLStreamException {
        super.writeEmptyElement(namespace, localName);
        text.write(out -> out.writeEmptyElement(namespace, localName));
    }

    @Override
    public void writeEmptyElement(String prefix, String localName, String namespace) throws XMLStreamException {
        super.writeEmptyElement(prefix, localName, namespace);
        text.write(out -> out.writeEmptyElement(prefix, localName, namespace));
    }

    @Override
    public void writeEndElement() throws XMLStreamException {
        super.writeEndElement();
        text.write(XMLStreamWriter::writeEndElement);
    }

    @Override
    public void writeAttribute(String localName, String value) throws XMLStreamException {
        super.writeAttribute(localName, value);
        text.write(out -> out.writeAttribute(localName, value));
    }

    @Override
    public void writeAttribute(String namespace, String localName, String value) throws XMLStreamException {
        super.writeAttribute(namespace, localName, value);
        text.write(out -> out.writeAttribute(namespace, localName, value));
    }

    @Override
    public void writeAttribute(String prefix, String namespace, String localName, String value)
            throws XMLStreamException {
        super.writeAttribute(prefix, namespace, localName, value);
        text.write(out -> out.writeAttribute(prefix, namespace, localName, value));
    }

    @Override
    public void writeNamespace(String prefix, String namespace) throws XMLStreamException {
        super.writeNamespace(prefix, namespace);
        text.write(out -> out.writeNamespace(prefix, namespace));
    }

    @Override
    public void writeDefaultNamespace(String namespace) throws XMLStreamException {
        super.writeDefaultNamespace(namespace);
        text.write(out -> out.writeDefaultNamespace(namespace));
    }

    @Override
    public void writeCharacters(String characters) throws XMLStreamException {
        super.writeCharacters(characters);
        text.write(out -> out.writeCharacters(characters));
    }

    @Override
    public void writeCharacters(char[] characters, int start, int length) throws XMLStreamException {
        super.writeCharacters(characters, start, length);
        text.write(out -> out.writeCharacters(characters, start, length));
    }

    @Override
    public void writeCData(String data) throws XMLStreamException {
        super.writeCData(data);
        text.write(out -> out.writeCData(data));
    }

    @Override
    public void writeComment(String data) throws XMLStreamException {
        super.writeComment(data);
        text.write(out -> out.writeComment(data));
    }

    @Override
    public void writeProcessingInstruction(String target) throws XMLStreamException {
        super.writeProcessingInstruction(target);
        text.write(out -> out.writeProcessingInstruction(target));
    }

    @Override
    public void writeProcessingInstruction(String target, String data) throws XMLStreamException {
        super.writeProcessingInstruction(target, data);
        text.write(out -> out.writeProcessingInstruction(target, data));
    }

    @Override
    public void writeEntityRef(String name) throws XMLStreamException {
        super.writeEntityRef(name);
        text.write(out -> out.writeEntityRef(name));
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        super.setPrefix(prefix, uri);
        text.write(out -> out.setPrefix(prefix, uri));
    }

    @Override
    public void setDefaultNamespace(String uri) throws XMLStreamException {
        super.setDefaultNamespace(uri);
        text.write(out -> out.setDefaultNamespace(uri));
    }

    @Override
    public void setNamespaceContext(NamespaceContext context) throws XMLStreamException {
        super.setNamespaceContext(context);
        text.write(out -> out.setNamespaceContext(context));
    }
}
