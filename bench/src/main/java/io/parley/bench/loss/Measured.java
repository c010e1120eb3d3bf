package io.parley.bench.loss;

import java.util.Map;

/**
 * Result of one run of a trial.
 *
 * @param trial name of the trial
 * @param way name of the way
 * @param seed seed of the link's losses; 0 on loopback
 * @param figures measured values by name
 * @param link packet statistics of the link by name; empty on loopback
 * @param failure reason why there are no figures; empty on success
 */
record Measured(
        String trial, String way, long seed, Map<String, Double> figures, Map<String, Double> link, String failure) {
    /** Returns the figure of that name; NaN if it is missing. */
    double figure(String name) {
        return figures.getOrDefault(name, Double.NaN);
    }

    /** Returns the packet statistic of that name; NaN if it is missing. */
    double ofLink(String name) {
        return link.getOrDefault(name, Double.NaN);
    }
}
