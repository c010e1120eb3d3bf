package io.parley.transport.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** All of a response's body, unless it is longer than it may be: then it fails and no more is read. For one response. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final long most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    BoundedBody(long most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
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
            if (bytes.size() + (long) part.remaining() > most) {
                if (subscription != null) {
                    subscription.cancel();
                }
                whole.completeExceptionally(
                        new IOException("expected a body of at most " + most + " bytes, found a longer one"));
                return;
            }
            byte[] copy = new byte[part.remaining()];
            part.get(copy);
            bytes.write(copy, 0, copy.length);
        }
    }

    @Override
    public void onError(Throwable cause) {
        whole.completeExceptionally(cause);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
