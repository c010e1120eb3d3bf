package io.parley.recording;

import io.parley.representation.StaxCopy;
import io.parley.schema.SafeXml;
import io.parley.soap.SoapVersion;
import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Writes the events of a message as XML text, and adds an envelope if there is none. Used once. */
final class EnvelopeText {
    private static final String PREFIX = "soap";
    private static final String ENVELOPE = "Envelope";

    private final StringWriter text = new StringWriter();
    private final Masking masking;
    private final XMLStreamWriter out;
    /** Number of open elements, and that number at the masked element; the latter is 0 outside masked elements. */
    private int depth;

    private int hidden;

    private EnvelopeText(Masking masking) throws XMLStreamException {
        this.masking = masking;
        this.out = SafeXml.output().createXMLStreamWriter(text);
    }

    static String of(XMLStreamReader in, SoapVersion version, Masking masking) throws XMLStreamException {
        return new EnvelopeText(masking).write(in, version);
    }

    private String write(XMLStreamReader in, SoapVersion version) throws XMLStreamException {
        int event = in.getEventType();
        while (event != XMLStreamConstants.START_ELEMENT) {
            event = in.next();
        }
        QName envelope = new QName(version.namespace(), ENVELOPE);
        boolean isBare = !in.getName().equals(envelope);
        if (isBare) {
            out.writeStartElement(PREFIX, ENVELOPE, version.namespace());
            out.writeNamespace(PREFIX, version.namespace());
            out.writeStartElement(PREFIX, "Body", version.namespace());
        }
        while (event != XMLStreamConstants.END_DOCUMENT) {
            write(in, event);
            event = in.next();
        }
        if (isBare) {
            out.writeEndElement();
            out.writeEndElement();
        }
        out.flush();
        return text.toString();
    }

    private void write(XMLStreamReader in, int event) throws XMLStreamException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> start(in);
            case XMLStreamConstants.END_ELEMENT -> end();
            default -> {
                if (hidden == 0) {
                    StaxCopy.content(in, out);
                }
            }
        }
    }

    private void start(XMLStreamReader in) throws XMLStreamException {
        depth++;
        if (hidden > 0) {
            return;
        }
        boolean hides = masking.hides(in.getName());
        StaxCopy.name(in, out);
        if (hides) {
            out.writeCharacters(Masking.MASK);
            hidden = depth;
        } else {
            StaxCopy.attributes(in, out);
        }
    }

    private void end() throws XMLStreamException {
        if (hidden == 0 || hidden == depth) {
            out.writeEndElement();
            hidden = 0;
        }
        depth--;
    }
}
