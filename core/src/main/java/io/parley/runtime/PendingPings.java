package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Unanswered pings of one session, oldest first; they are answered in order. Guarded by the session's lock. */
final class PendingPings {
    private final SessionLock lock;
    private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>(0);

    PendingPings(SessionLock lock) {
        this.lock = lock;
    }

    void add(CompletableFuture<Void> answer) {
        waiting.add(answer);
    }

    /** Completes the oldest ping. */
    void onPong() {
        CompletableFuture<Void> oldest = waiting.remove();
        lock.defer(() -> oldest.complete(null));
    }

    /**
     * Fails all pings when the session is closed.
     *
     * @param why null after an orderly end
     */
    void onOver(@Nullable ParleyException why) {
        ParleyException reason = why != null
                ? why
                : new ParleyException(ErrorCode.CLOSED, "the session ended before the answer to a ping");
        waiting.forEach(ping -> lock.defer(() -> ping.completeExceptionally(reason)));
        waiting.clear();
    }
}
