package io.parley.binding;

import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/** An attribute of a {@link Record}, or its text. */
final class RecordAttribute extends BoundAttribute {
    /** Pseudo-index of the text. */
    static final int TEXT = -1;

    private final int index;

    RecordAttribute(SimpleLayout layout, String path, int index) {
        super(layout, path);
        this.index = index;
    }

    @Override
    public @Nullable Object get(Object owner) {
        Record record = (Record) owner;
        return index == TEXT ? record.text() : record.attributeAt(index);
    }

    @Override
    public void set(Object owner, @Nullable Object value, Links links) {
        Record record = (Record) owner;
        if (index == TEXT) {
            record.text(value);
        } else {
            record.attributeAt(index, value);
        }
    }
}
