package io.parley.binding;

import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/** An attribute of a {@link Record}, or its text. */
final class RecordAttribute extends BoundAttribute {
    /** Pseudo-index of the text. */
    static final int TEXT = -1;

    private final int index;
    private final @Nullable ReadForm form;

    /**
     * Creates an attribute.
     *
     * @param form the conversion of received values; null if they stay as they are
     */
    RecordAttribute(SimpleLayout layout, String path, int index, @Nullable ReadForm form) {
        super(layout, path);
        this.index = index;
        this.form = form;
    }

    @Override
    public @Nullable Object get(Object owner) {
        Record record = (Record) owner;
        return index == TEXT ? record.text() : record.attributeAt(index);
    }

    @Override
    public void set(Object owner, @Nullable Object value, Links links) {
        Record record = (Record) owner;
        Object read = value == null || form == null ? value : form.of(value);
        if (index == TEXT) {
            record.text(read);
        } else {
            record.attributeAt(index, read);
        }
    }
}
