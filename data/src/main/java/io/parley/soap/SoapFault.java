package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.schema.SafeXml;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * A SOAP fault of either version (SOAP 1.1, section 4.4; SOAP 1.2 Part 1, section 5.4). Its detail contains the error
 * code of Parley, if any, so that a Parley client gets the same error as on a session. Immutable.
 *
 * @param cause the side that caused the fault
 * @param text explanation for people, without any of the message's content
 * @param code the error code; empty for a fault that is not of Parley's making
 */
public record SoapFault(Cause cause, String text, Optional<ErrorCode> code) {
    /** Greatest number of characters read of a text from a peer. */
    private static final int MAX_TEXT = 1024;

    private static final QName ERROR = new QName("urn:parley:1", "error", "p");
    private static final String FAULT = "Fault";

    /** Main code of a fault, with its names in SOAP 1.1 and 1.2. */
    public enum Cause {
        SENDER("Client", "Sender"),
        RECEIVER("Server", "Receiver"),
        MUST_UNDERSTAND("MustUnderstand", "MustUnderstand"),
        VERSION_MISMATCH("VersionMismatch", "VersionMismatch");

        private final String name11;
        private final String name12;

        Cause(String name11, String name12) {
            this.name11 = name11;
            this.name12 = name12;
        }

        private String in(SoapVersion version) {
            return version == SoapVersion.V1_1 ? name11 : name12;
        }

        private static Cause of(String code) {
            String local = code.substring(code.indexOf(':') + 1);
            for (Cause cause : values()) {
                if (cause.name11.equals(local) || cause.name12.equals(local)) {
                    return cause;
                }
            }
            return RECEIVER;
        }
    }

    /** Returns the fault for an error. */
    public static SoapFault of(ParleyException error) {
        return new SoapFault(causeOf(error.code()), error.text(), Optional.of(error.code()));
    }

    private static Cause causeOf(ErrorCode code) {
        return switch (code) {
            case LIMIT,
                    MALFORMED_MESSAGE,
                    SCHEMA_VIOLATION,
                    UNKNOWN_OPERATION,
                    NEGOTIATION,
                    XML_REFUSED,
                    PROTOCOL,
                    TOO_SLOW -> Cause.SENDER;
            default -> Cause.RECEIVER;
        };
    }

    /** Reader of the elements in the detail of a fault, which the service's contract defines. */
    @FunctionalInterface
    public interface DetailReader {
        /**
         * Reads the element whose start is current, and leaves the reader at its end; or leaves the reader where it is.
         *
         * @return whether it read the element
         * @throws XMLStreamException if the reader fails
         */
        boolean read(XMLStreamReader reader) throws XMLStreamException;
    }

    /** Writes a message with this fault as its body. */
    public void write(OutputStream out, SoapVersion version) {
        SoapEnvelope.write(out, version, List.of(), writer -> write(writer, version));
    }

    /** Writes this fault as the content of a body. */
    public void write(XMLStreamWriter writer, SoapVersion version) throws XMLStreamException {
        if (code.isPresent()) {
            write(writer, version, this::error);
        } else {
            write(writer, version, null);
        }
    }

    /**
     * Writes this fault as the content of a body, with the given detail, whose elements the service's contract defines.
     *
     * @param detail null for a fault without a detail
     */
    public void write(XMLStreamWriter writer, SoapVersion version, SoapEnvelope.@Nullable BodyContent detail)
            throws XMLStreamException {
        if (version == SoapVersion.V1_1) {
            writeFirst(writer, version, detail);
        } else {
            writeSecond(writer, version, detail);
        }
    }

    private void writeFirst(XMLStreamWriter writer, SoapVersion version, SoapEnvelope.@Nullable BodyContent detail)
            throws XMLStreamException {
        writer.writeStartElement(SoapEnvelope.PREFIX, FAULT, version.namespace());
        text(writer, "faultcode", SoapEnvelope.PREFIX + ":" + cause.in(version));
        text(writer, "faultstring", text);
        if (detail != null) {
            writer.writeStartElement("detail");
            detail.write(writer);
            writer.writeEndElement();
        }
        writer.writeEndElement();
    }

    private static void text(XMLStreamWriter writer, String name, String text) throws XMLStreamException {
        writer.writeStartElement(name);
        writer.writeCharacters(text);
        writer.writeEndElement();
    }

