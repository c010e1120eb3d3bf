package io.parley.bench.form;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.AttributesImpl;

/** A document as a list of calls, to measure a writer without a reader. CDATA is recorded as text. */
public final class Events {
    private final List<Event> all = new ArrayList<>();

    /** One call of a writer or handler. */
    private interface Event {
        void tell(XMLStreamWriter out) throws XMLStreamException;

        void tell(ContentHandler out, LexicalHandler comments) throws SAXException;
    }

    private Events() {}

    /** Records the remaining events of a reader; consecutive text events become one. */
    public static Events of(XMLStreamReader in) throws XMLStreamException {
        Events events = new Events();
        StringBuilder text = new StringBuilder();
        while (in.hasNext()) {
            int event = in.next();
            boolean isText = event == XMLStreamConstants.CHARACTERS
                    || event == XMLStreamConstants.SPACE
                    || event == XMLStreamConstants.CDATA;
            if (!isText && !text.isEmpty()) {
                events.all.add(new Text(text.toString()));
                text.setLength(0);
            }
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> events.all.add(Start.of(in));
                case XMLStreamConstants.END_ELEMENT -> events.all.add(End.of(in));
                case XMLStreamConstants.COMMENT -> events.all.add(new Comment(in.getText()));
                case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                    events.all.add(new Instruction(in.getPITarget(), orEmpty(in.getPIData())));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE, XMLStreamConstants.CDATA ->
                    text.append(in.getText());
                default -> {}
            }
        }
        return events;
    }

    /** Writes the whole document; the writer is flushed but not closed. */
    public void tell(XMLStreamWriter out) throws XMLStreamException {
        out.writeStartDocument();
        for (Event event : all) {
            event.tell(out);
        }
        out.writeEndDocument();
        out.flush();
    }

    /** Passes the whole document to a SAX handler. */
    <T extends ContentHandler & LexicalHandler> void tell(T out) throws SAXException {
        out.startDocument();
        for (Event event : all) {
            event.tell(out, out);
        }
        out.endDocument();
    }

    /** Returns the document's {@link Tally}. */
    public long tally() {
        Tally.Handler handler = new Tally.Handler();
        try {
            tell(handler);
        } catch (SAXException e) {
            throw new IllegalStateException("counting does not fail", e);
        }
        return handler.take();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String qualified(String prefix, String local) {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }

    /** An attribute with its names prepared, so that none is composed while a writer is measured. */
    private record Attribute(String prefix, String uri, String local, String value) {}

    /** A start tag. */
    private record Start(
            String prefix,
            String local,
            String uri,
            String qualified,
            List<String> bindings,
            List<Attribute> list,
            AttributesImpl attributes)
            implements Event {
        static Start of(XMLStreamReader in) {
            List<String> bindings = new ArrayList<>();
            for (int i = 0; i < in.getNamespaceCount(); i++) {
                bindings.addAll(Arrays.asList(orEmpty(in.getNamespacePrefix(i)), orEmpty(in.getNamespaceURI(i))));
            }
            List<Attribute> list = new ArrayList<>();
            AttributesImpl attributes = new AttributesImpl();
            for (int i = 0; i < in.getAttributeCount(); i++) {
                list.add(new Attribute(
                        orEmpty(in.getAttributePrefix(i)),
                        orEmpty(in.getAttributeNamespace(i)),
                        in.getAttributeLocalName(i),
                        in.getAttributeValue(i)));
                attributes.addAttribute(
                        orEmpty(in.getAttributeNamespace(i)),
                        in.getAttributeLocalName(i),
                        Events.qualified(orEmpty(in.getAttributePrefix(i)), in.getAttributeLocalName(i)),
                        "CDATA",
                        in.getAttributeValue(i));
            }
            String prefix = orEmpty(in.getPrefix());
            return new Start(
                    prefix,
                    in.getLocalName(),
                    orEmpty(in.getNamespaceURI()),
                    Events.qualified(prefix, in.getLocalName()),
                    bindings,
                    list,
                    attributes);
        }

        @Override
        public void tell(XMLStreamWriter out) throws XMLStreamException {
            out.writeStartElement(prefix, local, uri);
            for (int i = 0; i < bindings.size(); i += 2) {
                if (bindings.get(i).isEmpty()) {
                    out.writeDefaultNamespace(bindings.get(i + 1));
                } else {
                    out.writeNamespace(bindings.get(i), bindings.get(i + 1));
                }
            }
            for (int i = 0; i < list.size(); i++) {
                Attribute attribute = list.get(i);
                if (attribute.prefix.isEmpty()) {
                    out.writeAttribute(attribute.local, attribute.value);
                } else {
                    out.writeAttribute(attribute.prefix, attribute.uri, attribute.local, attribute.value);
                }
            }
        }

        @Override
        public void tell(ContentHandler out, LexicalHandler comments) throws SAXException {
            for (int i = 0; i < bindings.size(); i += 2) {
                out.startPrefixMapping(bindings.get(i), bindings.get(i + 1));
            }
            out.startElement(uri, local, qualified, attributes);
        }
    }

    /** An end tag. */
    private record End(String local, String uri, String qualified, List<String> prefixes) implements Event {
        static End of(XMLStreamReader in) {
            List<String> prefixes = new ArrayList<>();
            for (int i = 0; i < in.getNamespaceCount(); i++) {
                prefixes.add(orEmpty(in.getNamespacePrefix(i)));
            }
            return new End(
                    in.getLocalName(),
                    orEmpty(in.getNamespaceURI()),
                    Events.qualified(orEmpty(in.getPrefix()), in.getLocalName()),
                    prefixes);
        }

        @Override
        public void tell(XMLStreamWriter out) throws XMLStreamException {
            out.writeEndElement();
        }

        @Override
        public void tell(ContentHandler out, LexicalHandler comments) throws SAXException {
            out.endElement(uri, local, qualified);
            for (String prefix : prefixes) {
                out.endPrefixMapping(prefix);
            }
        }
    }

    /** Contiguous text. */
    private record Text(String text) implements Event {
        @Override
        public void tell(XMLStreamWriter out) throws XMLStreamException {
            out.writeCharacters(text);
        }

        @Override
        public void tell(ContentHandler out, LexicalHandler comments) throws SAXException {
            out.characters(text.toCharArray(), 0, text.length());
        }
    }

    /** A comment. */
    private record Comment(String text) implements Event {
        @Override
        public void tell(XMLStreamWriter out) throws XMLStreamException {
            out.writeComment(text);
        }

        @Override
        public void tell(ContentHandler out, LexicalHandler comments) throws SAXException {
            comments.comment(text.toCharArray(), 0, text.length());
        }
    }

    /** A processing instruction. */
    private record Instruction(String target, String data) implements Event {
        @Override
        public void tell(XMLStreamWriter out) throws XMLStreamException {
            out.writeProcessingInstruction(target, data);
        }

        @Override
        public void tell(ContentHandler out, LexicalHandler comments) throws SAXException {
            out.processingInstruction(target, data);
        }
    }
}
