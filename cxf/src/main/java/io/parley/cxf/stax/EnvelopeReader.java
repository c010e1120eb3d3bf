package io.parley.cxf.stax;

import io.parley.representation.ContentReader;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.staxutils.DepthXMLStreamReader;
import org.jspecify.annotations.Nullable;

/** The StAX reader that a CXF chain gets. At a typed part the data reader takes the object; all others see events. */
final class EnvelopeReader extends StreamReaderDelegate {
    private final ContentReader content;
    private final Terms terms;

    EnvelopeReader(ContentReader content, Terms terms) {
        super(content);
        this.content = content;
        this.terms = terms;
    }

    /**
     * The envelope reader that this one is, or wraps without changing events, or null. A filter that an interceptor put
     * around it is not looked through: who filters wants to see every event.
     */
    static @Nullable EnvelopeReader in(XMLStreamReader reader) {
        if (reader instanceof EnvelopeReader envelope) {
            return envelope;
        }
        return reader.getClass() == DepthXMLStreamReader.class
                        && ((DepthXMLStreamReader) reader).getReader() instanceof EnvelopeReader envelope
                ? envelope
                : null;
    }

    /** The typed part that is current, if it is this part of the service model, else null. */
    ContentReader.@Nullable TypedPart typed(MessagePartInfo part) {
        ContentReader.TypedPart typed = content.part();
        return typed != null && typed.index() == terms.numberOf(part) ? typed : null;
    }
}
