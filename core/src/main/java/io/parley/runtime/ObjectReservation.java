package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reservation of memory for the objects of one message, from their decoding until the message is closed. Thread-safe.
 */
public final class ObjectReservation implements Source.Heap, AutoCloseable {
    /** Any response received by SOAP. */
    private static final Owner RESPONSE = new Owner() {
        @Override
        public boolean isTakenInAnyCase() {
            return false;
        }

        @Override
        public ParleyException refused(ParleyException why) {
            return why.afterDispatch();
        }
    };

    private final ObjectBudget budget;
    /** The message; null for a request received by SOAP. */
    private final @Nullable Owner message;
    /** Bytes reserved while the message was short, and later. Guarded by this, as is the next field. */
    private long ofShort;

    private long ofLong;
    private boolean over;

    /** The message whose objects are counted. */
    interface Owner {
        /** Returns whether the message must not be refused. */
        boolean isTakenInAnyCase();

        /** Called when there is no memory to decode the message; returns the exception to throw. */
        ParleyException refused(ParleyException why);
    }

    ObjectReservation(ObjectBudget budget, @Nullable Owner message) {
        this.budget = budget;
        this.message = message;
    }

    @Override
    public void reserve(long bytes) {
        long held;
        synchronized (this) {
            if (over || take(bytes)) {
                return;
            }
            held = ofShort + ofLong;
        }
        ParleyException why = new ParleyException(
                ErrorCode.BUDGET,
                "a message: expected memory for objects of " + bytes + " bytes besides " + held + " that it has, found "
                        + budget.reserved() + " of " + budget.most() + " taken by all messages; the setting is "
                        + Limit.OBJECT_BYTES.setting());
        throw message == null ? why : message.refused(why);
    }

    /** Returns a reservation for a response, of the same budget: its refusal says that the call was dispatched. */
    public ObjectReservation ofResponse() {
        return new ObjectReservation(budget, RESPONSE);
    }

    private boolean take(long bytes) {
        long held = ofShort + ofLong;
        if (message != null && message.isTakenInAnyCase()) {
            budget.count(bytes);
            ofShort += bytes;
            return true;
        }
        if (!budget.tryReserve(held, bytes)) {
            return false;
        }
        if (ObjectBudget.isShort(held + bytes)) {
            ofShort += bytes;
        } else {
            ofLong += bytes;
        }
        return true;
    }

    /** Releases the memory. Idempotent. */
    @Override
    public void close() {
        long bytesOfShort;
        long bytesOfLong;
        synchronized (this) {
            over = true;
            bytesOfShort = ofShort;
            bytesOfLong = ofLong;
            ofShort = 0;
            ofLong = 0;
        }
        budget.release(bytesOfShort, bytesOfLong);
    }
}
