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
 * The SOAP text that a streamed message would have been, written while its events and objects pass, as far as somebody
 * wants it. Never the message's own trouble: what cannot be shown ends the text, with a line in the log. Belongs to one
 * message.
 */
final class ShownText {
    private static final Logger LOG = LoggerFactory.getLogger(ShownText.class);
    private static final String NOT_SHOWN = " not shown: it may have content that travels beside the message ";

    private final Bounded bytes;
    private final @Nullable XMLStreamWriter out;
    private boolean ended;

    /**
     * @param to gets the text in UTF-8; stays the caller's to close
     * @param most bytes that are wanted
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

    /** An event to be written. */
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

    /** The element of a part that travels typed. */
    void part(Part part, Object value) {
        Binding binding = part.binding();
        write(writer -> {
            if (binding != null && !binding.hasStreamedBinaries()) {
                binding.write(value, writer);
            } else {
                start(part.element(), writer);
                writer.writeComment(NOT_SHOWN);
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

    /** The event that a reader stands at. */
    void event(XMLStreamReader in) {
        write(writer -> {
            switch (in.getEventType()) {
                case XMLStreamConstants.START_ELEMENT -> StaxCopy.start(in, writer);
                case XMLStreamConstants.END_ELEMENT -> writer.writeEndElement();
                default -> StaxCopy.content(in, writer);
            }
        });
    }

    /** Ends the text: all open elements are closed. */
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
            LOG.warn("a streamed message is shown only in part to those who log it", why);
        }
    }

    /** Takes no more than is wanted; more is an error, so that nobody goes on writing a long message in vain. */
    private static final class Bounded extends FilterOutputStream {
        private long left;
        private boolean full;

        Bounded(OutputStream to, long most) {
            super(to);
            this.left = most;
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
            int taken = (int) Math.min(length, left);
            out.write(more, start, taken);
            left -= taken;
            if (taken < length) {
                full = true;
                throw new IOException("no more of the text is wanted");
            }
        }
    }
}
