package io.parley.representation.tdxml;

import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A document's table, of which single values are looked up by their keys (the TDXML paper, section 4.1): as many rows are read as
 * it takes to find them, in whatever order they stand, and no object is made of the others. Belongs to one thread at a
 * time.
 */
public final class ContentTable {
    private static final Pattern KEY = Pattern.compile(
            "(?:\\[(?:0|[1-9][0-9]{0,9})](?:0|[1-9][0-9]{0,9})?){1,2048}(?:\\((?:0|[1-9][0-9]{0,9})\\))?");

    private final TaggedText text;
    private final Rows rows;
    private final DataSchema schema;
    private final Map<String, Span> passed = new HashMap<>();

    private ContentTable(TaggedText text, Rows rows, DataSchema schema) {
        this.text = text;
        this.rows = rows;
        this.schema = schema;
    }

    private record Span(int from, int to) {}

    /**
     * Reads a document's schema, and nothing of its table yet.
     *
     * @param source at a document's start; stays the caller's to close, but not before the last look-up
     */
    public static ContentTable open(Source source) {
        DataSchema schema = TdxmlDocument.readHead(source);
        TaggedText text = new TaggedText(source, OpeningTag.expectTable(source), "table");
        return new ContentTable(text, new Rows(text, source), schema);
    }

    /** Returns the schema that says what the table's keys mean. */
    public DataSchema schema() {
        return schema;
    }

    /**
     * The value of the element or attribute with that key, such as {@code [0][0]1[2]}; {@link DataSchema#key} makes one of
     * names. Empty if there is none, or it is nil.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if a row on the way there is none, or has a key that was taken
     */
    public Optional<String> find(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("expected a key such as [0][1]2(3)");
        }
        Span known = passed.get(key);
        while (known == null && !rows.ended()) {
            known = next(key);
        }
        return known == null ? Optional.empty() : value(known, key);
    }

    /** Returns the number of rows read so far. */
    public int rowsRead() {
        return passed.size();
    }

    private @Nullable Span next(String key) {
        rows.advance();
        if (rows.ended()) {
            return null;
        }
        Span span = new Span(rows.valueFrom(), rows.valueTo());
        String found = rows.key();
        if (passed.put(found, span) != null) {
            throw ParleyException.malformed("each key once", "a second row with it", rows.where());
        }
        return found.equals(key) ? span : null;
    }

    private Optional<String> value(Span span, String key) {
        Mark mark = TableValue.mark(text.bytes(), span.from(), span.to());
        if (mark == Mark.NIL) {
            return Optional.empty();
        }
        int from = mark == null ? span.from() : span.from() + 2;
        return Optional.of(TableValue.text(text.bytes(), from, span.to(), "row " + key));
    }
}
