package io.parley.representation.tdxml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Elements contained in rows as XML, for content that no schema describes. Thread-safe. */
final class Elements {
    private static final int CHUNK = 4096;
    private static final String BEARER = "any";

    private final Representation xml;
    private final Source.Heap heap;

    /**
     * Creates elements without a memory account.
     *
     * @param xml the representation of the text
     */
    Elements(Representation xml) {
        this(xml, Source.Heap.UNBOUNDED);
    }

    /** Creates elements of a message, whose memory account is charged for objects. */
    Elements(Representation xml, Source.Heap heap) {
        this.xml = xml;
        this.heap = heap;
    }

    /** Writes one element. */
    interface Content {
        void write(XMLStreamWriter out) throws XMLStreamException;
    }

    /** Reads one element. */
    interface Reading<T extends @Nullable Object> {
        /** Reads an element from its start; may stop anywhere inside. */
        T read(XMLStreamReader in) throws XMLStreamException;
    }

    String print(Content content) throws XMLStreamException {
        ByteBuf whole = Unpooled.buffer(256);
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, CHUNK, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            ContentWriter out = xml.newWriter(sink, Parts.none());
            content.write(out);
            out.writeEndDocument();
            sink.finish();
            return whole.toString(StandardCharsets.UTF_8);
        } finally {
            sink.discard();
            whole.release();
        }
    }

    <T extends @Nullable Object> T read(String text, Limits limits, String where, Reading<T> reading)
            throws XMLStreamException {
        ByteBuf bytes = Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
        try (Source source = Source.of(bytes, limits)) {
            source.heldBy(heap);
            ContentReader in = xml.newReader(source, Parts.none());
            int event = in.next();
            if (event != XMLStreamConstants.START_ELEMENT) {
                throw ParleyException.malformed("one element as XML", "something before it", where);
            }
            T result = reading.read(in);
            while (event != XMLStreamConstants.END_DOCUMENT) {
                event = in.next();
            }
            return result;
        }
    }

    /** Returns attributes as an empty element that bears them. */
    String printAttributes(Map<QName, String> attributes) throws XMLStreamException {
        return print(out -> {
            Map<String, String> prefixes = new LinkedHashMap<>();
            prefixes.put(XMLConstants.NULL_NS_URI, XMLConstants.DEFAULT_NS_PREFIX);
            prefixes.put(XMLConstants.XML_NS_URI, XMLConstants.XML_NS_PREFIX);
            out.writeStartElement(BEARER);
            for (QName name : attributes.keySet()) {
                String namespace = name.getNamespaceURI();
                if (!prefixes.containsKey(namespace)) {
                    String prefix = "n" + (prefixes.size() - 1);
                    prefixes.put(namespace, prefix);
                    out.writeNamespace(prefix, namespace);
                }
            }
            for (Map.Entry<QName, String> attribute : attributes.entrySet()) {
                QName name = attribute.getKey();
                String prefix = prefixes.getOrDefault(name.getNamespaceURI(), "");
                if (prefix.isEmpty()) {
                    out.writeAttribute(name.getLocalPart(), attribute.getValue());
                } else {
                    out.writeAttribute(prefix, name.getNamespaceURI(), name.getLocalPart(), attribute.getValue());
                }
            }
            out.writeEndElement();
        });
    }

    Map<QName, String> readAttributes(String text, Limits limits, String where) throws XMLStreamException {
        return read(text, limits, where, in -> {
            Map<QName, String> attributes = new LinkedHashMap<>();
            for (int i = 0; i < in.getAttributeCount(); i++) {
                QName name = in.getAttributeName(i);
                attributes.put(new QName(name.getNamespaceURI(), name.getLocalPart()), in.getAttributeValue(i));
            }
            return attributes;
        });
    }
}
