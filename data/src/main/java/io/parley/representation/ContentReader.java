package io.parley.representation;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one message as infoset events. At a typed part it shows the start of the part's element. A caller that
 * knows this interface takes the object from {@link #part()}. A caller that only knows StAX reads on, and the part is
 * expanded to events. Belongs to one thread at a time.
 */
public interface ContentReader extends XMLStreamReader {
    /**
     * Name of the property that returns {@link #part()} from {@link #getProperty}. Reader delegates pass it through.
     */
    String PART = "io.parley.part";

    /** Returns the typed part whose start element is current, or null. Plain infoset has none. */
    default @Nullable TypedPart part() {
        return null;
    }

    /**
     * Returns whether the writer paused here ({@link ContentWriter#pause}): {@link #next()} must not be called before
     * {@link #resume}. Always false for a representation that cannot be embedded.
     */
    default boolean isPaused() {
        return false;
    }

    /** Continues after the reader of the other encoding has read everything that was written at the pause. */
    default void resume() throws XMLStreamException {
        throw new IllegalStateException("the reader is not paused");
    }

    /** A part that arrived typed. */
    interface TypedPart {
        /** Returns the part's index among the agreed parts. */
        int index();

        /**
         * Decodes the object and moves the reader to the element's end event. May be called once.
         *
         * @return null if the received value has no Java form, as one that an enum does not have
         * @throws io.parley.ParleyException if the bytes do not conform to the schema
         */
        @Nullable
        Object take() throws XMLStreamException;
    }
}
