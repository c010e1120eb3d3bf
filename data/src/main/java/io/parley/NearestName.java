package io.parley;

import java.util.Optional;

/**
 * Finds the most similar name for a misspelt one: a name with the same last word, or the nearest by Levenshtein
 * distance. Stateless.
 */
public final class NearestName {
    private static final int MAX_DISTANCE = 4;

    private NearestName() {}

    /** Returns the most similar of some names; empty if none is similar. */
    public static Optional<String> of(String written, Iterable<String> names) {
        String nearest = null;
        // Otherwise any word of the same length would be near a short one.
        int limit = Math.min(MAX_DISTANCE, Math.max(1, written.length() / 2)) + 1;
        for (String name : names) {
            // A missing or different prefix: parley.message-bytes for parley.limits.message-bytes.
            if (lastWord(name).equals(lastWord(written))) {
                return Optional.of(name);
            }
            int distance = distance(written, name);
            if (distance < limit) {
                limit = distance;
                nearest = name;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private static String lastWord(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
