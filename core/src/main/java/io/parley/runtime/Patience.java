package io.parley.runtime;

import java.time.Duration;
import java.util.Set;

/**
 * How long a peer may be silent before it is taken for lost.
 *
 * @param keepAlive where the channel tells of a peer's end, so that silence has to tell of cables alone
 * @param silent the channels that do not tell
 */
record Patience(Duration keepAlive, Set<String> silent) {
    private static final int SHARE_OF_SILENT = 3;

    /** With peers on a channel. */
    Duration with(String channel) {
        return silent.contains(channel) ? keepAlive.dividedBy(SHARE_OF_SILENT) : keepAlive;
    }
}
