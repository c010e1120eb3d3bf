package io.parley.cli;

import io.parley.Causes;
import io.parley.console.ConsolePage;
import io.parley.console.Node;
import io.parley.console.Order;
import io.parley.transport.http.WholeResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** A node that is reached by the operator's page that it serves. Thread-safe. */
final class RemoteNode implements Node {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final URI page;
    private final Map<String, String> headers;

    /**
     * Creates a node.
     *
     * @param page address of its page
     * @param headers sent with each request, such as credentials
     */
    RemoteNode(URI page, Map<String, String> headers) {
        String address = page.toString();
        this.page = URI.create(address.endsWith("/") ? address : address + "/");
        this.headers = Map.copyOf(headers);
    }

    @Override
    public String name() {
        return page.toString();
    }

    @Override
    public String status() throws IOException {
        return send(request("status").GET());
    }

    @Override
    public void take(Order order) throws IOException {
        send(request("orders")
                .header(ConsolePage.ORDER_HEADER, "order")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(order.form())));
    }

    private HttpRequest.Builder request(String below) {
        HttpRequest.Builder request = HttpRequest.newBuilder(page.resolve(below));
        headers.forEach(request::header);
        return request;
    }

    private String send(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<InputStream> response = responseTo(request);
            String body = new String(response.body().readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            if (response.statusCode() != 200) {
                throw new IOException(page + " answers " + response.statusCode()
                        + (response.statusCode() == 401 || response.statusCode() == 403
                                ? ": give its credentials by --header"
                                : ": is it the address of an operator's page?"));
            }
            return body;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(page + " was not waited for");
        }
    }

    /** Exceptions of the client often have no text, and never the address. */
    private HttpResponse<InputStream> responseTo(HttpRequest.Builder request) throws IOException, InterruptedException {
        try {
            return WholeResponse.send(http, request, PATIENCE, MOST_BYTES);
        } catch (IOException e) {
            throw new IOException(page + " does not answer: " + Causes.text(e), e);
        }
    }
}
