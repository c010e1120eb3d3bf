package io.parley.representation.hhfr;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Infoset runs inside a typed part, each a single element in the message's infoset representation. */
final class Runs {
    private Runs() {}

    /** Output for elements that a part's encoder cannot type. */
    interface Out {
        /** Starts a run. Returns a writer for one element, which is valid until {@link #end}. */
        XMLStreamWriter begin() throws XMLStreamException;

        /** Ends the run; the element must be complete. */
        void end() throws XMLStreamException;
    }

    /** Input for elements that a part's encoder could not type. */
    interface In {
        /** Starts a run. Returns a reader at the start of its element, which is valid until {@link #end}. */
        XMLStreamReader begin(String path) throws XMLStreamException;

        /** Ends the run, and skips the unread rest of the element. */
        void end(String path) throws XMLStreamException;
    }
}
