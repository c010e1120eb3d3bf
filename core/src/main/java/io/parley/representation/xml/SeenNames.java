package io.parley.representation.xml;

import io.parley.HotPath;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The names of one message, to count them: each is three strings, which a parser mostly hands out as the same objects
 * again. Looking one up allocates nothing. Belongs to one reader.
 */
final class SeenNames {
    private static final int STRINGS = 3;
    private static final int FIRST = 64;

    private @Nullable String[] table = new String[FIRST * STRINGS];
    private int size;

    int size() {
        return size;
    }

    /** Whether it is new. The second of them is never null. */
    @HotPath
    boolean add(@Nullable String first, String second, @Nullable String third) {
        int at = find(table, first, second, third);
        if (table[at + 1] != null) {
            return false;
        }
        set(table, at, first, second, third);
        if (++size * 2 * STRINGS > table.length) {
            grow();
        }
        return true;
    }

    /** Where it stands, or may. */
    @HotPath
    private static int find(@Nullable String[] table, @Nullable String first, String second, @Nullable String third) {
        int slots = table.length / STRINGS;
        int hash = (second.hashCode() * 31 + Objects.hashCode(third)) * 31 + Objects.hashCode(first);
        int slot = (hash ^ hash >>> 16) & slots - 1;
        while (true) {
            int at = slot * STRINGS;
            String known = table[at + 1];
            if (known == null || (same(known, second) && same(table[at + 2], third) && same(table[at], first))) {
                return at;
            }
            slot = slot + 1 & slots - 1;
        }
    }

    @SuppressWarnings("ReferenceEquality") // most are the same object; the others are compared
    private static boolean same(@Nullable String one, @Nullable String other) {
        return one == other || (one != null && one.equals(other));
    }

    private static void set(
            @Nullable String[] table, int at, @Nullable String first, String second, @Nullable String third) {
        table[at] = first;
        table[at + 1] = second;
        table[at + 2] = third;
    }

    private void grow() {
        @Nullable String[] larger = new String[table.length * 2];
        for (int at = 0; at < table.length; at += STRINGS) {
            String second = table[at + 1];
            if (second != null) {
                set(larger, find(larger, table[at], second, table[at + 2]), table[at], second, table[at + 2]);
            }
        }
        table = larger;
    }
}
