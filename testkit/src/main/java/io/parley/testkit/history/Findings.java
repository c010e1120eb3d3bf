package io.parley.testkit.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The violations in a {@link History}, counted by kind, with some of them in words. Belongs to one thread until it is
 * handed out.
 */
public final class Findings {
    private static final int MOST_EXAMPLES = 20;

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<String> examples = new ArrayList<>();
    private final long acknowledged;

    /** A kind of violation. */
    public enum Kind {
        /** An acknowledged message that no handler saw, or a call whose sender never learned its outcome. */
        LOST,
        /** A handler saw a message again without its being marked as redelivered. */
        DOUBLED,
        /** A one-way message of a session was handled after a later one. */
        REORDERED,
        /** A handler saw a message that was never sent, or that was reported to its sender as not sent. */
        INVENTED,
        /** A call received the answer to another. */
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

    /** Returns the number of violations of a kind. */
    public long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** Returns whether there are no violations. */
    public boolean isClean() {
        return counts.isEmpty();
    }

    /** Returns the number of messages that were acknowledged to their sender. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Returns descriptions of the first violations. */
    public List<String> examples() {
        return List.copyOf(examples);
    }
}
