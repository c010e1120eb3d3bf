package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.schema.SafeXml;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * A SOAP message without interceptors, as Parley itself and endpoints without CXF exchange it. Text is read by the
 * hardened parser, up to the body. Belongs to one thread.
 */
public final class SoapEnvelope {
    private static final String ENVELOPE = "Envelope";
    private static final String HEADER = "Header";
    private static final String BODY = "Body";
    static final String PREFIX = "soap";
    private static final String MUST_UNDERSTAND = "mustUnderstand";

    private final SoapVersion version;
    private final List<HeaderBlock> headers;
    private final XMLStreamReader reader;

    private SoapEnvelope(SoapVersion version, List<HeaderBlock> headers, XMLStreamReader reader) {
        this.version = version;
        this.headers = List.copyOf(headers);
        this.reader = reader;
    }

    /** A header block of a message. */
    public record HeaderBlock(QName name, boolean mustUnderstand) {}

    /** Writer of the content of a body. */
    @FunctionalInterface
    public interface BodyContent {
        /** Writes elements between the tags of the body, each to its end. */
        void write(XMLStreamWriter writer) throws XMLStreamException;
    }

    /**
     * Reads a message up to the content of its body.
     *
     * @param bytes the message; at most the limit {@code size} is read, and the stream is not closed
     * @throws ParleyException {@code XML_REFUSED} if it is not XML or contains a document type, {@code LIMIT} if it is
     *     too long, {@code MALFORMED_MESSAGE} if it is XML but not a SOAP envelope
     */
    public static SoapEnvelope read(InputStream bytes, Limits limits, Limit size) {
        return read(bytes, limits, size, Source.Heap.UNBOUNDED);
    }

    /**
     * Reads a message up to the content of its body, and reserves memory for its content.
     *
     * @param heap where memory for the objects made of it is reserved; reading fails with {@code BUDGET} if there is
     *     none
     */
    public static SoapEnvelope read(InputStream bytes, Limits limits, Limit size, Source.Heap heap) {
        return read(bytes, null, limits, size, heap);
    }

    /**
     * Reads a message in a given encoding up to the content of its body, and reserves memory for its content.
     *
     * @param charset the encoding, whatever the XML declaration says; null if it is to be detected
     */
    public static SoapEnvelope read(
            InputStream bytes, @Nullable Charset charset, Limits limits, Limit size, Source.Heap heap) {
        InputStream bounded = new BoundedInput(bytes, size, limits.get(size));
        // Those of messages do not apply to an offer or answer, whose length bounds everything in it.
        Limits applied = size == Limit.NEGOTIATION_BYTES ? Limits.defaults() : limits;
        try {
            XMLStreamReader text = charset == null
                    ? SafeXml.reader(bounded, applied)
                    : SafeXml.reader(new InputStreamReader(bounded, charset), applied);
            return read(heap == Source.Heap.UNBOUNDED ? text : new ReservingReader(text, applied, heap));
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        }
    }

    /**
     * Reads a message in any representation, up to the content of its body.
     *
     * @param reader reader before the envelope
     * @throws XMLStreamException if the reader fails
     * @throws ParleyException {@code MALFORMED_MESSAGE} if it is not a SOAP envelope
     */
    public static SoapEnvelope read(XMLStreamReader reader) throws XMLStreamException {
        SoapVersion version = envelope(reader);
        List<HeaderBlock> headers = new ArrayList<>();
        reader.nextTag();
        if (isAt(reader, version, HEADER)) {
            headers(reader, version, headers);
            reader.nextTag();
        }
        if (!isAt(reader, version, BODY)) {
            throw ParleyException.malformed("a SOAP body", found(reader), "envelope");
        }
        reader.nextTag();
        return new SoapEnvelope(version, headers, reader);
    }

    /** Writes a message with empty header blocks that must be understood. */
    public static void write(OutputStream out, SoapVersion version, List<QName> mustUnderstand, BodyContent body) {
        try {
            XMLStreamWriter writer = SafeXml.output().createXMLStreamWriter(out, "UTF-8");
            write(writer, version, mustUnderstand, body);
            writer.flush();
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "a SOAP message could not be written", e);
        }
    }

    /** Writes a message with empty header blocks that must be understood, to any kind of writer. */
    public static void write(XMLStreamWriter writer, SoapVersion version, List<QName> mustUnderstand, BodyContent body)
            throws XMLStreamException {
        writer.writeStartElement(PREFIX, ENVELOPE, version.namespace());
        writer.writeNamespace(PREFIX, version.namespace());
        if (!mustUnderstand.isEmpty()) {
            writer.writeStartElement(PREFIX, HEADER, version.namespace());
            for (QName name : mustUnderstand) {
                writer.writeEmptyElement(name.getPrefix(), name.getLocalPart(), name.getNamespaceURI());
                writer.writeNamespace(name.getPrefix(), name.getNamespaceURI());
                writer.writeAttribute(PREFIX, version.namespace(), MUST_UNDERSTAND, "1");
            }
            writer.writeEndElement();
        }
        writer.writeStartElement(PREFIX, BODY, version.namespace());
        body.write(writer);
        writer.writeEndElement();
        writer.writeEndElement();
    }

    /** Returns the SOAP version, according to the envelope's namespace. */
    public SoapVersion version() {
        return version;
    }

    /** Returns the names of the header blocks in order; their content was skipped. Unmodifiable. */
    public List<HeaderBlock> headers() {
        return headers;
    }

    /** Returns the name of the first element in the body; empty if the body is empty. */
    public Optional<QName> bodyName() {
        return reader.isStartElement() ? Optional.of(reader.getName()) : Optional.empty();
    }

    /** Returns whether the body contains a SOAP fault. */
    public boolean isFault() {
        return bodyName()
                .filter(new QName(version.namespace(), "Fault")::equals)
                .isPresent();
    }

    /** Returns a reader at the first element in the body. May only be called if {@link #bodyName} is not empty. */
    public XMLStreamReader body() {
        return reader;
    }

    private static SoapVersion envelope(XMLStreamReader reader) throws XMLStreamException {
        while (!reader.isStartElement()) {
            if (!reader.hasNext()) {
                throw ParleyException.malformed("a SOAP envelope", "the end", "message");
            }
            reader.next();
        }
        Optional<SoapVersion> version = SoapVersion.of(String.valueOf(reader.getNamespaceURI()));
        if (version.isEmpty() || !reader.getLocalName().equals(ENVELOPE)) {
            throw ParleyException.malformed("a SOAP 1.1 or 1.2 envelope", "another root element", "message");
        }
        return version.get();
    }

    private static void headers(XMLStreamReader reader, SoapVersion version, List<HeaderBlock> headers)
            throws XMLStreamException {
        reader.nextTag();
        while (reader.isStartElement()) {
            String must = reader.getAttributeValue(version.namespace(), MUST_UNDERSTAND);
            headers.add(new HeaderBlock(reader.getName(), "1".equals(must) || "true".equals(must)));
            skipElement(reader);
            reader.nextTag();
        }
    }

    /** Moves from the start of an element to its end. */
    static void skipElement(XMLStreamReader reader) throws XMLStreamException {
        int depth = 1;
        while (depth > 0) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    private static boolean isAt(XMLStreamReader reader, SoapVersion version, String name) {
        return reader.isStartElement()
                && reader.getLocalName().equals(name)
                && version.namespace().equals(reader.getNamespaceURI());
    }

    private static String found(XMLStreamReader reader) {
        return reader.isStartElement() ? "another element" : "the end of the envelope";
    }
}
