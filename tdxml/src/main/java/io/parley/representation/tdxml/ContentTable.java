package io.parley.representation.tdxml;

import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Table of a document, in which single values are looked up by key (the TDXML paper, section 4.1). A look-up reads only
 * as many rows as it needs, in any order, and creates no objects for the others. Used by one thread at a time.
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
     * Opens a document: reads its schema, and no rows yet.
     *
     * @param source positioned at the document's start; owned by the caller, who closes it after the last look-up
     */
    public static ContentTable open(Source source) {
        DataSchema schema = TdxmlDocument.readHead(source);
        TaggedText text = new TaggedText(source, OpeningTag.expectTable(source), "table");
        return new ContentTable(text, new Rows(text, source), schema);
    }

    /** Returns the schema of the table's keys. */
    public DataSchema schema() {
        return schema;
    }

    /**
     * Returns the value of the element or attribute with a key such as {@code [0][0]1[2]}; {@link DataSchema#key} makes
     * a key from names. Empty if it is absent or nil.
     *
     * @throws IllegalArgumentException if this is not a key
     * @throws ParleyException {@code MALFORMED_MESSAGE} if text before the row is not a row, or a key occurs twice
     */
    public Optional<String> find(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("expected a key such as [0][1]2(3), found another text");
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
