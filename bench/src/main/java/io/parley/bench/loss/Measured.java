package io.parley.bench.loss;

import java.util.Map;

/**
 * What came of a trial.
 *
 * @param trial its word
 * @param way its word
 * @param figures by name
 * @param link what the link said of itself, by name; empty without one
 * @param failure why there are no figures; empty if there are
 */
record Measured(
        String trial, String way, long seed, Map<String, Double> figures, Map<String, Double> link, String failure) {
    /** The figure of that name; not a number if there is none. */
    double figure(String name) {
        return figures.getOrDefault(name, Double.NaN);
    }

    /** What the link said under that name; not a number if it said nothing. */
    double ofLink(String name) {
        return link.getOrDefault(name, Double.NaN);
    }
}
