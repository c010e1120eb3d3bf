package io.parley.wrong.channel;

import io.parley.wrong.frame.ReachesForTheChannel;
import java.util.List;

/** Closes the cycle. */
public record Line(List<ReachesForTheChannel> users) {

    /** Names the other package in code too, since generics alone would be enough to close the cycle. */
    public ReachesForTheChannel first() {
        return users.get(0);
    }
}
