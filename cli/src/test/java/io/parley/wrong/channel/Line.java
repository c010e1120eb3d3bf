package io.parley.wrong.channel;

import io.parley.wrong.frame.ReachesForTheChannel;
import java.util.List;

/** The class that closes a cycle of packages. */
public record Line(List<ReachesForTheChannel> users) {

    /**
     * Returns the first user. The method uses the other package in code, although the generic type alone would close
     * the cycle.
     */
    public ReachesForTheChannel first() {
        return users.get(0);
    }
}
