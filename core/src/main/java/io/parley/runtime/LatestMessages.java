package io.parley.runtime;

import io.parley.negotiation.ExpendableOperations;
import io.parley.session.ExpendableCounters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that may be lost on their way to the handler. Of an operation of which the latest counts, one is worked on and one waits,
 * which the next takes the place of; others go on at once. Thread-safe.
 */
final class LatestMessages {
    private final ExpendableOperations agreed;
    private final ExpendableCounters counters;
    /** By the number of the operation, as are those below; guarded by this. */
    private final @Nullable Message[] open;

    private final @Nullable Message[] waiting;

    /** A message that may be lost; it is run to be handed on. */
    interface Message extends Runnable {
        /** Returns the number of its operation among those that are expendable. */
        int expendable();

        void close();
    }

    LatestMessages(ExpendableOperations agreed, ExpendableCounters counters) {
        this.agreed = agreed;
        this.counters = counters;
        this.open = new Message[agreed.count()];
        this.waiting = new Message[agreed.count()];
    }

    /** Takes a message, within a turn; returns what is to be done behind it: to hand the message on, or to close the one before. */
    synchronized List<Runnable> add(Message message) {
        int operation = message.expendable();
        if (!agreed.isLatestOnly(operation)) {
            return List.of(message);
        }
        if (open[operation] == null) {
            open[operation] = message;
            return List.of(message);
        }
        Message before = waiting[operation];
        waiting[operation] = message;
        if (before == null) {
            return List.of();
        }
        counters.late();
        return List.of(before::close);
    }

    /** A message was closed; returns the one to be handed on now, or null. */
    @Nullable
    Message closed(Message message) {
        int operation = message.expendable();
        synchronized (this) {
            if (open[operation] != message) {
                return null;
            }
            Message next = waiting[operation];
            waiting[operation] = null;
            open[operation] = next;
            return next;
        }
    }
}
