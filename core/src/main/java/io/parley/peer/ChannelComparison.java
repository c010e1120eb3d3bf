package io.parley.peer;

import java.util.Arrays;

/**
 * Finds out for one operation which way takes less time, where a session's channel may be slower than SOAP: a few calls go each way, first
 * soon, then more and more rarely, and those in between go the way that was faster. Calls that take long are not compared, since what a
 * channel adds to a call does not decide about those. All times are in nanoseconds. It has no clock, and is not thread-safe.
 */
final class ChannelComparison {
    /** Calls of each way that are compared by their median, which bears a pause. */
    static final int EACH = 9;
    /** Calls between the first two comparisons; four times as many before each further one. */
    static final int FIRST = 32;

    static final int MOST = 4096;
    /** Above it a call is left on the channel. */
    static final long LONG_CALL = 20_000_000;
    /** What a way must take less than the one that is taken. */
    private static final double GAIN = 0.9;
    /** Calls by SOAP that take twice as long or more after which a comparison is over. */
    private static final int ENOUGH = 2;

    private final Times bySoap = new Times();
    private final Times byChannel = new Times();
    private int left = FIRST;
    private int between = FIRST;
    private boolean comparing;
    private boolean soap;

    /** Returns whether the next call goes by SOAP. */
    boolean nextBySoap() {
        if (!comparing) {
            left--;
            if (left > 0) {
                return soap;
            }
            begin();
        }
        boolean next = bySoap.sent < byChannel.sent;
        Times way = next ? bySoap : byChannel;
        way.sent++;
        if (way.sent > 2 * EACH) {
            // Nobody waits for the answers, or they are faults.
            end(soap);
            return soap;
        }
        return next;
    }

    private void begin() {
        comparing = true;
        bySoap.clear();
        byChannel.clear();
    }

    /** A call has its answer. */
    void answered(boolean streamed, long nanos) {
        if (!comparing) {
            return;
        }
        (streamed ? byChannel : bySoap).add(nanos);
        if (byChannel.count < 1) {
            return;
        }
        long channel = byChannel.median();
        if (channel > LONG_CALL || bySoap.above(2 * channel) >= ENOUGH) {
            end(false);
        } else if (bySoap.count >= EACH && byChannel.count >= EACH) {
            long other = bySoap.median();
            end(soap ? channel >= other * GAIN : other < channel * GAIN);
        }
    }

    private void end(boolean soapIsFaster) {
        comparing = false;
        soap = soapIsFaster;
        left = between;
        between = Math.min(MOST, 4 * between);
    }

    /** Times of one way in one comparison. */
    private static final class Times {
        private final long[] times = new long[EACH];
        private int count;
        private int sent;

        void clear() {
            count = 0;
            sent = 0;
        }

        void add(long nanos) {
            if (count < EACH) {
                times[count++] = nanos;
            }
        }

        int above(long nanos) {
            int above = 0;
            for (int i = 0; i < count; i++) {
                above += times[i] >= nanos ? 1 : 0;
            }
            return above;
        }

        long median() {
            long[] sorted = Arrays.copyOf(times, count);
            Arrays.sort(sorted);
            return sorted[(count - 1) / 2];
        }
    }
}
