package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.schema.SafeXml;
import java.io.StringWriter;
import java.util.List;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The events of one header block, from its start to its end, with every prefix of its names declared in it. Two are
 * equal if and only if their texts are equal. Immutable.
 *
 * @param flat the events as {@link HeaderCapture} records them: kinds, each followed by its values
 */
record HeaderEvents(List<Object> flat) {
    /** Kind of an event. */
    enum Kind {
        /** Prefix, namespace, local name, count and pairs of declarations, count and quadruples of attributes. */
        START,
        END,
        TEXT,
        CDATA,
        COMMENT,
        /** Target and data. */
        INSTRUCTION
    }

    /** Returns the name of the block's element. */
    QName name() {
        return name(flat, 1);
    }

    /** Returns the namespace of the block's element. */
    String namespace() {
        return (String) flat.get(2);
    }

    /** Returns the name whose prefix has the given index. */
    static QName name(List<Object> flat, int at) {
        return new QName((String) flat.get(at + 1), (String) flat.get(at + 2), (String) flat.get(at));
    }

    /** Returns the number of declarations of a start. */
    static int declarations(List<Object> flat, int start) {
        return (Integer) flat.get(start + 4);
    }

    /** Returns the index of a declaration: its prefix, followed by its namespace. */
    static int declaration(int start, int index) {
        return start + 5 + 2 * index;
    }

    /** Returns the number of attributes of a start. */
    static int attributes(List<Object> flat, int start) {
        return (Integer) flat.get(declaration(start, declarations(flat, start)));
    }

    /** Returns the index of an attribute: prefix, namespace, local name, value. */
    static int attribute(List<Object> flat, int start, int index) {
        return declaration(start, declarations(flat, start)) + 1 + 4 * index;
    }

    /** Returns the index of the next event. */
    static int nextEvent(List<Object> flat, int event) {
        return switch ((Kind) flat.get(event)) {
            case START -> attribute(flat, event, attributes(flat, event));
            case END -> event + 1;
            case TEXT, CDATA, COMMENT -> event + 2;
            case INSTRUCTION -> event + 3;
        };
    }

    /** Returns the block as XML, from which {@link HeaderCapture} records equal events. */
    String text() {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter writer = SafeXml.output().createXMLStreamWriter(text);
            new Replay(writer, EMPTY_SCOPE).run();
            writer.flush();
        } catch (XMLStreamException e) {
            throw new ParleyException(ErrorCode.INTERNAL, "a header block could not be written as text", e);
        }
        return text.toString();
    }

    /** Writes the events. Omits declarations of the first element that are in scope anyway. */
    void writeTo(XMLStreamWriter writer) throws XMLStreamException {
        NamespaceContext scope = writer.getNamespaceContext();
        new Replay(writer, (prefix, uri) -> uri.equals(scope.getNamespaceURI(prefix))).run();
    }

    /** Test whether a namespace declaration is already in scope. */
    @FunctionalInterface
    private interface ScopeTest {
        boolean declares(String prefix, String uri);
    }

    private static final ScopeTest EMPTY_SCOPE = (prefix, uri) -> false;

    /** Writer of all events to a target. */
    private final class Replay {
        private final XMLStreamWriter writer;
        private final ScopeTest scope;
        private int at;
        private int depth;

        Replay(XMLStreamWriter writer, ScopeTest scope) {
            this.writer = writer;
            this.scope = scope;
        }

        void run() throws XMLStreamException {
            while (at < flat.size()) {
                switch ((Kind) flat.get(at++)) {
                    case START -> start();
                    case END -> {
                        writer.writeEndElement();
                        depth--;
                    }
                    case TEXT -> writer.writeCharacters(next());
                    case CDATA -> writer.writeCData(next());
                    case COMMENT -> writer.writeComment(next());
                    case INSTRUCTION -> writer.writeProcessingInstruction(next(), next());
                }
            }
        }

        private void start() throws XMLStreamException {
            String prefix = next();
            String uri = next();
            writer.writeStartElement(prefix, next(), uri);
            depth++;
            for (int left = count(); left > 0; left--) {
                declare(next(), next());
            }
            for (int left = count(); left > 0; left--) {
                attribute(next(), next(), next(), next());
            }
        }

        private void declare(String prefix, String uri) throws XMLStreamException {
            if (depth == 1 && scope.declares(prefix, uri)) {
                return;
            }
            if (prefix.isEmpty()) {
                writer.writeDefaultNamespace(uri);
            } else {
                writer.writeNamespace(prefix, uri);
            }
        }

        private void attribute(String prefix, String uri, String local, String value) throws XMLStreamException {
            if (uri.isEmpty()) {
                writer.writeAttribute(local, value);
            } else {
                writer.writeAttribute(prefix, uri, local, value);
            }
        }

        private String next() {
            return (String) flat.get(at++);
        }

        private int count() {
            return (Integer) flat.get(at++);
        }
    }
}
