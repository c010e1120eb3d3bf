package io.parley.testkit.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The violations in a {@link History}, by kind, with some of them in words. Belongs to one thread until it is handed out. */
public final class Findings {
    private static final int MOST_EXAMPLES = 20;

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<String> examples = new ArrayList<>();
    private final long acknowledged;

    /** A kind of violation. */
    public enum Kind {
        /** The sender was told that it arrived, and no handler saw it; or nobody ever told the sender what became of a call. */
        LOST,
        /** A handler saw it again without being told that it may have been handled before. */
        DOUBLED,
        /** A one-way message of a session was handled behind a later one. */
        REORDERED,
        /** A handler saw what nobody sent, or what its sender was told never to have been sent. */
        INVENTED,
        /** A call got the answer to another. */
        MIXED_UP
    }

    Findings(long acknowledged) {
        this.acknowledged = acknowledged;
    }

    void add(Kind kind, String example) {
        counts.merge(kind, 1L, Long::sum);
        if (examples.size() < MOST_EXAMPLES) {
            examples.add(kind + ": " + example);
        }
    }

    /** Returns how many violations of a kind there are. */
    public long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** Returns whether there is no violation. */
    public boolean isClean() {
        return counts.isEmpty();
    }

    /** Returns the number of messages whose sender was told that they arrived. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Returns the first violations in words. */
    public List<String> examples() {
        return List.copyOf(examples);
    }
}
