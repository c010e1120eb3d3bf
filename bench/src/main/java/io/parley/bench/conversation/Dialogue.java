package io.parley.bench.conversation;

import java.util.Map;

/**
 * The measurements of one session.
 *
 * @param ends arrival time of each answer, in nanoseconds since the session began
 * @param firstBytes bytes on the link for the first message, including everything before it
 * @param bytes bytes on the link for all messages
 * @param allocated bytes allocated by the session's thread for all messages but the first
 * @param opening the cost of opening the session, by the names of {@link Figures}; empty without negotiation
 */
@SuppressWarnings("ArrayRecordComponent") // dialogues are never compared
record Dialogue(long[] ends, long firstBytes, long bytes, long allocated, Map<String, Double> opening) {
    /** Returns the time of each message but the first, in microseconds. */
    double[] laterMessages() {
        double[] times = new double[ends.length - 1];
        for (int i = 0; i < times.length; i++) {
            times[i] = (ends[i + 1] - ends[i]) / Figures.MICRO;
        }
        return times;
    }

    /**
     * Returns the time added by each pipelined message, in microseconds, without the first two, which include the round
     * trip.
     */
    double[] added() {
        return new double[] {(ends[ends.length - 1] - ends[1]) / Figures.MICRO / (ends.length - 2)};
    }

    /**
     * Returns the total time of the first messages, in microseconds; each message beyond those sent counts as {@code
     * later}.
     */
    double session(int messages, double later) {
        int sent = Math.min(messages, ends.length);
        return ends[sent - 1] / Figures.MICRO + (messages - sent) * later;
    }
}
