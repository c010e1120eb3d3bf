package io.parley.cxf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** A relay between a client and a service that forwards entities byte by byte and counts them. */
final class EntityCount implements AutoCloseable {
    private static final List<String> REQUEST_HEADERS =
            List.of("Content-Type", "SOAPAction", "Content-Encoding", "Accept-Encoding");
    private static final List<String> RESPONSE_HEADERS = List.of("Content-Type", "Content-Encoding");

    private final HttpClient onward = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final LongAdder bytes = new LongAdder();
    private final HttpServer server;
    private final URI service;

    EntityCount(String service) throws IOException {
        this.service = URI.create(service);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort() + "/stations";
    }

    /** Returns the bytes of all entities so far, of requests and responses. */
    long bytes() {
        return bytes.sum();
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            HttpRequest.Builder on = HttpRequest.newBuilder(service).POST(BodyPublishers.ofByteArray(request));
            for (String name : REQUEST_HEADERS) {
                String value = exchange.getRequestHeaders().getFirst(name);
                if (value != null) {
                    on.header(name, value);
                }
            }
            HttpResponse<byte[]> response = onward.send(on.build(), BodyHandlers.ofByteArray());
            bytes.add(request.length + response.body().length);
            for (String name : RESPONSE_HEADERS) {
                response.headers()
                        .firstValue(name)
                        .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
            }
            exchange.sendResponseHeaders(response.statusCode(), response.body().length);
            exchange.getResponseBody().write(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
