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
 * Documents that contain their schema: the "Aggregated Scheme" of the TDXML paper. They need no agreement, so they are
 * used for files, strings in other messages (R26) and transports without a negotiation. Thread-safe.
 */
public final class TdxmlDocument {
    private final Tdxml tdxml;

    public TdxmlDocument() {
        this.tdxml = new Tdxml();
    }

    /** Creates a reader and writer with another representation for rows that contain XML. */
    public TdxmlDocument(Representation xml) {
        this.tdxml = new Tdxml(xml);
    }

    /**
     * Writes an element with its schema.
     *
     * @param schema of the element
     * @param in positioned at the start of one of the schema's root elements; afterwards at its end
     * @param sink owned by the caller, who finishes or discards it
     * @throws ParleyException {@code SCHEMA_VIOLATION} if the element does not fit the schema, {@code ENCODING} if a
     *     table cannot contain it
     * @throws XMLStreamException if the element cannot be read
     */
    public void write(DataSchema schema, XMLStreamReader in, Sink sink) throws XMLStreamException {
        write(schema, in, sink, BinaryParts.NONE);
    }

    /** Writes an element with its schema, and stores binaries outside the table. */
    void write(DataSchema schema, XMLStreamReader in, Sink sink, BinaryParts binaries) throws XMLStreamException {
        Envelope envelope = new Envelope(sink, false);
        envelope.open(schema);
        new DocumentWriter(schema, in, new TableWriter(sink), new Elements(tdxml.xml()), binaries).write();
        envelope.close();
    }

    /**
     * Reads a document to the end of a source, and writes its elements as XML.
     *
     * @param source owned by the caller, who closes it
     * @param out receives the root elements
     * @throws ParleyException {@code SCHEMA_INVALID} or {@code MALFORMED_MESSAGE} if it is not a valid document, {@code
     *     LIMIT} if it exceeds the source's limits
     * @throws XMLStreamException if the XML cannot be written
     */
    public void read(Source source, XMLStreamWriter out) throws XMLStreamException {
        read(source, out, BinaryParts.NONE);
    }

    /** Reads a document whose binaries are stored outside the table. */
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

    /** Reads the start of a document up to its table; returns its schema. */
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
