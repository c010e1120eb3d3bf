package io.parley.representation.tdxml;

import io.parley.representation.Sink;

/** Writes what stands around a table: the element, and what it says of schema and part. */
final class Envelope {
    private static final byte[] DECLARED = Tags.ascii(" xmlns:TDXML=\"" + Tags.NAMESPACE + '"');
    private static final byte[] SCHEMA = Tags.ascii(" schema=\"");
    private static final byte[] PART = Tags.ascii("\" part=\"");
    private static final byte[] TABLE = Tags.ascii("\"><TDXML:CT>\n");
    private static final byte[] SCHEMA_TEXT = Tags.ascii("><TDXML:DS>\n");
    private static final byte[] TABLE_BEHIND_SCHEMA = Tags.ascii("</TDXML:DS><TDXML:CT>\n");
    private static final byte[] END = Tags.ascii("</TDXML:CT></TDXML:Env>");

    private final Sink sink;
    private final boolean declares;

    /**
     * @param declares whether it stands in XML, where its prefix has to be declared
     */
    Envelope(Sink sink, boolean declares) {
        this.sink = sink;
        this.declares = declares;
    }

    /** Up to the first row of a table that follows an agreed schema. */
    void open(int part, String digest) {
        write(Tags.OPENING);
        if (declares) {
            write(DECLARED);
        }
        write(SCHEMA);
        write(Tags.ascii(digest));
        write(PART);
        write(Tags.ascii(Integer.toString(part)));
        write(TABLE);
    }

    /** The same, of a table that brings its schema along. */
    void open(DataSchema schema) {
        write(Tags.OPENING);
        write(SCHEMA_TEXT);
        new TableWriter(sink).characters(schema.print());
        write(TABLE_BEHIND_SCHEMA);
    }

    void close() {
        write(END);
    }

    private void write(byte[] bytes) {
        sink.writeBytes(bytes, 0, bytes.length);
    }
}
