package io.parley.cxf.transport;

import io.parley.Limit;
import io.parley.Limits;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** Limits that an application sets for the answer to one call, in the context of its request. */
final class CallLimits {
    private static final Limit[] OF_ANSWERS = {
        Limit.MESSAGE_BYTES, Limit.STRING_BYTES, Limit.ITEMS, Limit.DEPTH, Limit.NAMES, Limit.ATTRIBUTES
    };

    private CallLimits() {}

    /**
     * The agreed limits with what is stricter in the request; null if nothing is.
     *
     * @throws IllegalArgumentException if what it has is no limit
     */
    static @Nullable Limits stricter(Message request, Limits agreed) {
        Limits stricter = null;
        for (Limit limit : OF_ANSWERS) {
            Object set = request.get(limit.setting());
            if (set != null) {
                long allowed = parse(limit, set);
                if (allowed < agreed.get(limit)) {
                    stricter = (stricter == null ? agreed : stricter).with(limit, allowed);
                }
            }
        }
        return stricter;
    }

    private static long parse(Limit limit, Object set) {
        try {
            return Long.parseLong(set.toString().trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(limit.setting() + ": expected a whole number, found " + set, e);
        }
    }
}
