package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * Documents that bring their schema along: the "Aggregated Scheme" of the TDXML paper. They need no agreement, so they are what
 * files, strings inside other messages (R26) and transports without a negotiation carry. Thread-safe.
 */
public final class TdxmlDocument {
    private final Tdxml tdxml;

    public TdxmlDocument() {
        this.tdxml = new Tdxml();
    }

    /** Creates a reader and writer with that representation for rows that hold XML. */
    public TdxmlDocument(Representation xml) {
        this.tdxml = new Tdxml(xml);
    }

    /**
     * Writes an element with its schema.
     *
     * @param in at the start of one of the schema's top elements; left at its end
     * @param sink stays the caller's to finish or discard
     * @throws ParleyException {@code SCHEMA_VIOLATION} if the element does not fit the schema, {@code ENCODING} if it
     *     holds what a table cannot
     */
    public void write(DataSchema schema, XMLStreamReader in, Sink sink) throws XMLStreamException {
        write(schema, in, sink, BinaryParts.NONE);
    }

    /** The same, with binaries beside it. */
    void write(DataSchema schema, XMLStreamReader in, Sink sink, BinaryParts binaries) throws XMLStreamException {
        Envelope envelope = new Envelope(sink, false);
        envelope.open(schema);
        new DocumentWriter(schema, in, new TableWriter(sink), new Elements(tdxml.xml()), binaries).write();
        envelope.close();
    }

    /**
     * Reads a document, the whole of a source, and writes its elements as XML.
     *
     * @param source stays the caller's to close
     * @throws ParleyException {@code SCHEMA_INVALID}, {@code MALFORMED_MESSAGE} or {@code LIMIT} if it is none, or more
     *     than the source's limits allow
     */
    public void read(Source source, XMLStreamWriter out) throws XMLStreamException {
        read(source, out, BinaryParts.NONE);
    }

    /** The same, with binaries beside it. */
    void read(Source source, XMLStreamWriter out, BinaryParts binaries) throws XMLStreamException {
        DataSchema schema = readHead(source);
        readTable(source, schema, out, binaries);
        OpeningTag.expectEnd(source);
    }

    private void readTable(Source source, DataSchema schema, XMLStreamWriter out, BinaryParts binaries)
            throws XMLStreamException {
        TaggedText table = new TaggedText(source, OpeningTag.expectTable(source), "table");
        Elements elements = new Elements(tdxml.xml());
        new DocumentReader(schema, out, elements, source.limits(), binaries).write(new Rows(table, source));
    }

    /** Passes a document's start up to its table, and reads its schema. */
    static DataSchema readHead(Source source) {
        expectEnvelope(source);
        return readSchema(source);
    }

    private static void expectEnvelope(Source source) {
        for (byte expected : Tags.OPENING) {
            if (source.readByte() != expected) {
                throw ParleyException.malformed("an envelope", "something else", source.at("envelope"));
            }
        }
        OpeningTag tag = OpeningTag.read(source);
        if (!tag.part().isEmpty() || !tag.schema().isEmpty()) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    source.at("envelope")
                            + ": expected a document with its schema, found one that follows an agreement");
        }
    }

    private static DataSchema readSchema(Source source) {
        Limits limits = source.limits();
        TaggedText text =
                new TaggedText(source, OpeningTag.expect(source, Tags.SCHEMA, Tags.LONG_SCHEMA), "data schema");
        while (text.fill()) {
            limits.check(Limit.SCHEMA_BYTES, text.end(), "data schema");
        }
        return DataSchema.read(TableValue.characters(text.bytes(), 0, text.end(), "data schema"), limits);
    }
}
