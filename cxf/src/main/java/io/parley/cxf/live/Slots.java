package io.parley.cxf.live;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a message in one array of names and values. A message has 20 to 40 properties and lives for part of a
 * call; an object per property was a fifth of all allocations of a call. Names and values may be null, as in CXF's map.
 * Not thread-safe.
 */
final class Slots extends AbstractMap<String, Object> {
    /** Initial capacity; the largest of the four messages of a proxy's call has 35 properties. */
    private static final int INITIAL_CAPACITY = 36;

    /** Hashes of the names, compared first, so that names of other properties are rarely dereferenced. */
    private int[] hashes = new int[INITIAL_CAPACITY];
    /** Each name, followed by its value. */
    private @Nullable Object[] slots = new Object[2 * INITIAL_CAPACITY];

    private int size;

    @Override
    public int size() {
        return size;
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        int at = find(name);
        return at < 0 ? null : slots[2 * at + 1];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return find(name) >= 0;
    }

    @Override
    public @Nullable Object put(@Nullable String name, @Nullable Object value) {
        int at = find(name);
        if (at >= 0) {
            Object before = slots[2 * at + 1];
            slots[2 * at + 1] = value;
            return before;
        }
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, size + size / 2);
            slots = Arrays.copyOf(slots, 2 * hashes.length);
        }
        hashes[size] = Objects.hashCode(name);
        slots[2 * size] = name;
        slots[2 * size + 1] = value;
        size++;
        return null;
    }

    /** Removes a property by moving the last one to its place. */
    @Override
    public @Nullable Object remove(@Nullable Object name) {
        int at = find(name);
        return at < 0 ? null : removeAt(at);
    }

    private @Nullable Object removeAt(int at) {
        Object before = slots[2 * at + 1];
        size--;
        hashes[at] = hashes[size];
        slots[2 * at] = slots[2 * size];
        slots[2 * at + 1] = slots[2 * size + 1];
        slots[2 * size] = null;
        slots[2 * size + 1] = null;
        return before;
    }

    @Override
    public void clear() {
        Arrays.fill(slots, null);
        size = 0;
    }

    private int find(@Nullable Object name) {
        int hash = Objects.hashCode(name);
        for (int i = 0; i < size; i++) {
            if (hashes[i] == hash && Objects.equals(slots[2 * i], name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public Iterator<Map.Entry<String, Object>> iterator() {
                return new Entries();
            }
        };
    }

    /** Iterates from the last to the first, so that an entry moved by a removal has been visited already. */
    private final class Entries implements Iterator<Map.Entry<String, Object>> {
        private int next = size - 1;
        private boolean removable;

        @Override
        public boolean hasNext() {
            return next >= 0;
        }

        @Override
        public Map.Entry<String, Object> next() {
            if (next < 0 || next >= size) {
                throw next < 0 ? new NoSuchElementException() : new ConcurrentModificationException();
            }
            Map.Entry<String, Object> entry = new Slot((String) slots[2 * next], slots[2 * next + 1]);
            next--;
            removable = true;
            return entry;
        }

        @Override
        public void remove() {
            if (!removable) {
                throw new IllegalStateException();
            }
            removeAt(next + 1);
            removable = false;
        }
    }

    /** Entry that writes through to the map. */
    private final class Slot extends SimpleEntry<String, Object> {
        private static final long serialVersionUID = 1;

        Slot(@Nullable String name, @Nullable Object value) {
            super(name, value);
        }

        @Override
        public @Nullable Object setValue(@Nullable Object value) {
            put(getKey(), value);
            return super.setValue(value);
        }
    }
}
