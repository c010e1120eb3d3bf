package io.parley.representation.hhfr;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Infoset runs inside a typed part: one element each, by the message's infoset representation. */
final class Runs {
    private Runs() {}

    /** Output for elements that a part's encoder cannot type. */
    interface Out {
        /** A writer for one element, to be given back by {@link #end}. */
        XMLStreamWriter begin() throws XMLStreamException;

        /** The element is complete. */
        void end() throws XMLStreamException;
    }

    /** Input for elements that a part's encoder could not type. */
    interface In {
        /** A reader at the start of one element, to be given back by {@link #end}. */
        XMLStreamReader begin(String path) throws XMLStreamException;

        /** The reader is at the element's end. */
        void end(String path) throws XMLStreamException;
    }
}
