package io.parley.schema;

import io.parley.HotPath;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Set of the distinct names of one message, to count them. Each name is three strings, which a parser mostly returns as
 * the same objects. Lookups allocate nothing, except for names that collide on purpose: those are kept in a sorted set.
 * Belongs to one reader.
 */
public final class SeenNames {
    /** Namespaces of the entries that are not names, but a prefix or a namespace. */
    private static final String PREFIX = "a prefix";

    private static final String NAMESPACE = "a namespace";
    private static final int STRINGS = 3;
    private static final int INITIAL_SLOTS = 64;
    /** Greatest number of slots to probe; names that do not collide on purpose never need that many. */
    private static final int MAX_PROBES = 64;

    private @Nullable String[] table = new String[INITIAL_SLOTS * STRINGS];
    private @Nullable Set<Name> colliding;
    private int size;

    private record Name(String first, String second, String third) {
        private static final Comparator<Name> ORDER =
                Comparator.comparing(Name::second).thenComparing(Name::third).thenComparing(Name::first);

        static Name of(@Nullable String first, String second, @Nullable String third) {
            return new Name(Objects.requireNonNullElse(first, ""), second, Objects.requireNonNullElse(third, ""));
        }
    }

    /** Creates an empty set. */
    public SeenNames() {}

    /** Returns the number of distinct names. */
    public int size() {
        return size;
    }

    /**
     * Adds the names, prefixes and namespaces of the start tag that a parser is at; those above the limit may be left
     * out.
     *
     * @param limit greatest allowed number of names
     * @return whether there are more names than that by now
     */
    @HotPath
    public boolean exceed(int limit, XMLStreamReader tag) {
        add(tag.getPrefix(), tag.getLocalName(), tag.getNamespaceURI());
        int attributes = tag.getAttributeCount();
        for (int i = 0; i < attributes && size <= limit; i++) {
            add(tag.getAttributePrefix(i), tag.getAttributeLocalName(i), tag.getAttributeNamespace(i));
        }
        int declarations = tag.getNamespaceCount();
        for (int i = 0; i < declarations && size <= limit; i++) {
            add(PREFIX, orEmpty(tag.getNamespacePrefix(i)), PREFIX);
            if (size <= limit) {
                add(NAMESPACE, orEmpty(tag.getNamespaceURI(i)), NAMESPACE);
            }
        }
        return size > limit;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** Adds a name and returns whether it is new. The second string is never null. */
    @HotPath
    boolean add(@Nullable String first, String second, @Nullable String third) {
        int at = find(table, first, second, third);
        if (at < 0) {
            boolean isNew = addColliding(first, second, third);
            size += isNew ? 1 : 0;
            return isNew;
        }
        if (table[at + 1] != null || isColliding(first, second, third)) {
            return false;
        }
        set(table, at, first, second, third);
        if (++size * 2 * STRINGS > table.length) {
            grow();
        }
        return true;
    }

    /** Returns whether the name is in the sorted set, to which it may have been added before the table grew. */
    private boolean isColliding(@Nullable String first, String second, @Nullable String third) {
        return colliding != null && colliding.contains(Name.of(first, second, third));
    }

    private boolean addColliding(@Nullable String first, String second, @Nullable String third) {
        Set<Name> known = colliding;
        if (known == null) {
            known = new TreeSet<>(Name.ORDER);
            colliding = known;
        }
        return known.add(Name.of(first, second, third));
    }

    /**
     * Returns the index of the name's slot, or of a free one for it; negative if that is too far from the slot of its
     * hash.
     */
    @HotPath
    private static int find(@Nullable String[] table, @Nullable String first, String second, @Nullable String third) {
        int slots = table.length / STRINGS;
        int hash = (second.hashCode() * 31 + Objects.hashCode(third)) * 31 + Objects.hashCode(first);
        int slot = (hash ^ hash >>> 16) & slots - 1;
        for (int i = 0; i < MAX_PROBES; i++) {
            int at = slot * STRINGS;
            String known = table[at + 1];
            if (known == null || (same(known, second) && same(table[at + 2], third) && same(table[at], first))) {
                return at;
            }
            slot = slot + 1 & slots - 1;
        }
        return -1;
    }

    @SuppressWarnings("ReferenceEquality") // a fast path: most are the same object
    private static boolean same(@Nullable String one, @Nullable String other) {
        return one == other || (one != null && one.equals(other));
    }

    private static void set(
            @Nullable String[] table, int at, @Nullable String first, String second, @Nullable String third) {
        table[at] = first;
        table[at + 1] = second;
        table[at + 2] = third;
    }

    private void move(@Nullable String[] larger, @Nullable String first, String second, @Nullable String third) {
        int to = find(larger, first, second, third);
        if (to >= 0) {
            set(larger, to, first, second, third);
        } else {
            addColliding(first, second, third); // already counted
        }
    }

    private void grow() {
        @Nullable String[] larger = new String[table.length * 2];
        for (int at = 0; at < table.length; at += STRINGS) {
            String second = table[at + 1];
            if (second != null) {
                move(larger, table[at], second, table[at + 2]);
            }
        }
        table = larger;
    }
}
