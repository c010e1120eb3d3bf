package io.parley.cxf.transport;

import io.parley.ConfigurationException;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.Quantity;
import java.util.OptionalLong;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** Limits that an application sets for the response of one call, in its request context. */
final class CallLimits {
    private static final Limit[] RESPONSE_LIMITS = {
        Limit.MESSAGE_BYTES, Limit.STRING_BYTES, Limit.ITEMS, Limit.DEPTH, Limit.NAMES, Limit.ATTRIBUTES
    };

    private CallLimits() {}

    /**
     * Returns the agreed limits, tightened by those of the request; null if none is tighter.
     *
     * @throws ConfigurationException if a value is invalid
     */
    static @Nullable Limits stricter(Message request, Limits agreed) {
        Limits stricter = null;
        for (Limit limit : RESPONSE_LIMITS) {
            Object set = request.get(limit.setting());
            String text = set == null ? "" : set.toString().strip();
            if (!text.isEmpty()) {
                long allowed = read(limit, text);
                if (allowed < agreed.get(limit)) {
                    stricter = (stricter == null ? agreed : stricter).with(limit, allowed);
                }
            }
        }
        return stricter;
    }

    private static long read(Limit limit, String text) {
        OptionalLong read = Quantity.read(text, limit.unit());
        if (read.isEmpty() || read.getAsLong() < 1) {
            throw new ConfigurationException(
                            limit.setting(),
                            Quantity.form(limit.unit()) + ", at least 1",
                            text,
                            "write it as in " + limit.setting() + "=1000")
                    .at("in the context of the call");
        }
        return read.getAsLong();
    }
}
