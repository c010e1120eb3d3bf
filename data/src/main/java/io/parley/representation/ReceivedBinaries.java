package io.parley.representation;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.binding.ReceivedBinary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The binaries of a decoded part. Owns those on side streams until the part's object is handed over. Belongs to one
 * thread at a time.
 */
public final class ReceivedBinaries {
    private static final Logger LOG = LoggerFactory.getLogger(ReceivedBinaries.class);

    private List<ReceivedBinary> pending = List.of();
    private final Source source;
    private final long maxBytes;
    private long readBytes;

    /** Creates the binaries of the message that is read from a source. */
    public ReceivedBinaries(Source source) {
        this.source = source;
        this.maxBytes = source.limits().get(Limit.MESSAGE_BYTES);
    }

    /**
     * Returns a value, or the list of a list type, in the form that its property takes.
     *
     * @param streaming whether the property takes content that has not arrived yet; otherwise it is read here, to its
     *     end
     * @throws ParleyException {@code LIMIT} if the content read here exceeds the message limit
     */
    public Object settle(Object value, boolean streaming) {
        track(value);
        if (value instanceof List<?>) {
            @SuppressWarnings("unchecked") // A list type's values are put into a list of objects.
            List<Object> items = (List<Object>) value;
            items.replaceAll(this::whole);
            return items;
        }
        return streaming ? value : whole(value);
    }

    /** Reads content that has not arrived yet into memory, so that it can be read more than once. */
    public void hold() {
        for (ReceivedBinary binary : pending) {
            if (binary.isReadOnce()) {
                count(orRefused(binary::hold));
            }
        }
    }

    /** Discards the side streams: the part was not decoded, so its binaries have no owner. */
    public void discard() {
        for (ReceivedBinary binary : pending) {
            try {
                binary.discard();
            } catch (IOException e) {
                LOG.debug("Cannot close a side stream", e);
            }
        }
    }

    private void track(Object value) {
        if (value instanceof List<?> items) {
            items.forEach(this::track);
        } else if (value instanceof ReceivedBinary binary && binary.isReadOnce()) {
            if (pending.isEmpty()) {
                pending = new ArrayList<>();
            }
            pending.add(binary);
        }
    }

    private Object whole(Object value) {
        if (!(value instanceof ReceivedBinary binary)) {
            return value;
        }
        if (!binary.isReadOnce()) {
            return binary.bytes();
        }
        byte[] read = orRefused(binary::bytes);
        count(read.length);
        return read;
    }

    /** Refuses the message if there is no memory for a binary, as for its objects. */
    private <T> T orRefused(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ParleyException e) {
            throw e.code() == ErrorCode.BUDGET ? source.heap().refused(e) : e;
        }
    }

    private void count(int bytes) {
        readBytes += bytes;
        source.weigh(bytes);
        if (readBytes > maxBytes) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, maxBytes, readBytes, "binaries read into memory");
        }
    }
}
