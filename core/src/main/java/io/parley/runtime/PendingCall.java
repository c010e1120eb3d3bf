package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.session.Stream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A request under way, until its response, its time or its caller ends it: whichever comes first. */
final class PendingCall extends Outgoing implements Call {
    private final Link link;
    private final Stream stream;
    private final CompletableFuture<IncomingMessage> response = new CompletableFuture<>();
    private final AtomicBoolean settled = new AtomicBoolean();
    private final Timers.Timer timer;

    PendingCall(Link link, Stream stream, int chunkBytes, Duration timeout) {
        super(link, stream, chunkBytes);
        this.link = link;
        this.stream = stream;
        stream.attach(this);
        this.timer = link.services().timers.schedule(() -> onTimeout(timeout), timeout);
        // The dependent stage has nothing to say: settling is all that it is for.
        var unused = response.whenComplete((message, why) -> onSettledByCaller());
    }

    @Override
    public CompletableFuture<IncomingMessage> response() {
        return response;
    }

    @Override
    public void cancel() {
        giveUp(new ParleyException(ErrorCode.CANCELLED, "the call was cancelled by its caller"));
    }

    /** The response came. */
    void complete(Incoming message) {
        if (!settle() || !response.complete(message)) {
            message.close();
        }
    }

    /** There will be no response. */
    void fail(ParleyException why) {
        if (settle()) {
            response.completeExceptionally(why);
        }
    }

    @Override
    void onDiscarded(ParleyException why) {
        super.onDiscarded(why);
        fail(why);
    }

    private void onTimeout(Duration timeout) {
        giveUp(new ParleyException(
                ErrorCode.TIMEOUT, "call: expected the response within " + timeout.toMillis() + " ms, found none"));
    }

    private void onSettledByCaller() {
        if (settle()) {
            abort(ErrorCode.CANCELLED, "the call was cancelled by its caller");
        }
    }

    private void giveUp(ParleyException why) {
        if (settle()) {
            abort(why.code(), why.text());
            response.completeExceptionally(why);
        }
    }

    private void abort(ErrorCode code, String text) {
        link.abort(stream, code, text);
        abortSides(code, text);
    }

    /** True for the one who ends the call. */
    private boolean settle() {
        boolean first = settled.compareAndSet(false, true);
        if (first) {
            timer.cancel();
        }
        return first;
    }
}
