package io.parley.session;

import io.parley.HotPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hash table of streams by id, without boxing: open addressing with linear probing. Ids are positive. */
final class StreamTable {
    private @Nullable Stream[] slots = new Stream[16];
    private int size;

    int size() {
        return size;
    }

    @HotPath
    @Nullable
    Stream get(int id) {
        @Nullable Stream[] table = slots;
        int mask = table.length - 1;
        for (int at = home(id, mask); ; at = (at + 1) & mask) {
            Stream stream = table[at];
            if (stream == null || stream.id == id) {
                return stream;
            }
        }
    }

    /** Adds a stream whose id is not in the table. */
    void add(Stream stream) {
        if (2 * size >= slots.length) {
            grow();
        }
        insert(slots, stream);
        size++;
    }

    /** Removes a stream that is in the table. */
    void remove(Stream stream) {
        @Nullable Stream[] table = slots;
        int mask = table.length - 1;
        int gap = home(stream.id, mask);
        while (table[gap] != stream) {
            gap = (gap + 1) & mask;
        }
        table[gap] = null;
        size--;
        closeGap(table, gap, mask);
    }

    /** Returns all streams, in a new list. */
    List<Stream> all() {
        List<Stream> all = new ArrayList<>(size);
        for (Stream stream : slots) {
            if (stream != null) {
                all.add(stream);
            }
        }
        return all;
    }

    /** Moves displaced streams towards the gap, so that a look-up never stops too early. */
    private static void closeGap(@Nullable Stream[] table, int from, int mask) {
        int gap = from;
        for (int at = (gap + 1) & mask; ; at = (at + 1) & mask) {
            Stream stream = table[at];
            if (stream == null) {
                return;
            }
            int distanceFromHome = (at - home(stream.id, mask)) & mask;
            if (distanceFromHome >= ((at - gap) & mask)) {
                table[gap] = stream;
                table[at] = null;
                gap = at;
            }
        }
    }

    private void grow() {
        @Nullable Stream[] larger = new Stream[slots.length * 2];
        for (Stream stream : slots) {
            if (stream != null) {
                insert(larger, stream);
            }
        }
        slots = larger;
    }

    private static void insert(@Nullable Stream[] table, Stream stream) {
        int mask = table.length - 1;
        int at = home(stream.id, mask);
        while (table[at] != null) {
            at = (at + 1) & mask;
        }
        table[at] = stream;
    }

    /**
     * Returns the home slot of an id. Ids of one side are consecutive odd or even numbers: half the id is a good hash,
     * and the parity selects the half of the table.
     */
    private static int home(int id, int mask) {
        return ((id >>> 1) + (id & 1) * (mask >>> 1)) & mask;
    }
}
