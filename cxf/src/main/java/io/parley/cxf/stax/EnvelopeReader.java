package io.parley.cxf.stax;

import io.parley.ParleyException;
import io.parley.representation.ContentReader;
import io.parley.representation.Source;
import io.parley.soap.ExpandingReader;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.staxutils.DepthXMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * StAX reader of a streamed message in a CXF chain. At a typed part the data reader takes the object; all other readers
 * see events.
 */
final class EnvelopeReader extends ExpandingReader {
    /** Depth of the envelope around the body's content. */
    private static final int ENVELOPE_DEPTH = 1;

    private static final int NONE = -1;

    private final ContentReader content;
    private final Source source;
    private final Terms terms;
    /** Text form of the message for logging; null if it is not logged. */
    private @Nullable ShownText shown;

    /** Number of open elements around the element that is read as a whole; {@link #NONE} outside of it. */
    private int around = NONE;
    /** Failure inside that element, which is thrown at its end. */
    private @Nullable Fault lost;

    EnvelopeReader(Source source, Terms terms, ReceivedHeaders headers) {
        this(terms.newReader(source), source, terms, headers);
    }

    private EnvelopeReader(ContentReader content, Source source, Terms terms, ReceivedHeaders headers) {
        super(content, () -> headers.reader(content));
        this.content = content;
        this.source = source;
        this.terms = terms;
    }

    /**
     * Returns the envelope reader that a reader is or wraps without changing events, or null. A filter added by an
     * interceptor is not unwrapped: it must see every event.
     */
    static @Nullable EnvelopeReader in(@Nullable XMLStreamReader reader) {
        if (reader instanceof EnvelopeReader envelope) {
            return envelope;
        }
        return reader != null
                        && reader.getClass() == DepthXMLStreamReader.class
                        && ((DepthXMLStreamReader) reader).getReader() instanceof EnvelopeReader envelope
                ? envelope
                : null;
    }

    /** Copies all events to the text from now on, and for typed parts their objects. */
    void show(ShownText text) {
        shown = text;
    }

    /** Returns the current typed part if it is this part of the service model, otherwise null. */
    ContentReader.@Nullable TypedPart typed(MessagePartInfo part) {
        ContentReader.TypedPart typed = content.part();
        return typed != null && typed.index() == terms.numberOf(part) ? typed : null;
    }

    /**
     * Takes the object of the current part and moves to where JAXB leaves a reader: one event after the end of the
     * element.
     */
    @Nullable
    Object take(ContentReader.TypedPart typed) throws XMLStreamException {
        try {
            Object value = typed.take();
            if (shown != null) {
                shown.part(terms.parts().get(typed.index()), value);
            }
            ended();
            next();
            return value;
        } catch (ParleyException e) {
            throw failed(e);
        }
    }

    /**
     * Reads the element at the current position by a reader of whole elements. If its content cannot be read, the open
     * elements are closed before that is thrown: otherwise JAXB would keep what it has read of a map with the thread.
     */
    @Nullable
    Object whole(Supplier<@Nullable Object> reading) {
        if (!isStartElement()) {
            return reading.get();
        }
        around = depth() - 1;
        Object value = null;
        try {
            value = reading.get();
        } catch (RuntimeException e) {
            if (lost == null) {
                throw e;
            }
        } finally {
            around = NONE;
        }
        if (lost != null) {
            throw lost;
        }
        return value;
    }

    @Override
    public int next() throws XMLStreamException {
        if (lost != null) {
            return nextEnd(lost);
        }
        try {
            return shown == null ? super.next() : nextShown(shown);
        } catch (ParleyException e) {
            Fault fault = failed(e);
            if (depth() <= around || around == NONE) {
                throw fault;
            }
            lost = fault;
            show(new LostElement(getParent()));
            return nextEnd(fault);
        }
    }

    /** Closes an element after a failure; throws that once the element that is read as a whole is closed. */
    private int nextEnd(Fault failure) {
        if (depth() <= around || around == NONE) {
            throw failure;
        }
        ended();
        return END_ELEMENT;
    }

    /**
     * Reads the next event with a copy to the text. Copying more of a typed part than its name would expand it, so its
     * content is copied only if its object was not taken.
     */
    private int nextShown(ShownText text) throws XMLStreamException {
        if (content.part() != null) {
            text.event(this);
        }
        int event = super.next();
        if (content.part() == null) {
            text.event(this);
        }
        return event;
    }

    /**
     * Reads to the end of the message if its body was read. The rest has no content, but an incomplete message must be
     * detected.
     */
    void finish() throws XMLStreamException {
        if (depth() > ENVELOPE_DEPTH) {
            return;
        }
        while (hasNext()) {
            next();
        }
        try {
            source.expectEnd("message");
        } catch (ParleyException e) {
            throw failed(e);
        }
    }

    /**
     * Returns the fault that CXF reports for unreadable XML, with the sender at fault, or a transport failure if the
     * message was lost.
     */
    private Fault failed(ParleyException why) {
        if (why.equals(source.failure())) {
            return new Fault(LostMessage.asIoException(why));
        }
        Fault fault = new Fault(why);
        fault.setFaultCode(Fault.FAULT_CODE_CLIENT);
        return fault;
    }
}
