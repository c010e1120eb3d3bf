package io.parley.conformance;

import io.parley.conformance.raw.RawOffer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A client under test. This side is the service that it calls, at a new URL for each case, and requests each call.
 * Thread-safe.
 */
public final class Clients implements AutoCloseable {
    /** Makes one call with a new client. */
    public interface Caller {
        /** Calls any operation of the service at a URL once; its outcome does not matter, and exceptions are ignored. */
        void call(URI url) throws Exception;
    }

    private final HttpService listener;
    private final Caller caller;
    private final String wsdl;
    private final @Nullable ShownCertificate certificate;
    private final Map<String, Visit> visits = new ConcurrentHashMap<>();
    private final AtomicInteger number = new AtomicInteger();
    private @Nullable Visit usual;

    private Clients(int port, String wsdl, @Nullable ShownCertificate certificate, Caller caller) throws IOException {
        this.caller = caller;
        this.wsdl = wsdl;
        this.certificate = certificate;
        listener = HttpService.open(port, certificate, this::serve);
    }

    /**
     * Listens at HTTP URLs.
     *
     * @param port 0 for any
     * @param wsdl served to requests for it, with the address in place of {@code ⟨url⟩}; may be empty
     * @param caller makes the calls
     */
    public static Clients listen(int port, String wsdl, Caller caller) throws IOException {
        return new Clients(port, wsdl, null, caller);
    }

    /**
     * Listens at HTTPS URLs, and for streams over TLS.
     *
     * @param port 0 for any
     * @param wsdl served to requests for it, with the address in place of {@code ⟨url⟩}; may be empty
     * @param certificate of both, which clients must trust at the URL
     * @param caller makes the calls
     */
    public static Clients listenByTls(int port, String wsdl, ShownCertificate certificate, Caller caller)
            throws IOException {
        return new Clients(port, wsdl, certificate, caller);
    }

    /** Returns whether clients call an HTTPS URL and therefore stream over TLS. */
    boolean isProtected() {
        return certificate != null;
    }

    /** Returns the port of the service. */
    public int port() {
        return listener.port();
    }

    /** Starts a call by a new client whose offer is answered by {@code reply}. */
    Visit visit(Reply reply) throws IOException {
        String path = "/conform/" + number.incrementAndGet();
        String scheme = certificate == null ? "http" : "https";
        Visit visit = new Visit(URI.create(scheme + "://localhost:" + port() + path), reply, certificate);
        visits.put(path, visit);
        visit.begin(caller);
        return visit;
    }

    /**
     * Starts a call by a new client whose offer is answered with a channel at the service's URL.
     *
     * @throws NotApplicable if the client does not offer the channel
     */
    Visit visitBy(String channel) throws IOException {
        Visit visit = visit(Reply.answering(answer -> AnswerCases.with("channel", channel)
                .apply(answer)
                .replaceAll("<p:address [^>]*>|<p:certificate>.*?</p:certificate>", "")));
        if (!visit.offer().texts("channel").contains(channel)) {
            visit.close();
            throw new NotApplicable("the client does not offer " + channel);
        }
        return visit;
    }

    /**
     * Returns the visit whose session was opened and whose request arrived, for cases that examine what the client
     * sent; made once.
     */
    synchronized Visit usual() throws IOException {
        if (usual == null) {
            usual = visit(Reply.USUAL);
            try (Session session = usual.open()) {
                usual.takeRequest(session);
            }
        }
        return usual;
    }

    /** Returns a session with a client whose request has arrived. */
    Session opened() throws IOException {
        Visit visit = visit(Reply.USUAL);
        Session session = visit.open();
        visit.takeRequest(session);
        return session;
    }

    private String serve(HttpService.Request request, Socket connection) throws IOException {
        Visit visit = visits.get(request.target().split("\\?", 2)[0]);
        if (visit == null) {
            return new Response(404, "text/plain", "").toHttp();
        }
        if (request.header("Upgrade").equalsIgnoreCase("websocket")) {
            visit.upgrade(request, connection);
            return "";
        }
        if (request.header("Content-Type").startsWith(PostCases.FRAMES)) {
            visit.post(request, connection);
            return "";
        }
        if (request.method().equals("GET")) {
            return new Response(
                            200, "text/xml", wsdl.replace("⟨url⟩", visit.url().toString()))
                    .toHttp();
        }
        return visit.take(request).toHttp();
    }

    /**
     * An HTTP response.
     *
     * @param headers lines in addition to those of every response
     */
    record Response(int status, String type, String body, List<String> headers) {
        Response(int status, String type, String body) {
            this(status, type, body, List.of());
        }

        String toHttp() {
            int length = body.getBytes(StandardCharsets.UTF_8).length;
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " of the suite\r\nContent-Type: " + type
                    + "; charset=utf-8\r\nContent-Length: " + length + "\r\nConnection: close\r\n");
            for (String each : headers) {
                head.append(each).append("\r\n");
            }
            return head + "\r\n" + body;
        }

        static Response fault() {
            String soap = RawOffer.soap(1);
            return new Response(
                    500,
                    "text/xml",
                    "<s:Envelope xmlns:s=\"" + soap + "\"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>"
                            + "the service of the suite has no operations</faultstring></s:Fault></s:Body></s:Envelope>");
        }
    }

    @Override
    public void close() {
        listener.close();
        visits.values().forEach(Visit::close);
    }
}
