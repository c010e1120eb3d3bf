package io.parley.bench.conversation;

import java.util.Map;

/**
 * A session that was held.
 *
 * @param ends when each answer was there, in nanoseconds since the session began
 * @param firstBytes on the link for the first message, with everything that comes before it
 * @param bytes on the link for all
 * @param allocated by the thread that holds the session, for all messages but the first
 * @param opening what it took to begin, by the names of {@link Figures}; empty if there was nothing to agree on
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares dialogues
record Dialogue(long[] ends, long firstBytes, long bytes, long allocated, Map<String, Double> opening) {

    /** What a message took, other than the first. */
    double[] laterMessages() {
        double[] times = new double[ends.length - 1];
        for (int i = 0; i < times.length; i++) {
            times[i] = (ends[i + 1] - ends[i]) / Figures.MICRO;
        }
        return times;
    }

    /** What a message added that did not wait, other than the first two, which show the round trip. */
    double[] added() {
        return new double[] {(ends[ends.length - 1] - ends[1]) / Figures.MICRO / (ends.length - 2)};
    }

    /** What the first messages took together, in microseconds; beyond those that were sent, as long as {@code later}. */
    double session(int messages, double later) {
        int sent = Math.min(messages, ends.length);
        return ends[sent - 1] / Figures.MICRO + (messages - sent) * later;
    }
}
