package io.parley.representation.hhfr;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * The seeds of a property test's random schemas: the fixed ones of every build, a single one ({@code
 * -Dparley.seeds=17}), a range ({@code -Dparley.seeds=1000-2000}), or as many as fit in a duration ({@code
 * -Dparley.seeds=10m}; each run uses different ones).
 */
final class Seeds {
    /** Interval of progress messages, by which an interrupted long run can be continued. */
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

    /** Returns the seeds that the property names, or the first ones by default. */
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

    /** Returns whether these are the seeds of every build, which must cover everything. */
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
