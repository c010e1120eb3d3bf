package io.parley.representation.tdxml;

import io.parley.representation.Sink;
import java.io.ByteArrayOutputStream;

/** Writes the element around a table, with its schema and part. */
final class Envelope {
    private static final byte[] DECLARED = Tags.ascii(" xmlns:TDXML=\"" + Tags.NAMESPACE + '"');
    private static final byte[] SCHEMA = Tags.ascii(" schema=\"");
    private static final byte[] PART = Tags.ascii("\" part=\"");
    private static final byte[] TABLE = Tags.ascii("\"><TDXML:CT>\n");
    private static final byte[] SCHEMA_TEXT = Tags.ascii("><TDXML:DS>\n");
    private static final byte[] TABLE_BEHIND_SCHEMA = Tags.ascii("</TDXML:DS><TDXML:CT>\n");
    private static final byte[] END =
            Tags.ascii("</" + Tags.PREFIX + ":" + Tags.TABLE + "></" + Tags.PREFIX + ":" + Tags.ENVELOPE + ">");

    private final Sink sink;
    private final boolean declares;

    /**
     * Creates an envelope.
     *
     * @param declares true if it is inside XML, where its prefix has to be declared
     */
    Envelope(Sink sink, boolean declares) {
        this.sink = sink;
        this.declares = declares;
    }

    /** Returns the text before the first row of a table that follows an agreed schema and is not inside XML. */
    static byte[] opening(int part, String digest) {
        byte[][] pieces = {Tags.OPENING, SCHEMA, Tags.ascii(digest), PART, Tags.ascii(Integer.toString(part)), TABLE};
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }

    /**
     * Writes everything before the first row of a table that follows an agreed schema.
     *
     * @param opening the result of {@link #opening}
     */
    void open(byte[] opening) {
        if (declares) {
            write(Tags.OPENING);
            write(DECLARED);
            sink.writeBytes(opening, Tags.OPENING.length, opening.length - Tags.OPENING.length);
        } else {
            write(opening);
        }
    }

    /** Writes everything before the first row of a table that contains its schema. */
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
