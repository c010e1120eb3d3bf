package io.parley.bench.retail;

import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;
import io.parley.bench.form.Chunks;
import io.parley.bench.form.OnePart;
import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representations;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.stream.XMLStreamException;

/** Message sizes of the TDXML paper without transport overhead: its table 1. */
public final class Envelopes {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    private Envelopes() {}

    /** Writes the content of a body, or a whole message. */
    private interface Body {
        void to(ContentWriter out) throws XMLStreamException;
    }

    /** Returns the size of a message in bytes, for each way of {@link Lines} whose envelope Parley writes. */
    public static Map<String, Double> of(Shape shape) throws XMLStreamException {
        Update message = shape.message();
        Tables tables = new Tables();
        OnePart<Update> part = tables.part();
        Parts parts = part.parts();
        String text = tables.write(message);
        Map<String, Double> bytes = new LinkedHashMap<>();
        bytes.put(
                "soap",
                bytes(
                        "xml",
                        parts,
                        out -> enveloped(out, inner -> part.binding().write(message, inner))));
        bytes.put("tdxml-elements", bytes("tdxml", parts, out -> enveloped(out, inner -> inner.writePart(0, message))));
        bytes.put(
                "tdxml-string",
                bytes(
                        "xml",
                        parts,
                        out -> enveloped(out, inner -> {
                            inner.writeStartElement("r", "exchangeText", Update.NAMESPACE);
                            inner.writeNamespace("r", Update.NAMESPACE);
                            inner.writeStartElement("value");
                            inner.writeCharacters(text);
                            inner.writeEndElement();
                            inner.writeEndElement();
                        })));
        bytes.put("tdxml", bytes("tdxml", parts, out -> alone(out, message)));
        bytes.put("hhfr", bytes("hhfr", parts, out -> alone(out, message)));
        return bytes;
    }

    private static void alone(ContentWriter out, Update message) throws XMLStreamException {
        out.writePart(0, message);
        out.writeEndDocument();
    }

    private static void enveloped(ContentWriter out, Body body) throws XMLStreamException {
        out.writeStartDocument();
        out.writeStartElement("soap", "Envelope", SOAP);
        out.writeNamespace("soap", SOAP);
        out.writeStartElement("soap", "Body", SOAP);
        body.to(out);
        out.writeEndElement();
        out.writeEndElement();
        out.writeEndDocument();
    }

    private static double bytes(String representation, Parts parts, Body content) throws XMLStreamException {
        Chunks chunks = new Chunks();
        try {
            return chunks.write(sink -> content.to(Representations.load(Envelopes.class.getClassLoader())
                    .get(representation)
                    .newWriter(sink, parts)));
        } finally {
            chunks.release();
        }
    }
}
