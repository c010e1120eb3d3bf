package io.parley.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Collects a response's body into memory that needs no release. A body beyond the maximum fails, or is truncated one
 * byte after it, and no more is read. Parts are copied together, so that a peer that sends single bytes cannot make
 * each cost a buffer. Used for one response.
 */
final class BoundedBody implements HttpResponse.BodySubscriber<ByteBuf> {
    private final long maxBytes;
    private final boolean cut;
    private final ByteBuf bytes = Unpooled.buffer();
    private final CompletableFuture<ByteBuf> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    private BoundedBody(long maxBytes, boolean cut) {
        this.maxBytes = maxBytes;
        this.cut = cut;
    }

    /** Returns a subscriber that fails if the body exceeds the maximum. */
    static BoundedBody of(long maxBytes) {
        return new BoundedBody(maxBytes, false);
    }

    /** Returns a subscriber that truncates a longer body to one byte more than the maximum. */
    static BoundedBody cutAfter(long maxBytes) {
        return new BoundedBody(maxBytes, true);
    }

    @Override
    public CompletionStage<ByteBuf> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (whole.isDone()) {
                return;
            }
            if (bytes.readableBytes() + (long) part.remaining() > maxBytes) {
                tooLong(part);
                return;
            }
            bytes.writeBytes(part);
        }
    }

    private void tooLong(ByteBuffer part) {
        if (subscription != null) {
            subscription.cancel();
        }
        if (cut) {
            bytes.writeBytes(part.slice(part.position(), Math.toIntExact(maxBytes + 1 - bytes.readableBytes())));
            whole.complete(bytes);
        } else {
            whole.completeExceptionally(
                    new IOException("expected a body of at most " + maxBytes + " bytes, found a longer one"));
        }
    }

    @Override
    public void onError(Throwable cause) {
        whole.completeExceptionally(cause);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes);
    }
}
