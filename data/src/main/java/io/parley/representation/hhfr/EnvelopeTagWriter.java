package io.parley.representation.hhfr;

import io.parley.representation.ContentWriter;
import io.parley.representation.EventWriter;
import io.parley.representation.Sink;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the tags of an {@link OrdinaryEnvelope}. It keeps the first events of a message until it is known whether
 * they belong to one. If so, they become a segment of two bytes, otherwise the first events of a run.
 */
final class EnvelopeTagWriter extends EventWriter {
    private final Sink sink;
    private final RunControl runs;

    private State state = State.BEGINNING;
    /** Namespace that the caller bound to the prefix before the first event; null if it did not. */
    private @Nullable String hinted;

    private String namespace = "";
    /** Number of open elements of the envelope, once it is ordinary. */
    private int open = 2;
    /** Number of end tags that were not written, since the end of the message implies them. */
    private int ends;

    private enum State {
        BEGINNING,
        IN_ENVELOPE,
        DECLARED,
        IN_BODY,
        /** The segment was written, and events and parts are the content of the body. */
        ORDINARY,
        /** All events are those of runs. */
        OTHER
    }

    /** Access to the runs of the message. */
    interface RunControl {
        /** Starts or continues a run, and returns its writer. */
        ContentWriter openRun() throws XMLStreamException;

        /** Ends the current run, if there is one, so that another segment may follow. */
        void pauseRun() throws XMLStreamException;
    }

    EnvelopeTagWriter(Sink sink, RunControl runs) {
        this.sink = sink;
        this.runs = runs;
    }

    /** Returns whether all events are those of runs, so that this writer is not needed any more. */
    boolean isOther() {
        return state == State.OTHER;
    }

    /** Returns whether the segment of the envelope was written. */
    boolean isOrdinary() {
        return state == State.ORDINARY;
    }

    /** Called before a typed part. */
    void beforePart() throws XMLStreamException {
        if (state == State.IN_BODY) {
            begin();
        } else if (state == State.BEGINNING) {
            state = State.OTHER; // the part is the whole message
        } else if (state == State.ORDINARY) {
            writeEnds();
        } else {
            events();
        }
    }

    /** Ends all elements that are open in the body. */
    void endContent() throws XMLStreamException {
        while (depth() > 0) {
            writeEndElement();
        }
    }

    private void begin() {
        sink.writeByte(Segment.ENVELOPE);
        sink.writeByte(OrdinaryEnvelope.version(namespace));
        state = State.ORDINARY;
    }

    private void writeEnds() {
        for (; ends > 0; ends--) {
            sink.writeByte(Segment.END_TAG);
        }
    }

    /** Called for an event that an ordinary envelope does not have, or that belongs to the content of its body. */
    @Override
    protected XMLStreamWriter events() throws XMLStreamException {
        if (state == State.ORDINARY) {
            writeEnds();
            return runs.openRun();
        }
        State reached = state;
        state = State.OTHER;
        ContentWriter writer = runs.openRun();
        if (hinted != null) {
            writer.setPrefix(OrdinaryEnvelope.PREFIX, hinted);
        }
        if (reached.compareTo(State.IN_ENVELOPE) >= 0) {
            writer.writeStartElement(OrdinaryEnvelope.PREFIX, OrdinaryEnvelope.ENVELOPE, namespace);
        }
        if (reached.compareTo(State.DECLARED) >= 0) {
            writer.writeNamespace(OrdinaryEnvelope.PREFIX, namespace);
        }
        if (reached == State.IN_BODY) {
            writer.writeStartElement(OrdinaryEnvelope.PREFIX, OrdinaryEnvelope.BODY, namespace);
        }
        return writer;
    }

    @Override
    protected XMLStreamWriter names() {
        try {
            return events();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the first events of a message cannot be written", e);
        }
    }

    @Override
    public void writeStartElement(String prefix, String localName, String uri) throws XMLStreamException {
        boolean isSoap = OrdinaryEnvelope.PREFIX.equals(prefix);
        if (isSoap && state == State.BEGINNING && isEnvelope(localName, uri)) {
            namespace = uri;
            state = State.IN_ENVELOPE;
        } else if (isSoap && isBody(localName, uri)) {
            state = State.IN_BODY;
        } else {
            super.writeStartElement(prefix, localName, uri);
        }
    }

    private static boolean isEnvelope(String localName, String uri) {
        return OrdinaryEnvelope.ENVELOPE.equals(localName) && OrdinaryEnvelope.version(uri) >= 0;
    }

    private boolean isBody(String localName, String uri) {
        return (state == State.IN_ENVELOPE || state == State.DECLARED)
                && OrdinaryEnvelope.BODY.equals(localName)
                && namespace.equals(uri);
    }

    @Override
    public void writeNamespace(String prefix, String uri) throws XMLStreamException {
        if (state == State.IN_ENVELOPE && OrdinaryEnvelope.PREFIX.equals(prefix) && namespace.equals(uri)) {
            state = State.DECLARED;
        } else {
            super.writeNamespace(prefix, uri);
        }
    }

    @Override
    public void writeEndElement() throws XMLStreamException {
        if (state == State.IN_BODY) {
            begin();
        }
        if (state == State.ORDINARY && depth() == 0) {
            if (open == 0) {
                throw new XMLStreamException("expected an open element, found none");
            }
            runs.pauseRun();
            open--;
            ends++;
        } else {
            super.writeEndElement();
        }
    }

    @Override
    public void setPrefix(String prefix, String uri) throws XMLStreamException {
        if (state == State.BEGINNING && OrdinaryEnvelope.PREFIX.equals(prefix)) {
            hinted = uri;
        } else {
            super.setPrefix(prefix, uri);
        }
    }

    @Override
    public @Nullable String getPrefix(String uri) throws XMLStreamException {
        if (state == State.ORDINARY) {
            return super.getPrefix(uri);
        }
        if (XMLConstants.XML_NS_URI.equals(uri)) {
            return XMLConstants.XML_NS_PREFIX;
        }
        boolean isDeclared = state != State.BEGINNING && uri.equals(namespace);
        return isDeclared || uri.equals(hinted) ? OrdinaryEnvelope.PREFIX : null;
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return XMLOutputFactory.IS_REPAIRING_NAMESPACES.equals(name) ? Boolean.FALSE : null;
    }

    /** Ends a document that has no ordinary envelope. */
    @Override
    public void writeEndDocument() throws XMLStreamException {
        events().writeEndDocument();
    }

    /** Does nothing: the writer of the message ends it. */
    @Override
    public void close() {}

    /** Does nothing, like the writer of the message. */
    @Override
    public void flush() {}
}
