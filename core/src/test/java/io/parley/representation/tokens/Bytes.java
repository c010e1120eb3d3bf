package io.parley.representation.tokens;

import static io.netty.buffer.ByteBufAllocator.DEFAULT;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** What these tests write to bytes and read back. */
final class Bytes {
    private Bytes() {}

    /** Something that writes a message. */
    interface Content {
        void write(TokensWriter writer, Sink sink) throws Exception;
    }

    static byte[] of(Content content) throws Exception {
        ByteBuf all = DEFAULT.buffer();
        try {
            var sink = new Sink(DEFAULT, 64, (chunk, last) -> {
                all.writeBytes(chunk);
                chunk.release();
            });
            try {
                content.write(new TokensWriter(sink), sink);
                sink.finish();
            } finally {
                sink.discard();
            }
            return ByteBufUtil.getBytes(all);
        } finally {
            all.release();
        }
    }

    static Source source(byte[] bytes) {
        return Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults());
    }

    /** All events in a short notation: prefixes and declarations as they stand, strings in quotes. */
    static String events(byte[] bytes) throws XMLStreamException {
        try (Source source = source(bytes)) {
            var reader = new TokensReader(source);
            var text = new StringBuilder();
            while (reader.hasNext()) {
                reader.next();
                describe(reader, text);
            }
            source.expectEnd("test");
            return text.toString();
        }
    }

    static void describe(XMLStreamReader reader, StringBuilder text) {
        switch (reader.getEventType()) {
            case XMLStreamReader.START_ELEMENT -> {
                text.append('<').append(name(reader.getPrefix(), reader.getName()));
                for (int i = 0; i < reader.getNamespaceCount(); i++) {
                    text.append(' ').append(reader.getNamespacePrefix(i)).append(':');
                    text.append('=').append(reader.getNamespaceURI(i));
                }
                for (int i = 0; i < reader.getAttributeCount(); i++) {
                    text.append(' ').append(name(reader.getAttributePrefix(i), reader.getAttributeName(i)));
                    text.append('=').append(reader.getAttributeValue(i));
                }
                text.append('>');
            }
            case XMLStreamReader.END_ELEMENT -> text.append("</>");
            case XMLStreamReader.CHARACTERS ->
                text.append('"').append(reader.getText()).append('"');
            case XMLStreamReader.CDATA ->
                text.append('[').append(reader.getText()).append(']');
            case XMLStreamReader.COMMENT ->
                text.append('!').append(reader.getText()).append('!');
            case XMLStreamReader.PROCESSING_INSTRUCTION ->
                text.append('?')
                        .append(reader.getPITarget())
                        .append(' ')
                        .append(reader.getPIData())
                        .append('?');
            case XMLStreamReader.END_DOCUMENT -> text.append('.');
            default -> throw new AssertionError("event " + reader.getEventType());
        }
    }

    private static String name(String prefix, javax.xml.namespace.QName name) {
        return (prefix.isEmpty() ? "" : prefix + ":") + name;
    }
}
