package io.parley.conformance;

import io.parley.conformance.jms.QueueListener;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The suite's service at HTTP or HTTPS URLs, whose connections are streams. Thread-safe. */
final class WebSite implements Site {
    private final String wsdl;
    private final @Nullable ShownCertificate certificate;
    private final HttpService listener;
    private final Map<String, Visit> visits = new ConcurrentHashMap<>();
    private final AtomicInteger number = new AtomicInteger();

    private WebSite(int port, String wsdl, @Nullable ShownCertificate certificate) throws IOException {
        this.wsdl = wsdl;
        this.certificate = certificate;
        listener = HttpService.open(port, certificate, this::serve);
    }

    static WebSite listen(int port, String wsdl, @Nullable ShownCertificate certificate) throws IOException {
        return new WebSite(port, wsdl, certificate);
    }

    @Override
    public Visit visit(String suffix, Reply reply) throws IOException {
        String path = "/conform/" + number.incrementAndGet();
        String scheme = certificate == null ? "http" : "https";
        URI url = URI.create(scheme + "://localhost:" + listener.port() + path);
        Visit visit = new Visit(url, reply, new StreamDoor(certificate));
        visits.put(path, visit);
        return visit;
    }

    @Override
    public QueueListener listenElsewhere(String name) {
        throw new NotApplicable("the client calls no queue");
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

    @Override
    public boolean isProtected() {
        return certificate != null;
    }

    @Override
    public boolean hasQueues() {
        return false;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Visit visit : visits.values()) {
            visit.close();
        }
    }
}
