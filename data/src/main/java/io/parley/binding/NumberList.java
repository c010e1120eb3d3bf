package io.parley.binding;

import io.parley.layout.Scalar;
import java.io.InvalidObjectException;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A list of numbers in an array of primitives. Beans receive it for properties declared as {@code List} or {@code
 * Collection} of numbers such as {@code Double}. The numbers are copied from and to the wire in bulk, and boxed only on
 * access. It can be modified like an {@code ArrayList}; the first null or object of another class makes it store boxed
 * objects. Not thread-safe, like {@code ArrayList}.
 */
public final class NumberList extends AbstractList<Object> implements RandomAccess, Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    private final NumberKind kind;
    private transient Object array;
    private transient int size;
    private transient @Nullable List<Object> boxed;

    private NumberList(NumberKind kind, Object array) {
        this.kind = kind;
        this.array = array;
        this.size = Array.getLength(array);
    }

    /**
     * Returns a list of zeros.
     *
     * @return null if values of that type have no primitive with the same bits as on the wire
     */
    public static @Nullable NumberList ofZeros(Scalar scalar, int size) {
        NumberKind kind = NumberKind.of(scalar);
        return kind == null ? null : new NumberList(kind, kind.newArray(size));
    }

    /** Returns a list view of the array, or null if its items are not such numbers. */
    static @Nullable NumberList over(Object array) {
        NumberKind kind = NumberKind.ofArray(array.getClass());
        return kind == null ? null : new NumberList(kind, array);
    }

    /** Returns whether the list is one of primitives, which contains no nulls. */
    static boolean isPacked(Object list) {
        return list instanceof NumberList numbers && numbers.boxed == null;
    }

    /** Returns whether the numbers are primitives with the bits of that type. */
    public boolean isPackedAs(Scalar scalar) {
        return boxed == null && kind.isOf(scalar);
    }

    /**
     * Copies boxed numbers to the start of this list, which must be {@linkplain #isPackedAs packed}.
     *
     * @param numbers source of the numbers, preferably with {@link RandomAccess}
     * @param at index of the first number in the source
     */
    public void take(List<?> numbers, int at, int count) {
        kind.take(numbers, at, array, count);
    }

    /**
     * Reads numbers from a buffer, in its byte order.
     *
     * @param from buffer with at least that many numbers; its position is undefined afterwards
     * @param at index of the first number in this list
     */
    public void read(ByteBuffer from, int at, int count) {
        kind.read(from, array, at, count);
    }

    /**
     * Writes numbers to a buffer, in its byte order. The list must be {@linkplain #isPackedAs packed}.
     *
     * @param into buffer with room for that many numbers; its position is undefined afterwards
     * @param at index of the first number in this list
     */
    public void write(int at, int count, ByteBuffer into) {
        kind.write(array, at, count, into);
    }

    /** Returns an array of that class with the numbers, possibly that of the list; null if a conversion is needed. */
    @Nullable
    Object arrayOf(Class<?> type) {
        return boxed == null && type.isInstance(array) && size == Array.getLength(array) ? array : null;
    }

    @Override
    public Object get(int index) {
        if (boxed != null) {
            return boxed.get(index);
        }
        return kind.get(array, Objects.checkIndex(index, size));
    }

    @Override
    public int size() {
        return boxed == null ? size : boxed.size();
    }

    @Override
    public Object set(int index, Object value) {
        if (boxed != null || !kind.holds(value)) {
            return box().set(index, value);
        }
        Object before = get(index);
        kind.set(array, index, value);
        return before;
    }

    @Override
    public void add(int index, Object value) {
        modCount++;
        if (boxed != null || !kind.holds(value)) {
            box().add(index, value);
            return;
        }
        Objects.checkIndex(index, size + 1);
        if (size == Array.getLength(array)) {
            Object larger = kind.newArray(Math.max(10, Math.addExact(size, size >> 1)));
            System.arraycopy(array, 0, larger, 0, size);
            array = larger;
        }
        System.arraycopy(array, index, array, index + 1, size - index);
        kind.set(array, index, value);
        size++;
    }

    @Override
    public Object remove(int index) {
        Object removed = get(index);
        removeRange(index, index + 1);
        return removed;
    }

    @Override
    protected void removeRange(int from, int to) {
        modCount++;
        if (boxed != null) {
            boxed.subList(from, to).clear();
            return;
        }
        System.arraycopy(array, to, array, from, size - to);
        size -= to - from;
    }

    /** Switches to boxed numbers. */
    private List<Object> box() {
        List<Object> objects = boxed;
        if (objects == null) {
            objects = new ArrayList<>(this);
            boxed = objects;
            array = kind.newArray(0);
            size = 0;
        }
        return objects;
    }

    /** Serializes an {@code ArrayList}, so that serialized beans do not refer to Parley. */
    @Serial
    private Object writeReplace() {
        return new ArrayList<>(this);
    }

    @Serial
    private Object readResolve() throws InvalidObjectException {
        throw new InvalidObjectException("a list of numbers is written as an ArrayList");
    }
}
