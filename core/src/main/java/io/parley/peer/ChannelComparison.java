package io.parley.peer;

import java.util.Arrays;

/**
 * Determines for one operation which route is faster, when a session's channel may be slower than SOAP. A few calls are
 * sent by each route, first soon and then ever less often; the calls in between use the faster one. Operations with
 * long calls are not compared, because the channel's overhead does not matter for them. All times are in nanoseconds.
 * Has no clock, and is not thread-safe.
 */
final class ChannelComparison {
    /** Number of calls per route whose median is compared, so that single pauses do not matter. */
    static final int EACH = 9;
    /**
     * Number of calls before the first comparison, and between the first two; quadrupled after each, up to a maximum.
     */
    static final int FIRST = 32;

    static final int MOST = 4096;
    /** Duration in nanoseconds above which calls stay on the channel. */
    static final long LONG_CALL = 20_000_000;
    /** Fraction of the current route's time that the other one must be below to be preferred. */
    private static final double GAIN = 0.9;
    /** Number of calls by SOAP taking at least twice the channel's time that ends a comparison. */
    private static final int ENOUGH = 2;

    private final Times bySoap = new Times();
    private final Times byChannel = new Times();
    private int remaining = FIRST;
    private int between = FIRST;
    private boolean comparing;
    private boolean soap;

    /** Returns whether the next call is sent by SOAP. */
    boolean nextBySoap() {
        if (!comparing) {
            remaining--;
            if (remaining > 0) {
                return soap;
            }
            begin();
        }
        boolean next = bySoap.sent < byChannel.sent;
        Times route = next ? bySoap : byChannel;
        route.sent++;
        if (route.sent > 2 * EACH) {
            // The calls have no responses, or only faults.
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

    /** Records the duration of a call that was answered. */
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
        remaining = between;
        between = Math.min(MOST, 4 * between);
    }

    /** Durations of the calls by one route in one comparison. */
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
