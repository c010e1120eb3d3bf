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

/**
 * A SOAP fault as text, in either version (SOAP 1.1, section 4.4; SOAP 1.2 Part 1, section 5.4). An error of Parley's is
 * named in it, in the detail, so that a client of Parley's gets the same error as on a session. Immutable.
 *
 * @param cause whose fault it is
 * @param text for people; none of the message's content
 * @param code the error that it stands for; empty for a fault of somebody else's making
 */
public record SoapFault(Cause cause, String text, Optional<ErrorCode> code) {
    /** Greatest number of characters kept of a text from a peer. */
    private static final int MOST_TEXT = 1024;

    private static final QName ERROR = new QName("urn:parley:1", "error", "p");
    private static final String FAULT = "Fault";

    /** First part of a fault's code, by its names in SOAP 1.1 and 1.2. */
    public enum Cause {
        SENDER("Client", "Sender"),
        RECEIVER("Server", "Receiver"),
        MUST_UNDERSTAND("MustUnderstand", "MustUnderstand"),
        VERSION_MISMATCH("VersionMismatch", "VersionMismatch");

        private final String first;
        private final String second;

        Cause(String first, String second) {
            this.first = first;
            this.second = second;
        }

        private String in(SoapVersion version) {
            return version == SoapVersion.V1_1 ? first : second;
        }

        private static Cause of(String code) {
            String local = code.substring(code.indexOf(':') + 1);
            for (Cause cause : values()) {
                if (cause.first.equals(local) || cause.second.equals(local)) {
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

    /** Writes a message with this fault as its body. */
    public void write(OutputStream out, SoapVersion version) {
        SoapEnvelope.write(out, version, List.of(), writer -> write(writer, version));
    }

    /** Writes it as what stands in a body. */
    public void write(XMLStreamWriter writer, SoapVersion version) throws XMLStreamException {
        if (version == SoapVersion.V1_1) {
            writeFirst(writer, version);
        } else {
            writeSecond(writer, version);
        }
    }

    private void writeFirst(XMLStreamWriter writer, SoapVersion version) throws XMLStreamException {
        writer.writeStartElement(SoapEnvelope.PREFIX, FAULT, version.namespace());
        text(writer, "faultcode", SoapEnvelope.PREFIX + ":" + cause.in(version));
        text(writer, "faultstring", text);
        if (code.isPresent()) {
            writer.writeStartElement("detail");
            error(writer);
            writer.writeEndElement();
        }
        writer.writeEndElement();
    }

    private static void text(XMLStreamWriter writer, String name, String text) throws XMLStreamException {
        writer.writeStartElement(name);
        writer.writeCharacters(text);
        writer.writeEndElement();
    }

    private void writeSecond(XMLStreamWriter writer, SoapVersion version) throws XMLStreamException {
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
        if (code.isPresent()) {
            writer.writeStartElement(SoapEnvelope.PREFIX, "Detail", namespace);
            error(writer);
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
     * Reads the fault that a message holds.
     *
     * @param envelope with a fault as its body
     * @throws ParleyException {@code XML_REFUSED} if its rest is no XML
     */
    public static SoapFault read(SoapEnvelope envelope) {
        XMLStreamReader reader = envelope.body();
        Cause cause = Cause.RECEIVER;
        String text = "";
        Optional<ErrorCode> code = Optional.empty();
        try {
            while (reader.hasNext() && !isEnd(reader, envelope.version())) {
                reader.next();
                if (reader.isStartElement()) {
                    switch (reader.getLocalName()) {
                        case "faultcode" -> cause = Cause.of(textOf(reader));
                        case "Value" -> cause = cause == Cause.RECEIVER ? Cause.of(textOf(reader)) : cause;
                        case "faultstring", "Text" -> text = textOf(reader);
                        case "error" -> code = reader.getName().equals(ERROR) ? known(textOf(reader)) : code;
                        default -> {}
                    }
                }
            }
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        }
        return new SoapFault(cause, text, code);
    }

    private static boolean isEnd(XMLStreamReader reader, SoapVersion version) {
        return reader.isEndElement()
                && reader.getLocalName().equals(FAULT)
                && version.namespace().equals(reader.getNamespaceURI());
    }

    /** The text that stands before the next tag. */
    private static String textOf(XMLStreamReader reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        while (reader.hasNext()) {
            reader.next();
            if (reader.isStartElement() || reader.isEndElement()) {
                break;
            }
            if (reader.isCharacters()) {
                text.append(reader.getText());
            }
        }
        String trimmed = text.toString().trim();
        return trimmed.substring(0, Math.min(trimmed.length(), MOST_TEXT));
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
