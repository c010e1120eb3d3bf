package io.parley.bench.retail;

import io.netty.buffer.ByteBufAllocator;
import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.stream.XMLStreamException;

/** How many bytes messages of the TDXML paper are, without what a transport adds: its table 1. */
public final class Envelopes {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final int CHUNK_BYTES = 16 * 1024;

    private Envelopes() {}

    /** Writes the content of a body, or a whole message. */
    private interface Body {
        void to(ContentWriter out) throws XMLStreamException;
    }

    /** Bytes of a message in each way of {@link Lines} whose envelope Parley writes. */
    public static Map<String, Double> of(Shape shape) throws XMLStreamException {
        Update message = shape.message();
        Tables tdxml = new Tables("tdxml");
        Map<String, Double> bytes = new LinkedHashMap<>();
        bytes.put(
                "soap",
                bytes(
                        "xml",
                        tdxml,
                        out -> enveloped(out, inner -> tdxml.binding().write(message, inner))));
        bytes.put("tdxml-elements", bytes("tdxml", tdxml, out -> enveloped(out, inner -> inner.writePart(0, message))));
        bytes.put(
                "tdxml-string",
                bytes(
                        "xml",
                        tdxml,
                        out -> enveloped(out, inner -> {
                            inner.writeStartElement("r", "exchangeText", Update.NAMESPACE);
                            inner.writeNamespace("r", Update.NAMESPACE);
                            inner.writeStartElement("value");
                            inner.writeCharacters(tdxml.write(message));
                            inner.writeEndElement();
                            inner.writeEndElement();
                        })));
        bytes.put("tdxml", bytes("tdxml", tdxml, out -> alone(out, message)));
        bytes.put("hhfr", bytes("hhfr", tdxml, out -> alone(out, message)));
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

    private static double bytes(String representation, Tables tables, Body content) throws XMLStreamException {
        Sink sink = new Sink(ByteBufAllocator.DEFAULT, CHUNK_BYTES, (chunk, last) -> chunk.release());
        try {
            content.to(Representations.load(Envelopes.class.getClassLoader())
                    .get(representation)
                    .newWriter(sink, tables.agreed()));
            sink.finish();
        } finally {
            sink.discard();
        }
        return sink.written();
    }
}
