package io.parley.conformance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.parley.conformance.raw.RawOffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A client that is judged: this side is the service that it calls, at another URL for each case, and asks for each call. Thread-safe.
 */
public final class Clients implements AutoCloseable {
    /** Makes one call by a new client. */
    public interface Caller {
        /** Calls any operation of the service at that URL, once; how the call ends does not matter. */
        void call(URI url) throws Exception;
    }

    private final HttpServer server;
    private final Caller caller;
    private final String wsdl;
    private final Map<String, Visit> visits = new ConcurrentHashMap<>();
    private final AtomicInteger number = new AtomicInteger();
    private @Nullable Visit usual;

    private Clients(HttpServer server, Caller caller, String wsdl) {
        this.server = server;
        this.caller = caller;
        this.wsdl = wsdl;
    }

    /**
     * Listens.
     *
     * @param port 0 for any
     * @param wsdl shown to who asks for it, with the address in place of {@code ⟨url⟩}; may be empty
     */
    public static Clients listen(int port, String wsdl, Caller caller) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        Clients clients = new Clients(server, caller, wsdl);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "parley-conform-http");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", clients::serve);
        server.start();
        return clients;
    }

    /** Returns the port at which the service is. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** A call by a new client, whose offer is answered as the reply says. */
    Visit visit(Reply reply) throws IOException {
        String path = "/conform/" + number.incrementAndGet();
        Visit visit = new Visit(URI.create("http://localhost:" + port() + path), reply);
        visits.put(path, visit);
        visit.begin(caller);
        return visit;
    }

    /** One visit whose session was opened and whose request came, for cases that look at what was said. */
    synchronized Visit usual() throws IOException {
        if (usual == null) {
            usual = visit(Reply.USUAL);
            try (Session session = usual.open()) {
                usual.takeRequest(session);
            }
        }
        return usual;
    }

    /** A session with a client whose request has come. */
    Session opened() throws IOException {
        Visit visit = visit(Reply.USUAL);
        Session session = visit.open();
        visit.takeRequest(session);
        return session;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Visit visit = visits.get(exchange.getRequestURI().getPath());
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Said said = visit == null
                    ? new Said(404, "text/plain", "")
                    : exchange.getRequestMethod().equals("GET")
                            ? new Said(
                                    200,
                                    "text/xml",
                                    wsdl.replace("⟨url⟩", visit.url().toString()))
                            : visit.take(exchange.getRequestHeaders(), body);
            byte[] bytes = said.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", said.type() + "; charset=utf-8");
            exchange.sendResponseHeaders(said.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** A response. */
    record Said(int status, String type, String body) {
        static Said fault() {
            String soap = RawOffer.soap(1);
            return new Said(
                    500,
                    "text/xml",
                    "<s:Envelope xmlns:s=\"" + soap + "\"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>"
                            + "the service of the suite has no operations</faultstring></s:Fault></s:Body></s:Envelope>");
        }
    }

    @Override
    public void close() {
        server.stop(0);
        visits.values().forEach(Visit::close);
    }
}
