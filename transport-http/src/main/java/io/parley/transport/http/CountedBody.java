package io.parley.transport.http;

import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.ParleyException;
import java.io.FilterInputStream;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Collects a response's body in memory that is counted until its stream is closed. A body that exceeds its limit or
 * that memory fails, and no more is read. Used for one response. Thread-safe.
 */
final class CountedBody implements HttpResponse.BodySubscriber<InputStream>, AutoCloseable {
    /** Guarded by this, as are the next fields. */
    private final Body body;

    private final CompletableFuture<InputStream> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;
    private boolean closed;

    CountedBody(BodyMemory memory, long maxBytes) {
        this.body = Body.within(memory, Limit.MESSAGE_BYTES, maxBytes);
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return whole;
    }

    @Override
    public synchronized void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public synchronized void onNext(List<ByteBuffer> parts) {
        if (closed) {
            return;
        }
        try {
            parts.forEach(part -> body.add(Unpooled.wrappedBuffer(part)));
        } catch (ParleyException e) {
            close();
            whole.completeExceptionally(e);
        }
    }

    @Override
    public void onError(Throwable cause) {
        close();
        whole.completeExceptionally(cause);
    }

    @Override
    public synchronized void onComplete() {
        whole.complete(new FilterInputStream(body.input()) {
            @Override
            public void close() {
                CountedBody.this.close();
            }
        });
    }

    /** Reads no more, and releases the memory. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        if (subscription != null) {
            subscription.cancel();
        }
        body.close();
    }
}
