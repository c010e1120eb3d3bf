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
 * Requests of the JDK's client that end with their time, whatever the server does: the client's own timeout ends with a response's
 * head, and a body may stall for ever.
 */
public final class WholeResponse {
    /** Time that lets the client's own timeout end the request first: its exception names the state that it was in. */
    private static final Duration GRACE = Duration.ofMillis(100);

    private WholeResponse() {}

    /**
     * Sends a request, and waits for the whole response.
     *
     * @param request has no timeout yet
     * @param within for all of it; then the connection is closed
     * @param most bytes of the body; of a longer one the next byte is handed over too, so that the reader notices, and no more is
     *     read
     * @return with a body that is in memory
     * @throws HttpTimeoutException if it did not come in that time
     * @throws IOException if it did not come whole
     * @throws InterruptedException if this thread was interrupted; the request is cancelled
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
            HttpTimeoutException late = new HttpTimeoutException("no whole response in time");
            late.initCause(e);
            throw late;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException why ? why : new IOException(e.getCause());
        } finally {
            sent.cancel(true); // which closes the connection, and does nothing once the response is whole
        }
    }
}
