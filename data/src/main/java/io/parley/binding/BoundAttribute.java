package io.parley.binding;

import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/**
 * An attribute, or the text of a simple content, bound to Java. Values are in the form of their {@link
 * io.parley.layout.Scalar}, a {@code List} of them for list types.
 */
public abstract class BoundAttribute {
    private final SimpleLayout layout;
    private final String path;

    BoundAttribute(SimpleLayout layout, String path) {
        this.layout = layout;
        this.path = path;
    }

    /** Returns the layout of the value. */
    public final SimpleLayout layout() {
        return layout;
    }

    /** Returns the type and member, for error messages. */
    public final String path() {
        return path;
    }

    /**
     * Returns whether the property accepts a {@link ReceivedBinary}, which may still be arriving. Otherwise it is given
     * a {@code byte[]}.
     */
    public boolean takesBinaries() {
        return false;
    }

    /** Returns access to the value without boxing; null if the value may be absent or has another form. */
    public @Nullable Primitive primitive() {
        return null;
    }

    /** Returns the owner's value, or null if it is absent. */
    public abstract @Nullable Object get(Object owner);

    /** Sets the owner's value. It is null only for absent text. */
    public abstract void set(Object owner, @Nullable Object value, Links links);
}
