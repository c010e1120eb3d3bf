package io.parley.representation;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads one message as infoset events. At a typed part it shows the start of the part's element; who knows Parley takes
 * the object from {@link #part()}, and who only knows StAX reads on and gets the part's events, expanded at that moment.
 * Belongs to one thread at a time.
 */
public interface ContentReader extends XMLStreamReader {
    /** Property under which {@link #getProperty} gives {@link #part()}; reader delegates pass it through. */
    String PART = "io.parley.part";

    /** The typed part whose start element is current, or null: plain infoset has none. */
    default @Nullable TypedPart part() {
        return null;
    }

    /**
     * Returns whether the writer paused here ({@link ContentWriter#pause}): {@link #next()} must not be called before
     * {@link #resume}. Always false for a representation that others do not embed.
     */
    default boolean isPaused() {
        return false;
    }

    /** Continues after the reader of the other encoding has read what was written at the pause. */
    default void resume() throws XMLStreamException {
        throw new IllegalStateException("the reader is not paused");
    }

    /** A part that came typed. */
    interface TypedPart {
        /** Index into the agreed parts. */
        int index();

        /**
         * Decodes the object and moves the reader to the element's end event. Once only.
         *
         * @throws io.parley.ParleyException if the bytes are not what the schema says
         */
        Object take() throws XMLStreamException;
    }
}
