package io.parley.transport.http;

import io.netty.buffer.ByteBufInputStream;
import io.parley.Durations;
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
        CompletableFuture<HttpResponse<InputStream>> sent = client.sendAsync(
                request.timeout(within).build(),
                head -> HttpResponse.BodySubscribers.mapping(BoundedBody.cutAfter(most), ByteBufInputStream::new));
        try {
            return sent.get(Durations.nanos(within.plus(GRACE)), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            HttpTimeoutException timeout = new HttpTimeoutException("no complete response in time");
            timeout.initCause(e);
            throw timeout;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException why ? why : new IOException(e.getCause());
        } finally {
            sent.cancel(true); // closes the connection; no effect once the response is complete
        }
    }
}
