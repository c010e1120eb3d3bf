package io.parley.representation.xml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.ContentWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.codehaus.stax2.util.StreamWriterDelegate;
import org.jspecify.annotations.Nullable;

/** A text writer that keeps to what every representation can carry: XML 1.0, no document type, no entities. */
final class XmlWriter extends StreamWriterDelegate implements ContentWriter {
    static final String ENCODING = "UTF-8";

    XmlWriter(XMLStreamWriter text) {
        super(text);
    }

    @Override
    public boolean canWrite(int part, Object value) {
        return false;
    }

    @Override
    public void writePart(int part, Object value) {
        throw new IllegalArgumentException("xml carries no typed parts; canWrite says so");
    }

    @Override
    public void pause() {
        throw new IllegalStateException("xml cannot be embedded; isEmbeddable says so");
    }

    @Override
    public void writeStartDocument() throws XMLStreamException {
        super.writeStartDocument(ENCODING, "1.0");
    }

    @Override
    public void writeStartDocument(@Nullable String version) throws XMLStreamException {
        writeStartDocument(ENCODING, version);
    }

    /** The declaration names the encoding of the bytes, whatever the caller had in mind. */
    @Override
    public void writeStartDocument(@Nullable String encoding, @Nullable String version) throws XMLStreamException {
        if (version != null && !version.equals("1.0")) {
            throw new ParleyException(ErrorCode.ENCODING, "document: expected XML 1.0, found another version");
        }
        writeStartDocument();
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        super.writeEndDocument();
        super.flush();
    }

    @Override
    public void writeDTD(String dtd) {
        throw new ParleyException(ErrorCode.ENCODING, "document: expected none, found a document type declaration");
    }

    @Override
    public void writeEntityRef(String name) {
        throw new ParleyException(ErrorCode.ENCODING, "text: expected its characters, found an entity reference");
    }
}
