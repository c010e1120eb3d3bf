package io.parley.cxf.transport;

import io.parley.ConfigurationException;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.Quantity;
import java.util.OptionalLong;
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
