package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/**
 * Error codes for messages whose streams ended early, such that a code never wrongly says that a retry is safe
 * (docs/protocol/framing.md, section 7).
 */
final class FailureCodes {
    private int lastServed = Integer.MAX_VALUE;

    /** Records the highest stream that the peer says it served or will serve. */
    void peerServed(int last) {
        lastServed = Math.min(lastServed, last);
    }

    ParleyException of(Stream stream, ErrorCode code, String text) {
        if (!stream.own || stream.isSide()) {
            return new ParleyException(code, text);
        }
        if (!stream.endSent) {
            return new ParleyException(ErrorCode.NOT_DISPATCHED, "message was not sent to its end: " + text);
        }
        if (stream.id > lastServed) {
            return new ParleyException(ErrorCode.GOING_AWAY, "message was sent, but not taken by the peer: " + text);
        }
        // Its end was sent: the code must not say that a retry is safe.
        boolean safe = code.retry() == ErrorCode.Retry.SAFE;
        return new ParleyException(safe ? unsafe(code) : code, "message may have been dispatched: " + text);
    }

    private static ErrorCode unsafe(ErrorCode code) {
        return code == ErrorCode.BUDGET ? ErrorCode.LIMIT : ErrorCode.CONNECTION_LOST;
    }
}
