package io.parley.soap;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A header block that both sides of a session have (docs/protocol/framing.md 5.4): its text, which is stored in a
 * context store under the hash of its bytes, and its parsed events. Immutable and thread-safe.
 */
public final class StaticHeader {
    /** Media type of header blocks in a context store. */
    public static final String MEDIA_TYPE = "application/xml";

    private static final Supplier<Representation> XML =
            Representations.later("xml", StaticHeader.class.getClassLoader());
    private static final String WHERE = "header block";

    private final byte[] text;
    private final HeaderEvents events;

    private StaticHeader(byte[] text, HeaderEvents events) {
        this.text = text;
        this.events = events;
    }

    /**
     * Parses a header block from outside.
     *
     * @param text the block in UTF-8; ownership passes to this object
     * @param limits the limits to enforce
     * @throws ParleyException {@code XML_REFUSED} if it is not XML, {@code LIMIT}, {@code MALFORMED_MESSAGE} if it is
     *     not a header block
     */
    public static StaticHeader parse(byte[] text, Limits limits) {
        try (Source source = Source.of(Unpooled.wrappedBuffer(text), limits)) {
            XMLStreamReader reader = XML.get().newReader(source);
            require(reader.getVersion() == null, "no XML declaration");
            require(reader.next() == XMLStreamConstants.START_ELEMENT, "an element at once");
            HeaderCapture capture = new HeaderCapture();
            capture.copy(reader);
            require(reader.next() == XMLStreamConstants.END_DOCUMENT, "nothing behind the element");
            HeaderEvents events = capture.take();
            require(!events.name().getNamespaceURI().isEmpty(), "a name in a namespace");
            return new StaticHeader(text, events);
        } catch (XMLStreamException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, WHERE + ": expected an element, found what cannot be one", e);
        }
    }

    /** Returns a copy of the text in UTF-8. */
    public byte[] toArray() {
        return text.clone();
    }

    /** Returns the length of the text in UTF-8 bytes. */
    public int length() {
        return text.length;
    }

    /** Returns the name of the element. */
    public QName name() {
        return events.name();
    }

    String text() {
        return new String(text, StandardCharsets.UTF_8);
    }

    HeaderEvents events() {
        return events;
    }

    boolean hasText(byte[] other) {
        return Arrays.equals(text, other);
    }

    /** Returns a reader at the start of the element, in the scope of these namespaces. */
    XMLStreamReader reader(NamespaceContext scope) {
        return new HeaderBlockReader(events, scope);
    }

    private static void require(boolean legal, String expected) {
        if (!legal) {
            throw ParleyException.malformed(expected, "something else", WHERE);
        }
    }

    /** Returns the length, never the text. */
    @Override
    public String toString() {
        return text.length + " bytes of a header block";
    }
}
