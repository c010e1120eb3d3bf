package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.Sink;
import io.parley.representation.TypedWriter;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Writer of events as text, and of parts as envelopes within it. */
final class TdxmlWriter extends TypedWriter {
    private static final String OPENING = new String(Tags.OPENING, java.nio.charset.StandardCharsets.US_ASCII);

    private final Sink sink;
    private final Tdxml tdxml;
    private final AgreedTables tables;
    private @Nullable ContentWriter text;
    private boolean rootIsPart;
    private boolean ended;

    TdxmlWriter(Sink sink, Parts parts, Tdxml tdxml) {
        super(parts);
        this.sink = sink;
        this.tdxml = tdxml;
        this.tables = tdxml.tables(parts);
    }

    @Override
    protected void writePart(int part, Part agreed, Binding binding, Object value) throws XMLStreamException {
        if (depth() == 0) {
            rootIsPart = true;
        }
        ContentWriter around = text;
        if (around != null) {
            around.writeCharacters(""); // closes the start tag
            around.flush();
        }
        Envelope envelope = new Envelope(sink, around != null);
        envelope.open(tables.opening(part));
        TableWriter table = new TableWriter(sink);
        Elements elements = new Elements(tdxml.xml());
        new PartWriter(table, tables.numbers(part), elements, sink).write(binding.root(), binding.itemOf(value));
        envelope.close();
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        if (ended) {
            return;
        }
        ended = true;
        if (!rootIsPart) {
            events().writeEndDocument();
        } else if (text != null) {
            text.flush();
        }
    }

    @Override
    public void writeStartElement(String prefix, String localName, String namespace) throws XMLStreamException {
        expectNoEnvelope(namespace, localName);
        super.writeStartElement(prefix, localName, namespace);
    }

    @Override
    public void writeStartElement(String namespace, String localName) throws XMLStreamException {
        expectNoEnvelope(namespace, localName);
        super.writeStartElement(namespace, localName);
    }

    @Override
    public void writeComment(String data) throws XMLStreamException {
        expectNoTag(data, "comment");
        super.writeComment(data);
    }

    @Override
    public void writeCData(String data) throws XMLStreamException {
        expectNoTag(data, "section of character data");
        super.writeCData(data);
    }

    @Override
    public void writeProcessingInstruction(String target, String data) throws XMLStreamException {
        expectNoTag(data, "instruction");
        super.writeProcessingInstruction(target, data);
    }

    @Override
    protected ContentWriter names() {
        ContentWriter known = text;
        if (known == null) {
            known = tdxml.xml().newWriter(sink, Parts.none());
            text = known;
        }
        return known;
    }

    @Override
    protected ContentWriter events() {
        return names();
    }

    private static void expectNoEnvelope(String namespace, String localName) {
        if (Tags.isEnvelope(namespace, localName)) {
            throw cannotCarry("element " + localName);
        }
    }

    /** Refuses text that looks like a table's tag, which every reader would have to examine twice. */
    private static void expectNoTag(String data, String what) {
        if (data.contains(OPENING)) {
            throw cannotCarry(what);
        }
    }

    private static ParleyException cannotCarry(String what) {
        return new ParleyException(
                ErrorCode.ENCODING,
                what + ": expected none that contains the start of a table (" + OPENING
                        + "), found one; another representation carries it");
    }
}
