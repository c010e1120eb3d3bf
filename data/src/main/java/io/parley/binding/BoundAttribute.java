package io.parley.binding;

import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/**
 * An attribute, or the text of a simple content, tied to Java. Values are in the form of their {@link
 * io.parley.layout.Scalar}, a {@code List} of them for list types.
 */
public abstract class BoundAttribute {
    private final SimpleLayout layout;
    private final String path;

    BoundAttribute(SimpleLayout layout, String path) {
        this.layout = layout;
        this.path = path;
    }

    /** Returns the plan of the value: its scalar, and whether it is a list of them. */
    public final SimpleLayout layout() {
        return layout;
    }

    /** Type and member, for error texts. */
    public final String path() {
        return path;
    }

    /**
     * Returns whether the value may be a {@link ReceivedBinary}, which is perhaps still to come; if not, it is a {@code
     * byte[]}.
     */
    public boolean takesBinaries() {
        return false;
    }

    /**
     * Returns the access to the value that makes no object of it; null if the value may be absent or has another form.
     */
    public @Nullable Primitive primitive() {
        return null;
    }

    /** The owner's value, or null if it is absent. */
    public abstract @Nullable Object get(Object owner);

    /** Sets a value; null if it was absent, which is passed for text only. */
    public abstract void set(Object owner, @Nullable Object value, Links links);
}
