package io.parley.peer;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.DataTerms;
import io.parley.negotiation.Digest;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An open session that can be ended, for tests of its owners; it carries no messages. */
final class StandingConversation implements Conversation {
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final AtomicInteger drains = new AtomicInteger();
    private final Agreement agreement;
    private volatile CompletableFuture<Void> suspicion = CompletableFuture.completedFuture(null);
    private volatile boolean open = true;

    StandingConversation(Duration lifetime) {
        this(lifetime, Reliability.NONE);
    }

    StandingConversation(Duration lifetime, Reliability reliability) {
        this.agreement = new Agreement(
                "a-1",
                "bnux",
                "local",
                List.of(),
                ChannelSecurity.NONE,
                "",
                "none",
                reliability,
                Limits.defaults(),
                lifetime,
                "",
                List.of(),
                DataTerms.same(""),
                Digest.of("terms"));
    }

    int drains() {
        return drains.get();
    }

    /** Simulates a call that timed out and a silent peer. */
    void fallSilent() {
        suspicion = new CompletableFuture<>();
    }

    /** Simulates a sign of life of the peer. */
    void answer() {
        suspicion.complete(null);
    }

    @Override
    public boolean isSuspect() {
        return !suspicion.isDone();
    }

    @Override
    public CompletionStage<Void> suspicionOver() {
        return suspicion;
    }

    /** Simulates a draining peer: no new messages are accepted, those in progress continue. */
    void goAway() {
        open = false;
    }

    void lose(ErrorCode code) {
        open = false;
        closed.completeExceptionally(new ParleyException(code, "as the test wants it"));
    }

    @Override
    public Agreement agreement() {
        return agreement;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public @Nullable Object attachment() {
        return null;
    }

    @Override
    public byte[] openTerms() {
        return new byte[0];
    }

    @Override
    public Call beginCall(Duration timeout) {
        throw new ParleyException(ErrorCode.CLOSED, "no messages here");
    }

    @Override
    public OutgoingMessage beginOneWay() {
        throw new ParleyException(ErrorCode.CLOSED, "no messages here");
    }

    @Override
    public CompletionStage<Duration> ping() {
        return CompletableFuture.completedStage(Duration.ZERO);
    }

    @Override
    public Traffic traffic() {
        return new Traffic(0, 0, 0, 0, 0, 0);
    }

    @Override
    public void drain() {
        drains.incrementAndGet();
        open = false;
        closed.complete(null);
    }

    @Override
    public void close(ErrorCode code, String text) {
        lose(code);
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed;
    }
}
