package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.schema.SafeXml;
import io.parley.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** The SOAP messages of the negotiation, as text. */
final class Envelopes {
    private static final String PREFIX = "soap";

    private Envelopes() {}

    /** Writes one element of the negotiation. */
    @FunctionalInterface
    interface Body {
        void write(XMLStreamWriter writer) throws XMLStreamException;
    }

    /** A request: the body, and the header block that keeps services that do not know it from running user code. */
    static byte[] request(SoapVersion version, Body body) {
        return write(version, true, body);
    }

    static byte[] response(SoapVersion version, Body body) {
        return write(version, false, body);
    }

    static String contentType(SoapVersion version) {
        return version == SoapVersion.V1_2 ? "application/soap+xml; charset=UTF-8" : "text/xml; charset=UTF-8";
    }

    private static byte[] write(SoapVersion version, boolean header, Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
        try {
            XMLStreamWriter writer = SafeXml.output().createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
            String soap = version.namespace();
            writer.writeStartElement(PREFIX, "Envelope", soap);
            writer.writeNamespace(PREFIX, soap);
            if (header) {
                String prefix = NegotiationXml.HEADER.getPrefix();
                writer.writeStartElement(PREFIX, "Header", soap);
                writer.writeStartElement(prefix, NegotiationXml.HEADER.getLocalPart(), NegotiationXml.NAMESPACE);
                writer.writeNamespace(prefix, NegotiationXml.NAMESPACE);
                writer.writeAttribute(PREFIX, soap, "mustUnderstand", version == SoapVersion.V1_2 ? "true" : "1");
                writer.writeEndElement();
                writer.writeEndElement();
            }
            writer.writeStartElement(PREFIX, "Body", soap);
            body.write(writer);
            writer.writeEndElement();
            writer.writeEndElement();
            writer.writeEndDocument();
            writer.close();
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "an envelope could not be written to memory", e);
        }
        return bytes.toByteArray();
    }

    /** What an envelope brought. The reader stands at the first element of its body. */
    record Opened(SoapVersion version, XMLStreamReader body) {
        boolean isFault() {
            return body.getNamespaceURI().equals(version.namespace())
                    && body.getLocalName().equals("Fault");
        }

        boolean isOurs() {
            return NegotiationXml.NAMESPACE.equals(body.getNamespaceURI());
        }
    }

    /**
     * Reads a response whole.
     *
     * @throws ParleyException if it is too large
     */
    static byte[] read(InputStream stream, Limits limits) throws IOException {
        int most = limits.getInt(Limit.NEGOTIATION_BYTES);
        byte[] bytes = stream.readNBytes(most + 1);
        limits.check(Limit.NEGOTIATION_BYTES, bytes.length, "reply to the offer");
        return bytes;
    }

    /**
     * Opens a response.
     *
     * @throws XMLStreamException if it is no SOAP envelope with something in its body
     */
    static Opened open(byte[] bytes, Limits limits) throws XMLStreamException {
        XMLStreamReader reader = SafeXml.reader(new ByteArrayInputStream(bytes), limits);
        reader.nextTag();
        SoapVersion version = SoapVersion.of(String.valueOf(reader.getNamespaceURI()))
                .orElseThrow(() -> new XMLStreamException("the root is not in a SOAP namespace"));
        reader.require(XMLStreamReader.START_ELEMENT, version.namespace(), "Envelope");
        reader.nextTag();
        while (reader.isStartElement() && !reader.getLocalName().equals("Body")) {
            skip(reader);
            reader.nextTag();
        }
        reader.require(XMLStreamReader.START_ELEMENT, version.namespace(), "Body");
        reader.nextTag();
        if (!reader.isStartElement() || reader.getNamespaceURI() == null) {
            throw new XMLStreamException("the body is empty, or its element is in no namespace");
        }
        return new Opened(version, reader);
    }

    private static void skip(XMLStreamReader reader) throws XMLStreamException {
        int depth = 1;
        while (depth > 0) {
            int event = reader.next();
            if (event == XMLStreamReader.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamReader.END_ELEMENT) {
                depth--;
            }
        }
    }
}
