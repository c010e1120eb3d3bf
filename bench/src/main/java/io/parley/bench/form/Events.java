package io.parley.bench.form;

import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import java.util.ArrayList;
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
    private final List<Writing> writings = new ArrayList<>();
    private final List<Telling> tellings = new ArrayList<>();

    /** One call of a writer. */
    private interface Writing {
        void to(XMLStreamWriter out) throws XMLStreamException;
    }

    /** The same call of a handler. */
    private interface Telling {
        void to(ContentHandler out, LexicalHandler comments) throws SAXException;
    }

    /** An attribute with its names prepared, so that none is composed while a writer is measured. */
    private record Attribute(String prefix, String uri, String local, String value) {
        void write(XMLStreamWriter out) throws XMLStreamException {
            if (prefix.isEmpty()) {
                out.writeAttribute(local, value);
            } else {
                out.writeAttribute(prefix, uri, local, value);
            }
        }
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
            if (isText) {
                text.append(in.getText());
                continue;
            }
            if (!text.isEmpty()) {
                events.text(text.toString());
                text.setLength(0);
            }
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> events.start(in);
                case XMLStreamConstants.END_ELEMENT -> events.end(in);
                case XMLStreamConstants.COMMENT -> events.comment(in.getText());
                case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                    events.instruction(in.getPITarget(), orEmpty(in.getPIData()));
                default -> {}
            }
        }
        return events;
    }

    /** Writes the whole document; the writer is flushed but not closed. */
    public void tell(XMLStreamWriter out) throws XMLStreamException {
        out.writeStartDocument();
        for (Writing writing : writings) {
            writing.to(out);
        }
        out.writeEndDocument();
        out.flush();
    }

    /** Writes the whole document in a representation of Parley. */
    public void tell(Representation representation, Sink sink) throws XMLStreamException {
        ContentWriter out = representation.newWriter(sink, Parts.none());
        tell(out);
        out.close();
    }

    /** Passes the whole document to a SAX handler. */
    <T extends ContentHandler & LexicalHandler> void tell(T out) throws SAXException {
        out.startDocument();
        for (Telling telling : tellings) {
            telling.to(out, out);
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

    private void add(Writing writing, Telling telling) {
        writings.add(writing);
        tellings.add(telling);
    }

    private void text(String text) {
        add(out -> out.writeCharacters(text), (out, comments) -> out.characters(text.toCharArray(), 0, text.length()));
    }

    private void comment(String text) {
        add(out -> out.writeComment(text), (out, comments) -> comments.comment(text.toCharArray(), 0, text.length()));
    }

    private void instruction(String target, String data) {
        add(
                out -> out.writeProcessingInstruction(target, data),
                (out, comments) -> out.processingInstruction(target, data));
    }

    private void start(XMLStreamReader in) {
        String prefix = orEmpty(in.getPrefix());
        String local = in.getLocalName();
        String uri = orEmpty(in.getNamespaceURI());
        String qualified = qualified(prefix, local);
        List<String> prefixes = prefixes(in);
        List<String> uris = new ArrayList<>();
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            uris.add(orEmpty(in.getNamespaceURI(i)));
        }
        List<Attribute> list = new ArrayList<>();
        AttributesImpl attributes = new AttributesImpl();
        for (int i = 0; i < in.getAttributeCount(); i++) {
            Attribute each = new Attribute(
                    orEmpty(in.getAttributePrefix(i)),
                    orEmpty(in.getAttributeNamespace(i)),
                    in.getAttributeLocalName(i),
                    in.getAttributeValue(i));
            list.add(each);
            attributes.addAttribute(each.uri, each.local, qualified(each.prefix, each.local), "CDATA", each.value);
        }
        add(
                out -> {
                    out.writeStartElement(prefix, local, uri);
                    for (int i = 0; i < prefixes.size(); i++) {
                        if (prefixes.get(i).isEmpty()) {
                            out.writeDefaultNamespace(uris.get(i));
                        } else {
                            out.writeNamespace(prefixes.get(i), uris.get(i));
                        }
                    }
                    for (Attribute attribute : list) {
                        attribute.write(out);
                    }
                },
                (out, comments) -> {
                    for (int i = 0; i < prefixes.size(); i++) {
                        out.startPrefixMapping(prefixes.get(i), uris.get(i));
                    }
                    out.startElement(uri, local, qualified, attributes);
                });
    }

    private void end(XMLStreamReader in) {
        String local = in.getLocalName();
        String uri = orEmpty(in.getNamespaceURI());
        String qualified = qualified(orEmpty(in.getPrefix()), local);
        List<String> prefixes = prefixes(in);
        add(XMLStreamWriter::writeEndElement, (out, comments) -> {
            out.endElement(uri, local, qualified);
            for (String prefix : prefixes) {
                out.endPrefixMapping(prefix);
            }
        });
    }

    /** Returns the prefixes that an element declares. */
    private static List<String> prefixes(XMLStreamReader in) {
        List<String> prefixes = new ArrayList<>();
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            prefixes.add(orEmpty(in.getNamespacePrefix(i)));
        }
        return prefixes;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String qualified(String prefix, String local) {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }
}
