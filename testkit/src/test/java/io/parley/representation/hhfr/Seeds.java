package io.parley.representation.hhfr;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * Which random schemas a property test tries: those of every build, one again ({@code -Dparley.seeds=17}), a range
 * ({@code -Dparley.seeds=1000-2000}), or as many as fit in a time ({@code -Dparley.seeds=10m}, of which each run tries
 * others).
 */
final class Seeds {
    /** After so many it is said how far a long run has come: who has to stop it knows where to go on. */
    private static final long SAID = 100;

    private final long first;
    private final LongPredicate goOn;
    private final String text;
    private final boolean ofBuild;

    private Seeds(long first, LongPredicate goOn, String text, boolean ofBuild) {
        this.first = first;
        this.goOn = goOn;
        this.text = text;
        this.ofBuild = ofBuild;
    }

    /** Those that the property names, else the first ones. */
    static Seeds ofBuild(int count) {
        String asked = System.getProperty("parley.seeds", "");
        if (asked.isEmpty()) {
            return new Seeds(1, seed -> seed <= count, "1-" + count, true);
        } else if (asked.endsWith("s") || asked.endsWith("m") || asked.endsWith("h")) {
            long end = System.nanoTime() + Duration.parse("PT" + asked).toNanos();
            long first = System.currentTimeMillis();
            return new Seeds(first, seed -> System.nanoTime() - end < 0, first + " and on for " + asked, false);
        }
        int dash = asked.indexOf('-');
        long first = Long.parseLong(dash < 0 ? asked : asked.substring(0, dash));
        long last = dash < 0 ? first : Long.parseLong(asked.substring(dash + 1));
        return new Seeds(first, seed -> seed <= last, asked, false);
    }

    /** Whether enough are tried that nothing may be missing in what they cover. */
    boolean areThoseOfBuild() {
        return ofBuild;
    }

    void forEach(LongConsumer test) {
        for (long seed = first; goOn.test(seed); seed++) {
            test.accept(seed);
            if ((seed - first + 1) % SAID == 0) {
                System.out.println("seeds " + first + "-" + seed + " hold");
            }
        }
    }

    @Override
    public String toString() {
        return "seeds " + text;
    }
}
