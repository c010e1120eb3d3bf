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
 * The binaries of a part that was read: those that came on side streams are nobody's until the part is. Belongs to one
 * thread at a time.
 */
public final class ReceivedBinaries {
    private static final Logger LOG = LoggerFactory.getLogger(ReceivedBinaries.class);

    private List<ReceivedBinary> toCome = List.of();
    private final Source source;
    private final long most;
    private long held;

    /** Those of a message that is read from a source. */
    public ReceivedBinaries(Source source) {
        this.source = source;
        this.most = source.limits().get(Limit.MESSAGE_BYTES);
    }

    /**
     * A value, or the list of a list type, as its owner takes it.
     *
     * @param asTheyAre whether the owner takes what is still to come; else it is read here, to its end
     * @throws ParleyException {@code LIMIT} if what is read here is more than a message may have
     */
    public Object settle(Object value, boolean asTheyAre) {
        note(value);
        if (value instanceof List<?>) {
            @SuppressWarnings("unchecked") // A list type's values are put into a list of objects.
            List<Object> items = (List<Object>) value;
            items.replaceAll(this::whole);
            return items;
        }
        return asTheyAre ? value : whole(value);
    }

    /** Reads what is still to come, so that it can be read more than once. */
    public void hold() {
        for (ReceivedBinary binary : toCome) {
            if (binary.isReadOnce()) {
                count(orRefused(binary::hold));
            }
        }
    }

    /** The part cannot be had, so nobody will read them. */
    public void discard() {
        for (ReceivedBinary binary : toCome) {
            try {
                binary.discard();
            } catch (IOException e) {
                LOG.debug("a side stream cannot be closed", e);
            }
        }
    }

    private void note(Object value) {
        if (value instanceof List<?> items) {
            items.forEach(this::note);
        } else if (value instanceof ReceivedBinary binary && binary.isReadOnce()) {
            if (toCome.isEmpty()) {
                toCome = new ArrayList<>();
            }
            toCome.add(binary);
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

    /** Has the message refused whose binary finds no memory, as one whose objects find none. */
    private <T> T orRefused(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ParleyException e) {
            throw e.code() == ErrorCode.BUDGET ? source.heap().refused(e) : e;
        }
    }

    private void count(int bytes) {
        held += bytes;
        source.weigh(bytes);
        if (held > most) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, most, held, "binaries that are wanted whole");
        }
    }
}
