package io.parley.testkit.generate;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Counts how often each construct was covered. Not thread-safe. */
public final class Coverage {
    private final Map<Construct, Integer> counts = new EnumMap<>(Construct.class);

    /** Counts a construct once. */
    public void add(Construct construct) {
        counts.merge(construct, 1, Integer::sum);
    }

    /** Counts each construct once. */
    public void addAll(Iterable<Construct> constructs) {
        constructs.forEach(this::add);
    }

    /** Adds the counts of another coverage. */
    public void addAll(Coverage other) {
        other.counts.forEach((construct, count) -> counts.merge(construct, count, Integer::sum));
    }

    public int of(Construct construct) {
        return counts.getOrDefault(construct, 0);
    }

    /** Returns the constructs that an origin must cover and that were not covered. */
    public Set<Construct> missing(Construct.Origin origin) {
        Set<Construct> missing = EnumSet.noneOf(Construct.class);
        for (Construct construct : Construct.values()) {
            if (construct.origin() == origin && of(construct) == 0) {
                missing.add(construct);
            }
        }
        return missing;
    }

    /**
     * Returns a table with a line for each group: its constructs with their counts, those of other origins only if they
     * were covered.
     */
    public String table(Construct.Origin origin) {
        StringBuilder table = new StringBuilder();
        for (ConstructGroup group : ConstructGroup.values()) {
            StringBuilder line = new StringBuilder();
            for (Construct construct : Construct.values()) {
                if (construct.group() == group && (construct.origin() == origin || of(construct) > 0)) {
                    line.append(line.isEmpty() ? "" : ", ").append(construct).append(' ');
                    line.append(of(construct) == 0 ? "MISSING" : String.valueOf(of(construct)));
                }
            }
            if (!line.isEmpty()) {
                table.append(group).append(": ").append(line).append('\n');
            }
        }
        return table.toString();
    }
}
