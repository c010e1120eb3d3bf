package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Arithmetic of send windows, which the peer raises by credit. Stateless. */
final class SendWindow {
    private SendWindow() {}

    /** Returns the raised window; throws {@code FLOW_CONTROL} if it exceeds the maximum. */
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
