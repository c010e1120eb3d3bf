package io.parley.runtime;

import io.parley.negotiation.ExpendableOperations;
import io.parley.session.ExpendableCounters;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Messages that may be lost on their way to the handler. Of an operation of which the latest counts, one is worked on and one waits,
 * which the next takes the place of; others go on at once. Thread-safe.
 */
final class LatestMessages<M extends LatestMessages.Message> {
    private final ExpendableOperations agreed;
    private final ExpendableCounters counters;
    /** By the number of the operation; guarded by this. */
    private final List<Slot<M>> slots;

    /** An operation's message that is worked on, and the one that waits. */
    private static final class Slot<M> {
        private @Nullable M open;
        private @Nullable M waiting;
    }

    /** A message that may be lost; it is run to be handed on. */
    interface Message extends Runnable {
        /** Returns the number of its operation among those that are expendable. */
        int expendable();

        void close();
    }

    LatestMessages(ExpendableOperations agreed, ExpendableCounters counters) {
        this.agreed = agreed;
        this.counters = counters;
        this.slots = Stream.generate(Slot<M>::new).limit(agreed.count()).toList();
    }

    /** Takes a message, within a turn; returns what is to be done behind it, to hand it on or to close the one before; or null. */
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

    /** Ends the work on a message; returns the one to be handed on now, or null. */
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