    private void writeSecond(XMLStreamWriter writer, SoapVersion version, SoapEnvelope.@Nullable BodyContent detail)
            throws XMLStreamException {
        String namespace = version.namespace();
        writer.writeStartElement(SoapEnvelope.PREFIX, FAULT, namespace);
        writer.writeStartElement(SoapEnvelope.PREFIX, "Code", namespace);
        writer.writeStartElement(SoapEnvelope.PREFIX, "Value", namespace);
        writer.writeCharacters(SoapEnvelope.PREFIX + ":" + cause.in(version));
        writer.writeEndElement();
        writer.writeEndElement();
        writer.writeStartElement(SoapEnvelope.PREFIX, "Reason", namespace);
        writer.writeStartElement(SoapEnvelope.PREFIX, "Text", namespace);
        writer.writeAttribute("xml", "http://www.w3.org/XML/1998/namespace", "lang", "en");
        writer.writeCharacters(text);
        writer.writeEndElement();
        writer.writeEndElement();
        if (detail != null) {
            writer.writeStartElement(SoapEnvelope.PREFIX, "Detail", namespace);
            detail.write(writer);
            writer.writeEndElement();
        }
        writer.writeEndElement();
    }

    private void error(XMLStreamWriter writer) throws XMLStreamException {
        writer.writeStartElement(ERROR.getPrefix(), ERROR.getLocalPart(), ERROR.getNamespaceURI());
        writer.writeNamespace(ERROR.getPrefix(), ERROR.getNamespaceURI());
        writer.writeCharacters(code.map(ErrorCode::name).orElse(""));
        writer.writeEndElement();
    }

    /**
     * Reads the fault in a message.
     *
     * @param envelope message with a fault as its body
     * @throws ParleyException {@code XML_REFUSED} if the rest of the message is not XML
     */
    public static SoapFault read(SoapEnvelope envelope) {
        return read(envelope, reader -> false);
    }

    /**
     * Reads the fault in a message, with its detail.
     *
     * @param envelope message with a fault as its body
     * @param detail called for each element of the detail except Parley's own
     * @throws ParleyException {@code XML_REFUSED} if the rest of the message is not XML; exceptions of the detail
     *     reader propagate
     */
    public static SoapFault read(SoapEnvelope envelope, DetailReader detail) {
        XMLStreamReader reader = envelope.body();
        Cause cause = Cause.RECEIVER;
        String text = "";
        Optional<ErrorCode> code = Optional.empty();
        try {
            while (nextChild(reader)) {
                switch (reader.getLocalName()) {
                    case "faultcode" -> cause = Cause.of(textOf(reader));
                    case "Code" -> cause = Cause.of(textOfChild(reader, "Value"));
                    case "faultstring" -> text = textOf(reader);
                    case "Reason" -> text = textOfChild(reader, "Text");
                    case "detail", "Detail" -> code = detail(reader, detail);
                    default -> SoapEnvelope.skipElement(reader);
                }
            }
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        }
        return new SoapFault(cause, text, code);
    }

    private static Optional<ErrorCode> detail(XMLStreamReader reader, DetailReader detail) throws XMLStreamException {
        Optional<ErrorCode> code = Optional.empty();
        while (nextChild(reader)) {
            if (reader.getName().equals(ERROR)) {
                code = known(textOf(reader));
            } else if (!detail.read(reader)) {
                SoapEnvelope.skipElement(reader);
            }
        }
        return code;
    }

    /**
     * Moves to the start of the next child of the current element and returns true, or to the end of the element and
     * returns false.
     */
    private static boolean nextChild(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            reader.next();
            if (reader.isStartElement()) {
                return true;
            }
            if (reader.isEndElement()) {
                return false;
            }
        }
        return false;
    }

    /**
     * Returns the text of the first child of that name, empty if there is none. Moves the reader to the parent's end.
     */
    private static String textOfChild(XMLStreamReader reader, String name) throws XMLStreamException {
        String text = "";
        while (nextChild(reader)) {
            if (text.isEmpty() && reader.getLocalName().equals(name)) {
                text = textOf(reader);
            } else {
                SoapEnvelope.skipElement(reader);
            }
        }
        return text;
    }

    /** Returns the text of an element without that of its children, shortened. Moves the reader to its end. */
    private static String textOf(XMLStreamReader reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        int depth = 1;
        while (depth > 0 && reader.hasNext()) {
            reader.next();
            if (reader.isStartElement()) {
                depth++;
            } else if (reader.isEndElement()) {
                depth--;
            } else if (depth == 1 && reader.isCharacters() && text.length() < MAX_TEXT) {
                text.append(reader.getText());
            }
        }
        String trimmed = text.toString().trim();
        return trimmed.substring(0, Math.min(trimmed.length(), MAX_TEXT));
    }

    private static Optional<ErrorCode> known(String name) {
        for (ErrorCode code : ErrorCode.values()) {
            if (code.name().equals(name)) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }
}
