package io.parley.testkit.generate;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Counts how often each construct was tried. Not thread-safe. */
public final class Coverage {
    private final Map<Construct, Integer> counts = new EnumMap<>(Construct.class);

    /** Counts one more. */
    public void add(Construct construct) {
        counts.merge(construct, 1, Integer::sum);
    }

    /** Counts one more of each. */
    public void addAll(Iterable<Construct> constructs) {
        constructs.forEach(this::add);
    }

    /** Counts all that the other has. */
    public void addAll(Coverage other) {
        other.counts.forEach((construct, count) -> counts.merge(construct, count, Integer::sum));
    }

    public int of(Construct construct) {
        return counts.getOrDefault(construct, 0);
    }

    /** Those that this origin must cover and that were not tried. */
    public Set<Construct> missing(Construct.Origin origin) {
        Set<Construct> missing = EnumSet.noneOf(Construct.class);
        for (Construct construct : Construct.values()) {
            if (construct.origin() == origin && of(construct) == 0) {
                missing.add(construct);
            }
        }
        return missing;
    }

    /** A line for each group: its constructs with their counts, those of other origins only if they were tried. */
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
