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
 * Reader of a response's whole body, into memory that needs no release. If the body is longer than it may be, it fails,
 * or is cut one byte behind, and no more is read. For one response. Parts are copied together, so that no peer makes a
 * byte cost a buffer.
 */
final class BoundedBody implements HttpResponse.BodySubscriber<ByteBuf> {
    private final long most;
    private final boolean cut;
    private final ByteBuf bytes = Unpooled.buffer();
    private final CompletableFuture<ByteBuf> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    private BoundedBody(long most, boolean cut) {
        this.most = most;
        this.cut = cut;
    }

    /** Fails if the body is longer. */
    static BoundedBody of(long most) {
        return new BoundedBody(most, false);
    }

    /** Returns a reader that keeps one byte more than that if the body is longer. */
    static BoundedBody cutAfter(long most) {
        return new BoundedBody(most, true);
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
            if (bytes.readableBytes() + (long) part.remaining() > most) {
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
            bytes.writeBytes(part.slice(part.position(), Math.toIntExact(most + 1 - bytes.readableBytes())));
            whole.complete(bytes);
        } else {
            whole.completeExceptionally(
                    new IOException("expected a body of at most " + most + " bytes, found a longer one"));
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
