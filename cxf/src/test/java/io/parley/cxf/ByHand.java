package io.parley.cxf;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.services.Report;
import io.parley.cxf.services.Reports;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelTerm;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** Writes the bytes of messages exactly as a correct peer would, so that a test can corrupt one place in them. */
final class ByHand {
    private static final Representations ALL = Representations.load(ByHand.class.getClassLoader());
    private static final String SOAP = SoapVersion.V1_1.namespace();
    private static final int SEGMENT_OF_PART = 2;

    private final EndpointModel model;
    private final Parts parts;
    private final Representation hhfr = ALL.get("hhfr");
    /** The part numbers of the argument and the result of {@code file}. */
    final int in;

    final int out;

    /** Creates a writer for the model of an endpoint of {@link Reports}. */
    ByHand(EndpointModel model) {
        this.model = model;
        this.parts = Parts.of(model.parts());
        this.in = number(PartKey.Direction.IN);
        this.out = number(PartKey.Direction.OUT);
    }

    Capabilities.Builder capabilities() {
        return Capabilities.builder().representations("hhfr", "bnux").data(model.description());
    }

    Capabilities client() {
        return capabilities().channel(ChannelTerm.plain("stream")).build();
    }

    private int number(PartKey.Direction direction) {
        return parts.indexOf(new PartKey(new QName("urn:parley:test", "file"), direction, 0));
    }

    /** Returns the number of parts. */
    int parts() {
        return parts.size();
    }

    static SoapHead request() {
        return SoapHead.request(SoapVersion.V1_1, "", List.of());
    }

    static SoapHead response() {
        return SoapHead.response(SoapVersion.V1_1, 200, List.of());
    }

    /** Writes the content of the SOAP body. */
    interface Body {
        void write(ContentWriter writer) throws XMLStreamException;
    }

    /** Returns a whole message. */
    byte[] message(SoapHead head, Body body) {
        return bytes(sink -> {
            head.write(sink);
            envelope(hhfr.newWriter(sink, parts), body);
        });
    }

    /** Returns a whole message with header content and a typed part. */
    byte[] message(SoapHead head, Body header, int number, Object value) {
        return bytes(sink -> {
            head.write(sink);
            ContentWriter writer = hhfr.newWriter(sink, parts);
            writer.writeStartDocument();
            writer.writeStartElement("soap", "Envelope", SOAP);
            writer.writeNamespace("soap", SOAP);
            writer.writeStartElement("soap", "Header", SOAP);
            header.write(writer);
            writer.writeEndElement();
            writer.writeStartElement("soap", "Body", SOAP);
            writer.writePart(number, value);
            writer.writeEndElement();
            writer.writeEndElement();
            writer.writeEndDocument();
        });
    }

    /** Returns a whole message whose body is a typed part with this number and record. */
    byte[] message(SoapHead head, int number, byte[] record) {
        Report sample = Report.of("marked", Report.Weather.RAIN, 1.5);
        byte[] honest = message(head, writer -> writer.writePart(in, sample));
        byte[] marked = segment(in, record(in, sample));
        int at = indexOf(honest, marked);
        ByteArrayOutputStream spoiled = new ByteArrayOutputStream();
        spoiled.write(honest, 0, at);
        spoiled.writeBytes(segment(number, record));
        spoiled.write(honest, at + marked.length, honest.length - at - marked.length);
        return spoiled.toByteArray();
    }

    /** Returns the record of a value, without its part number. */
    byte[] record(int number, Object value) {
        byte[] alone = bytes(sink -> {
            ContentWriter writer = hhfr.newWriter(sink, parts);
            writer.writePart(number, value);
            writer.writeEndDocument();
        });
        int before = segment(number, new byte[0]).length;
        byte[] record = new byte[alone.length - before - 1];
        System.arraycopy(alone, before, record, 0, record.length);
        return record;
    }

    /** A fault in the form of SOAP 1.1. */
    record SoapFault(String code, String text) {}

    /** Returns the object of a message's part, or its fault. */
    Object content(ByteBuf message) throws XMLStreamException {
        try (Source source = Source.of(message, Limits.defaults())) {
            SoapHead.read(source);
            ContentReader reader = hhfr.newReader(source, parts);
            String code = "";
            while (reader.hasNext()) {
                boolean starts = reader.next() == XMLStreamConstants.START_ELEMENT;
                ContentReader.TypedPart part = reader.part();
                if (part != null) {
                    return part.take();
                }
                if (starts && "faultcode".equals(reader.getLocalName())) {
                    code = reader.getElementText();
                } else if (starts && "faultstring".equals(reader.getLocalName())) {
                    return new SoapFault(code.substring(code.indexOf(':') + 1), reader.getElementText());
                }
            }
        }
        throw new AssertionError("expected a part or a fault, found neither");
    }

    private static void envelope(ContentWriter writer, Body body) throws XMLStreamException {
        writer.writeStartDocument();
        writer.writeStartElement("soap", "Envelope", SOAP);
        writer.writeNamespace("soap", SOAP);
        writer.writeStartElement("soap", "Body", SOAP);
        body.write(writer);
        writer.writeEndElement();
        writer.writeEndElement();
        writer.writeEndDocument();
    }

    /** Writes the part with the mark of this number; an unknown number gets the mark of another part. */
    private byte[] segment(int number, byte[] record) {
        return bytes(sink -> {
            sink.writeByte(SEGMENT_OF_PART);
            sink.writeVarint(number);
            sink.writeInt(parts.get(number < parts.size() ? number : in).mark());
            sink.writeBytes(record, 0, record.length);
        });
    }

    /** Returns the same bytes with one word replaced by another of equal length. */
    static byte[] replaced(byte[] whole, String word, String by) {
        byte[] changed = whole.clone();
        byte[] with = by.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(with, 0, changed, indexOf(whole, word.getBytes(StandardCharsets.UTF_8)), with.length);
        return changed;
    }

    private static int indexOf(byte[] whole, byte[] part) {
        for (int at = 0; at + part.length <= whole.length; at++) {
            if (Arrays.equals(whole, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new AssertionError("the part is not in the message");
    }

    interface Writing {
        void write(Sink sink) throws XMLStreamException;
    }

    static byte[] bytes(Writing writing) {
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 4096, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            writing.write(sink);
        } catch (XMLStreamException e) {
            throw new AssertionError(e);
        }
        sink.finish();
        byte[] bytes = ByteBufUtil.getBytes(whole);
        whole.release();
        return bytes;
    }
}
