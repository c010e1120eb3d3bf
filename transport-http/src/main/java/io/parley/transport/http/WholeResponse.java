package io.parley.transport.http;

import io.netty.buffer.ByteBufInputStream;
import io.parley.Durations;
import io.parley.ParleyException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests by the JDK's client with a timeout for the whole response. The client's own timeout covers only the head, so
 * that a body may stall for ever.
 */
public final class WholeResponse {
    /** Lets the client's own timeout end the request first: its exception names the state of the request. */
    private static final Duration GRACE = Duration.ofMillis(100);

    private WholeResponse() {}

    /**
     * Sends a request, and blocks until the response is complete.
     *
     * @param request without a timeout of its own
     * @param within timeout of everything; the connection is closed then
     * @param most maximum bytes of the body; a longer body is truncated one byte after them, so that the caller
     *     notices
     * @return the response, with its body in memory
     * @throws HttpTimeoutException if the response is not complete in time
     * @throws IOException if the connection ended before the response was complete
     * @throws InterruptedException if this thread is interrupted; the request is cancelled
     */
    public static HttpResponse<InputStream> send(
            HttpClient client, HttpRequest.Builder request, Duration within, long most)
            throws IOException, InterruptedException {
        return send(
                client,
                request,
                within,
                () -> HttpResponse.BodySubscribers.mapping(BoundedBody.cutAfter(most), ByteBufInputStream::new));
    }

    /**
     * Sends a request like {@link #send(HttpClient, HttpRequest.Builder, Duration, long)}, for a response whose memory
     * is counted until its body is closed.
     *
     * @param most maximum bytes of the body
     * @throws ParleyException {@code LIMIT} or {@code BUDGET} if the body exceeds the maximum or the memory; the
     *     request may have been handled
     */
    public static HttpResponse<InputStream> send(
            HttpClient client, HttpRequest.Builder request, Duration within, BodyMemory memory, long most)
            throws IOException, InterruptedException {
        AtomicReference<@Nullable CountedBody> latest = new AtomicReference<>();
        boolean whole = false;
        try {
            HttpResponse<InputStream> response = send(client, request, within, () -> {
                CountedBody body = new CountedBody(memory, most);
                close(latest.getAndSet(body)); // that of a response that the client does not return
                return body;
            });
            whole = true;
            return response;
        } finally {
            if (!whole) {
                close(latest.get());
            }
        }
    }

    private static void close(@Nullable CountedBody body) {
        if (body != null) {
            body.close();
        }
    }

    private static HttpResponse<InputStream> send(
            HttpClient client,
            HttpRequest.Builder request,
            Duration within,
            Supplier<HttpResponse.BodySubscriber<InputStream>> body)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<InputStream>> sent =
                client.sendAsync(request.timeout(within).build(), head -> body.get());
        try {
            return sent.get(Durations.nanos(within.plus(GRACE)), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            HttpTimeoutException timeout = new HttpTimeoutException("no complete response in time");
            timeout.initCause(e);
            throw timeout;
        } catch (ExecutionException e) {
            throw failure(e);
        } finally {
            sent.cancel(true); // closes the connection; no effect once the response is complete
        }
    }

    /** Returns the failure of a request; throws that of its body. */
    private static IOException failure(ExecutionException failed) {
        for (Throwable cause = failed.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ParleyException refused) {
                throw refused.afterDispatch();
            }
        }
        return failed.getCause() instanceof IOException why ? why : new IOException(failed.getCause());
    }
}
