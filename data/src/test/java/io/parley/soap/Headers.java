package io.parley.soap;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Envelopes with header blocks, written by one side and read by the other. */
final class Headers {
    static final String SOAP = SoapVersion.V1_2.namespace();
    private static final Representations ALL = Representations.load(Headers.class.getClassLoader());

    private Headers() {}

    /** Returns one side's state of a session. */
    static StaticHeaders side() {
        return StaticHeaders.begin(Limits.defaults());
    }

    static StaticHeader block(String xml) {
        return StaticHeader.parse(xml.getBytes(StandardCharsets.UTF_8), Limits.defaults());
    }

    /** Returns the encoded envelope with these blocks. */
    static byte[] written(String representation, List<String> blocks, SentHeaders sent, HeaderUse use) {
        return bytes(representation, out -> {
            HeaderWriter header = new HeaderWriter(sent, out, use);
            for (String each : blocks) {
                header.beginBlock();
                block(each).events().writeTo(header.target());
                header.endBlock();
            }
            header.target();
        });
    }

    /** Writes the content of {@code soap:Header} as it is sent. */
    interface Content {
        void write(ContentWriter out) throws XMLStreamException;
    }

    static byte[] bytes(String representation, Content content) {
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 256, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            ContentWriter out = named(representation).newWriter(sink);
            out.writeStartDocument();
            out.writeStartElement("s", "Envelope", SOAP);
            out.writeNamespace("s", SOAP);
            out.writeStartElement("s", "Header", SOAP);
            content.write(out);
            out.writeEndElement();
            out.writeStartElement("s", "Body", SOAP);
            out.writeEndElement();
            out.writeEndElement();
            out.writeEndDocument();
            out.close();
            sink.finish();
            byte[] bytes = new byte[whole.readableBytes()];
            whole.readBytes(bytes);
            return bytes;
        } catch (XMLStreamException e) {
            throw new AssertionError(e);
        } finally {
            sink.discard();
            whole.release();
        }
    }

    /** Returns the blocks that an interceptor chain would see. */
    static List<String> read(String representation, byte[] envelope, HeaderSource kept) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(envelope), Limits.defaults())) {
            ContentReader content = named(representation).newReader(source);
            XMLStreamReader reader = new ExpandingReader(content, () -> new HeaderReader(kept, content, null));
            List<String> blocks = new ArrayList<>();
            HeaderCapture capture = new HeaderCapture();
            int depth = 0;
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.START_ELEMENT && depth == 2) {
                    capture.copy(reader);
                    blocks.add(capture.take().text());
                } else {
                    depth += event == XMLStreamConstants.START_ELEMENT ? 1 : 0;
                    depth -= event == XMLStreamConstants.END_ELEMENT ? 1 : 0;
                }
            }
            return blocks;
        }
    }

    private static Representation named(String name) {
        return ALL.get(name);
    }
}
