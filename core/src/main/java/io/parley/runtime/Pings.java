package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Pings of one session that wait for their answers. Guarded by the link's lock; futures complete behind it. */
final class Pings {
    private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private final Link link;
    private final Turns turns;

    Pings(Link link, Turns turns) {
        this.link = link;
        this.turns = turns;
    }

    /** Completes with the answer, or exceptionally with what ended the session before it. */
    CompletableFuture<Void> ping() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        turns.enter();
        try {
            if (link.session().isClosed()) {
                throw new ParleyException(
                        ErrorCode.CLOSED, "session with " + link.remote() + ": expected to be open, found it over");
            }
            link.exchange().ping(this::answered, link.services().timers.nanoTime());
            waiting.add(answer);
        } catch (ParleyException e) {
            answer.completeExceptionally(e);
        } finally {
            turns.leave();
        }
        return answer;
    }

    /** The oldest was answered: answers come in the order of the pings. */
    private void answered() {
        CompletableFuture<Void> oldest = waiting.remove();
        turns.after(() -> oldest.complete(null));
    }

    /** The session is over; the reason is null after an orderly end. */
    void fail(@Nullable ParleyException why) {
        ParleyException reason = why != null
                ? why
                : new ParleyException(ErrorCode.CLOSED, "the session ended before the answer to a ping");
        waiting.forEach(ping -> turns.after(() -> ping.completeExceptionally(reason)));
        waiting.clear();
    }
}
