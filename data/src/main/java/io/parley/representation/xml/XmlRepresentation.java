package io.parley.representation.xml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.SinkStream;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;

/**
 * XML 1.0 as text in UTF-8. Its reader consumes the whole source. The boundaries of text events are not preserved: two
 * adjacent ones are read as one, and a long one may be read as several.
 */
public final class XmlRepresentation implements Representation {
    @Override
    public String name() {
        return "xml";
    }

    @Override
    public boolean isTyped() {
        return false;
    }

    /** Returns false, because a parser reads ahead and text cannot contain other bytes. */
    @Override
    public boolean isEmbeddable() {
        return false;
    }

    @Override
    public ContentWriter newWriter(Sink sink, Parts parts) {
        try {
            return XmlWriter.to(new SinkStream(sink));
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "the XML writer could not be made", e);
        }
    }

    @Override
    public ContentReader newReader(Source source, Parts parts) {
        return new XmlReader(source);
    }
}
