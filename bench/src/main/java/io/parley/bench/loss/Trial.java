package io.parley.bench.loss;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.DeliveryTerm;
import io.parley.negotiation.ExpendableOperations;
import io.parley.negotiation.Reliability;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A workload and the line on which it runs. */
enum Trial {
    /** Twenty concurrent calls with 10 KB in each direction. */
    LOSS_1,
    LOSS_3,
    /**
     * The HHFR paper's phone with losses; {@link io.parley.bench.link.Link#PHONE} is the same link without loss, for
     * TCP only.
     */
    PHONE,
    /** Sequential calls, while the client's port changes every two seconds. */
    REBINDING,
    /** A thousand readings per second. */
    READINGS;

    /** Returns the name on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Line line() {
        return switch (this) {
            case LOSS_1 -> new Line(1, 25, 0, 0);
            case LOSS_3 -> new Line(3, 25, 0, 0);
            case PHONE -> new Line(2, 1_100, 14.4, 0);
            case REBINDING -> new Line(0, 25, 0, 2);
            case READINGS -> new Line(5, 25, 0, 0);
        };
    }

    /** Returns the number of runs for each way, each with other losses. */
    int seeds() {
        return this == REBINDING || this == READINGS ? 1 : 3;
    }

    /** Returns the work of both ends. */
    Work work() {
        return switch (this) {
            case LOSS_1, LOSS_3 -> new Calls(20, 10_000, Duration.ofSeconds(4), Duration.ofSeconds(12));
            case PHONE -> new PhoneSession(100);
            case REBINDING -> new Calls(1, 100, Duration.ofSeconds(4), Duration.ofSeconds(30));
            case READINGS -> new Readings(Duration.ofSeconds(5), Duration.ofSeconds(20));
        };
    }

    /**
     * Returns whether the trial takes minutes but is mostly idle, so that all its runs can run concurrently with each
     * other and with other trials.
     */
    boolean isIdle() {
        return this == PHONE;
    }

    List<Way> ways() {
        Set<Way> ways = EnumSet.of(Way.QUIC, Way.STREAM);
        if (this == LOSS_1 || this == LOSS_3) {
            ways.add(Way.STREAM_BBR);
        }
        return List.copyOf(ways);
    }

    /**
     * Returns the limits of both ends. Where packets are lost or a round trip takes seconds, opening a session gets
     * more time. {@link #REBINDING} keeps the default limits, so that a connection attempt to resume the session is
     * given up after the usual time if the NAT changes the port meanwhile.
     */
    Limits limits() {
        return this == REBINDING
                ? Limits.defaults()
                : Limits.defaults()
                        .with(Limit.CONNECT_MILLIS, 60_000)
                        .with(Limit.HANDSHAKE_MILLIS, 120_000)
                        .with(Limit.OPEN_MILLIS, 120_000);
    }

    /** Adds the terms that this trial needs to an agreement. */
    Agreement terms(Way way, Agreement plain) {
        if (this == REBINDING && way != Way.QUIC) {
            return plain.reliable(Reliability.RESUME);
        }
        return this == READINGS && way == Way.QUIC
                ? plain.losing(ExpendableOperations.of(Map.of(Readings.OPERATION, DeliveryTerm.LATEST)))
                : plain;
    }
}
