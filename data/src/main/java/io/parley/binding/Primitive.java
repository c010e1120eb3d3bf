package io.parley.binding;

import io.parley.HotPath;
import io.parley.layout.SimpleLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A number or boolean that Java stores as the same primitive as its layout, so that it is always present and needs
 * neither boxing nor conversion. Bits are those of {@link BeanAccess}. Thread-safe.
 */
public final class Primitive {
    private final Accessor accessor;

    private Primitive(Accessor accessor) {
        this.accessor = accessor;
    }

    /**
     * Returns the primitive of a property with that direct access; null if it has none, or one that differs from the
     * layout.
     */
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

    /** Returns whether its bits are sent unchanged, in little-endian order. */
    boolean isPlain(SimpleLayout layout) {
        return switch (layout.scalar()) {
            case UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT -> false;
            default -> layout.order() == ByteOrder.LITTLE_ENDIAN;
        };
    }

    /** Returns the owner's value as bits. */
    @HotPath
    public long get(Object owner) {
        return accessor.bits(owner);
    }

    /** Sets the owner's value from bits. */
    @HotPath
    public void set(Object owner, long bits) {
        accessor.bits(owner, bits);
    }
}
