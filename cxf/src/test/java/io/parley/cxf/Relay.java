package io.parley.cxf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/** A relay between a client and a service that edits negotiations and passes every other message unchanged. */
final class Relay implements AutoCloseable {
    private final HttpClient onward;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final URI service;

    private volatile UnaryOperator<String> offerEdit = UnaryOperator.identity();
    private volatile UnaryOperator<String> answerEdit = UnaryOperator.identity();

    Relay(String service) throws IOException {
        this(
                service,
                HttpClient.newHttpClient(),
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    /** Creates a relay to an https service: it has keys that the client trusts, and trusts the service's. */
    static Relay secured(String service, SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new Relay(service, HttpClient.newBuilder().sslContext(tls).build(), server);
    }

    private Relay(String service, HttpClient onward, HttpServer server) {
        this.service = URI.create(service);
        this.onward = onward;
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    /** Sets the edits of offers and answers from now on. */
    void edit(UnaryOperator<String> offers, UnaryOperator<String> answers) {
        offerEdit = offers;
        answerEdit = answers;
    }

    /** Returns an address of the service through this relay; each path is another address for the client. */
    String address(String path) {
        return service.getScheme() + "://localhost:" + server.getAddress().getPort() + "/" + path;
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            HttpResponse<String> response =
                    send(exchange, request.contains(":offer ") ? offerEdit.apply(request) : request);
            String body = response.body();
            byte[] reply = (body.contains(":answer ") ? answerEdit.apply(body) : body).getBytes(StandardCharsets.UTF_8);
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(response.statusCode(), reply.length);
            exchange.getResponseBody().write(reply);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private HttpResponse<String> send(HttpExchange exchange, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(service);
        for (String name : new String[] {"Content-Type", "SOAPAction"}) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        return onward.send(
                request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
