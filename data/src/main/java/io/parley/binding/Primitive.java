package io.parley.binding;

import io.parley.HotPath;
import io.parley.layout.SimpleLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A number or truth value that Java holds in the very primitive that its layout has, so that it needs no object on its
 * way: it is always there, and it is its own content. Its bits are those of {@link BeanAccess}. Thread-safe.
 */
public final class Primitive {
    private final Accessor accessor;

    private Primitive(Accessor accessor) {
        this.accessor = accessor;
    }

    /** Null if a property with that direct access, if any, is none, or is one of another type than the layout. */
    static @Nullable Primitive of(@Nullable Accessor accessor, SimpleLayout layout, Conversion conversion) {
        return accessor == null
                        || accessor.primitive() == null
                        || conversion != Conversion.SAME
                        || layout.list()
                        || layout.scalar().fixedBytes() == 0
                        || Primitives.boxed(accessor.primitive())
                                != layout.scalar().javaType()
                ? null
                : new Primitive(accessor);
    }

    /** Returns whether its bits are on the wire as they are, the lowest first. */
    boolean isPlain(SimpleLayout layout) {
        return switch (layout.scalar()) {
            case UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT -> false;
            default -> layout.order() == ByteOrder.LITTLE_ENDIAN;
        };
    }

    /** The owner's value. */
    @HotPath
    public long get(Object owner) {
        return accessor.bits(owner);
    }

    /** Puts a value. */
    @HotPath
    public void set(Object owner, long bits) {
        accessor.bits(owner, bits);
    }
}
