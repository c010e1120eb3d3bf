package io.parley.bench.form;

import io.parley.binding.Parts;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.ext.DefaultHandler2;

/**
 * Visits every name, attribute value and text and sums up their lengths: two readers that saw the same content have
 * equal tallies. Text is read as a character array with StAX as with SAX, so that no reader has to create strings.
 */
public final class Tally {
    private static final long ELEMENT = 1_000_003;
    private static final long ATTRIBUTE = 10_007;

    private Tally() {}

    /** Returns the tally of a reader's remaining events. */
    public static long of(XMLStreamReader in) throws XMLStreamException {
        long sum = 0;
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> sum += start(in);
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE, XMLStreamConstants.CDATA ->
                    sum += text(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
                default -> {}
            }
        }
        return sum;
    }

    /** Returns the tally of a whole document in a representation of Parley. */
    public static long of(Representation representation, Parts parts, Source source) throws XMLStreamException {
        long tally = of(representation.newReader(source, parts));
        source.expectEnd("document");
        return tally;
    }

    /** Returns the length, limited to the characters that the array has after the start. */
    private static int text(char[] characters, int start, int length) {
        return Math.min(length, characters.length - start);
    }

    private static long start(XMLStreamReader in) {
        long sum = element(in.getNamespaceURI(), in.getLocalName());
        for (int i = 0; i < in.getAttributeCount(); i++) {
            sum += attribute(in.getAttributeLocalName(i), in.getAttributeValue(i));
        }
        return sum;
    }

    static long element(@Nullable String uri, String local) {
        return ELEMENT + local.length() + (uri == null ? 0 : uri.length());
    }

    static long attribute(String local, String value) {
        return ATTRIBUTE + local.length() + value.length();
    }

    /** Computes a tally from SAX events. */
    static final class Handler extends DefaultHandler2 {
        private long sum;

        /** Returns the tally since the previous call, and resets it. */
        long take() {
            long taken = sum;
            sum = 0;
            return taken;
        }

        @Override
        public void startElement(String uri, String local, String qualified, Attributes attributes) {
            sum += element(uri, local);
            for (int i = 0; i < attributes.getLength(); i++) {
                sum += attribute(attributes.getLocalName(i), attributes.getValue(i));
            }
        }

        @Override
        public void characters(char[] text, int start, int length) {
            sum += length;
        }

        @Override
        public void ignorableWhitespace(char[] text, int start, int length) {
            sum += length;
        }
    }
}
