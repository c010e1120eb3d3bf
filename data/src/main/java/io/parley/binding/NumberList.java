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
 * A list of numbers in an array of primitives: what an application finds in a bean where it declared a {@code List} or
 * {@code Collection} of {@code Double} and its kin. The numbers are copied as one block from and to the wire, and boxed
 * only when somebody looks at them. It can be changed like an {@code ArrayList}; the first null or stranger put into it
 * makes it one. Not thread-safe, as {@code ArrayList} is not.
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
     * A list of so many zeros.
     *
     * @return null if values of that type have no primitive with the same bits
     */
    public static @Nullable NumberList ofZeros(Scalar scalar, int size) {
        NumberKind kind = NumberKind.of(scalar);
        return kind == null ? null : new NumberList(kind, kind.newArray(size));
    }

    /** The array itself seen as a list, or null if it is not one of numbers. */
    static @Nullable NumberList over(Object array) {
        NumberKind kind = NumberKind.ofArray(array.getClass());
        return kind == null ? null : new NumberList(kind, array);
    }

    /** Returns whether it is a list of numbers in primitives, which has no nulls. */
    static boolean isPacked(Object list) {
        return list instanceof NumberList numbers && numbers.boxed == null;
    }

    /** Returns whether these are primitives with the bits of that type. */
    public boolean isPackedAs(Scalar scalar) {
        return boxed == null && kind.isOf(scalar);
    }

    /**
     * Takes as many numbers, which are objects there, to its own beginning; only if it is packed.
     *
     * @param numbers best one of {@link RandomAccess}
     * @param at the index of the first
     */
    public void take(List<?> numbers, int at, int count) {
        kind.take(numbers, at, array, count);
    }

    /**
     * Takes numbers from a buffer, in its byte order.
     *
     * @param from holds at least so many numbers; its position is not defined afterwards
     * @param at the index of the first
     */
    public void read(ByteBuffer from, int at, int count) {
        kind.read(from, array, at, count);
    }

    /**
     * Puts numbers into a buffer, in its byte order; only if they are packed.
     *
     * @param into has room for so many numbers; its position is not defined afterwards
     * @param at the index of the first
     */
    public void write(int at, int count, ByteBuffer into) {
        kind.write(array, at, count, into);
    }

    /** The numbers as an array of that class, perhaps the list's own; null if it takes a conversion. */
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

    /** The numbers one by one as objects, from now on. */
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

    /** Beans may be serializable; in what they are written to, Parley is not to be found. */
    @Serial
    private Object writeReplace() {
        return new ArrayList<>(this);
    }

    @Serial
    private Object readResolve() throws InvalidObjectException {
        throw new InvalidObjectException("a list of numbers is written as an ArrayList");
    }
}
