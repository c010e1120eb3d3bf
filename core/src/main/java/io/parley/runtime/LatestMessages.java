package io.parley.runtime;

import io.parley.negotiation.ExpendableOperations;
import io.parley.session.ExpendableCounters;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Expendable messages on their way to the handler. For a latest-only operation, at most one message is handled and one
 * waits, which is replaced by the next; messages of other operations are delivered at once. Thread-safe.
 */
final class LatestMessages<M extends LatestMessages.Message> {
    private final ExpendableOperations agreed;
    private final ExpendableCounters counters;
    /** By the index of the operation; guarded by this. */
    private final List<Slot<M>> slots;

    /** The message of an operation that is being handled, and the one that waits. */
    private static final class Slot<M> {
        private @Nullable M open;
        private @Nullable M waiting;
    }

    /** An expendable message; run to deliver it. */
    interface Message extends Runnable {
        /** Returns the index of its operation among the expendable ones. */
        int expendable();

        void close();
    }

    LatestMessages(ExpendableOperations agreed, ExpendableCounters counters) {
        this.agreed = agreed;
        this.counters = counters;
        this.slots = Stream.generate(Slot<M>::new).limit(agreed.count()).toList();
    }

    /**
     * Adds a message. Called with the session locked.
     *
     * @return the task to run after unlocking, which delivers it or closes the one it replaces; or null
     */
    synchronized @Nullable Runnable add(M message) {
        Slot<M> slot = slots.get(message.expendable());
        if (!agreed.isLatestOnly(message.expendable())) {
            return message;
        }
        if (slot.open == null) {
            slot.open = message;
            return message;
        }
        M before = slot.waiting;
        slot.waiting = message;
        if (before == null) {
            return null;
        }
        counters.late();
        return before::close;
    }

    /**
     * Ends the handling of a message.
     *
     * @return the next one to deliver, or null
     */
    synchronized @Nullable M closed(M message) {
        Slot<M> slot = slots.get(message.expendable());
        if (slot.open != message) {
            return null;
        }
        slot.open = slot.waiting;
        slot.waiting = null;
        return slot.open;
    }
}
