package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Credit of the peer for what this side sends. Stateless. */
final class SendWindow {
    private SendWindow() {}

    /** Returns a window with more credit; throws {@code FLOW_CONTROL} if it is more than one may have. */
    static long raised(long window, int bytes, String whose) {
        if (window + bytes > Integer.MAX_VALUE) {
            throw new ParleyException(
                    ErrorCode.FLOW_CONTROL,
                    "CREDIT: expected a " + whose + " window of at most " + Integer.MAX_VALUE + " bytes, found "
                            + (window + bytes));
        }
        return window + bytes;
    }
}
