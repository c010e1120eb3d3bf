package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/** Memory that the objects of one message hold, from their decoding to the message's end. Thread-safe. */
public final class HeldObjects implements Source.Heap, AutoCloseable {
    private final ObjectBudget budget;
    /** Null for one that came by SOAP. */
    private final @Nullable Owner message;
    /** Guarded by this, as are those below. */
    private long ofShort;

    private long ofLong;
    private boolean over;

    /** The message that the objects are of. */
    interface Owner {
        /** Returns whether it must not be refused. */
        boolean isTakenInAnyCase();

        /** There is no memory to decode it; returns the error for who decodes it. */
        ParleyException refused(ParleyException why);
    }

    HeldObjects(ObjectBudget budget, @Nullable Owner message) {
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

    /** The message is done with. Idempotent. */
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
