package io.parley.representation.xml;

import com.ctc.wstx.api.WriterConfig;
import com.ctc.wstx.stax.WstxOutputFactory;
import com.ctc.wstx.sw.SimpleNsStreamWriter;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.ContentWriter;
import java.io.OutputStream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLOutputFactory2;
import org.codehaus.stax2.XMLStreamWriter2;
import org.jspecify.annotations.Nullable;

/**
 * Woodstox's writer of text, restricted to content that every representation can carry: XML 1.0 without document type
 * and entities. It is a subclass rather than a wrapper, for speed: 0.91 times that of Woodstox alone with 27 KB,
 * instead of 0.88.
 */
final class XmlWriter extends SimpleNsStreamWriter implements ContentWriter {
    private static final String ENCODING = "UTF-8";
    private static final Writers WRITERS = new Writers();

    private XmlWriter(com.ctc.wstx.sw.XmlWriter text, String encoding, WriterConfig config) {
        super(text, encoding, config);
    }

    /** Returns a writer to that stream. */
    static ContentWriter to(OutputStream bytes) throws XMLStreamException {
        return (ContentWriter) WRITERS.createXMLStreamWriter(bytes, ENCODING);
    }

    /** Factory that is not changed after its construction, which makes it thread-safe. */
    private static final class Writers extends WstxOutputFactory {
        Writers() {
            setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, false);
            // Closing the stream, which has no effect here, returns Woodstox's buffer for reuse.
            setProperty(XMLOutputFactory2.P_AUTO_CLOSE_OUTPUT, true);
        }

        @Override
        protected XMLStreamWriter2 createSW(String encoding, WriterConfig config, com.ctc.wstx.sw.XmlWriter text) {
            return new XmlWriter(text, encoding, config);
        }
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

    /** Writes the declaration with the actual encoding of the bytes, whatever the caller passes. */
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
