package io.parley.bench.plan;

import io.parley.bench.contest.Exchange;
import java.util.Locale;

/** What is measured of a system, under the names of the results. */
public enum Suite {
    ECHO,
    SEND,
    RECEIVE,
    /** An object becomes bytes in memory. */
    SERIALIZE,
    /** Bytes in memory become an object. */
    DESERIALIZE;

    /** Its name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether content goes over a network. */
    public boolean travels() {
        return this != SERIALIZE && this != DESERIALIZE;
    }

    /** What is exchanged in a suite whose content travels. */
    public Exchange exchange() {
        return Exchange.of(word());
    }
}
