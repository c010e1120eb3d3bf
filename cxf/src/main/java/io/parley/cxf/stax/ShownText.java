package io.parley.cxf.stax;

import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.representation.StaxCopy;
import io.parley.schema.SafeXml;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SOAP text of a streamed message for logging, produced from its events and objects up to the length needed. Never
 * fails the message: an error ends the text and is logged. Confined to one message.
 */
final class ShownText {
    private static final Logger LOG = LoggerFactory.getLogger(ShownText.class);
    private static final String NO_FORM = " not shown: its class has no such value ";
    private static final String NOT_SHOWN = " not shown: it may have content that travels beside the message ";

    private final Bounded bytes;
    private final @Nullable XMLStreamWriter out;
    private boolean ended;

    /**
     * Creates a text.
     *
     * @param to receives the text in UTF-8; not closed by this object
     * @param most maximum number of bytes
     */
    ShownText(OutputStream to, long most) {
        this.bytes = new Bounded(to, most);
        this.out = writer();
    }

    private @Nullable XMLStreamWriter writer() {
        try {
            return SafeXml.output().createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
        } catch (XMLStreamException e) {
            failed(e);
            return null;
        }
    }

    /** Event to write. */
    @FunctionalInterface
    interface Event {
        void write(XMLStreamWriter out) throws XMLStreamException;
    }

    void write(Event event) {
        if (ended || out == null) {
            return;
        }
        try {
            event.write(out);
        } catch (XMLStreamException | RuntimeException e) { // JAXB reports what a writer throws in its own ways
            failed(e);
        }
    }

    /** Writes the element of a typed part, empty if its value has no Java form. */
    void part(Part part, @Nullable Object value) {
        Binding binding = part.binding();
        write(writer -> {
            if (value != null && binding != null && !binding.hasStreamedBinaries()) {
                binding.write(value, writer);
            } else {
                start(part.element(), writer);
                writer.writeComment(value == null ? NO_FORM : NOT_SHOWN);
                writer.writeEndElement();
            }
        });
    }

    private static void start(QName name, XMLStreamWriter writer) throws XMLStreamException {
        if (name.getNamespaceURI().isEmpty()) {
            writer.writeStartElement(name.getLocalPart());
        } else {
            writer.writeStartElement("part", name.getLocalPart(), name.getNamespaceURI());
            writer.writeNamespace("part", name.getNamespaceURI());
        }
    }

    /** Writes the current event of a reader. */
    void event(XMLStreamReader in) {
        write(writer -> {
            switch (in.getEventType()) {
                case XMLStreamConstants.START_ELEMENT -> StaxCopy.start(in, writer);
                case XMLStreamConstants.END_ELEMENT -> writer.writeEndElement();
                default -> StaxCopy.content(in, writer);
            }
        });
    }

    /** Ends the text and closes all open elements. */
    void end() {
        write(writer -> {
            writer.writeEndDocument();
            writer.flush();
        });
        ended = true;
    }

    private void failed(Exception why) {
        ended = true;
        if (!bytes.isFull()) {
            LOG.warn("Failed to convert a streamed message for logging, its text is incomplete", why);
        }
    }

    /** Output stream with a limit. An excess is an error, so that the conversion of a long message stops early. */
    private static final class Bounded extends FilterOutputStream {
        private long remaining;
        private boolean full;

        Bounded(OutputStream to, long most) {
            super(to);
            this.remaining = most;
        }

        boolean isFull() {
            return full;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] more, int start, int length) throws IOException {
            int taken = (int) Math.min(length, remaining);
            out.write(more, start, taken);
            remaining -= taken;
            if (taken < length) {
                full = true;
                throw new IOException("no more of the text is wanted");
            }
        }
    }
}
