package io.parley.conformance;

import com.sun.net.httpserver.Headers;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawDigests;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.XmlTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What one client says to a service of this suite: its offer, the connection that it opens, and calls by SOAP. The client runs on a
 * thread of its own; what it said is asked for on the thread of the case.
 */
final class Visit implements AutoCloseable {
    private static final HexFormat HEX = HexFormat.of();
    private static final int PATIENCE_MILLIS = 12_000;
    private static final int PAUSE_MILLIS = 50;
    private static final int TOKEN = 40;

    private final URI url;
    private final Reply reply;
    private final ServerSocket stream;
    private final byte[] token = new byte[TOKEN];
    private final CompletableFuture<XmlTree> envelope = new CompletableFuture<>();
    private final CompletableFuture<Boolean> soap = new CompletableFuture<>();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final List<RawFrame> request = new ArrayList<>();
    private volatile Headers headers = new Headers();
    private volatile XmlTree offer = XmlTree.parse("<none/>");
    private volatile XmlTree answer = offer;
    private volatile int length;
    private byte[] preamble = {};
    private Map<String, String> opening = Map.of();

    Visit(URI url, Reply reply) throws IOException {
        this.url = url;
        this.reply = reply;
        stream = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        new Random().nextBytes(token);
    }

    URI url() {
        return url;
    }

    void begin(Clients.Caller caller) {
        Thread thread = new Thread(
                () -> {
                    try {
                        caller.call(url);
                        ended.complete(true);
                    } catch (Exception e) { // how a call ends does not matter
                        ended.complete(false);
                    }
                },
                "parley-conform-client");
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes a request of HTTP: an offer, or a call by SOAP. */
    Clients.Said take(Headers with, String body) {
        XmlTree message = XmlTree.parse(body);
        if (message.find("offer").isEmpty()) {
            soap.complete(true);
            return Clients.Said.fault();
        }
        headers = with;
        length = body.length();
        offer = message.find("offer").orElseThrow();
        String text = reply.answer().apply(answer(offer));
        answer = readable(text);
        Clients.Said said = reply.response().apply(new Clients.Said(200, "text/xml", Wish.envelope("", text)));
        envelope.complete(message);
        return said;
    }

    private static XmlTree readable(String answer) {
        try {
            return XmlTree.parse(answer);
        } catch (RuntimeException e) {
            return XmlTree.parse("<none/>"); // a case that is to be refused anyway
        }
    }

    private String answer(XmlTree to) {
        StringBuilder xml =
                new StringBuilder("<p:answer xmlns:p=\"urn:parley:1\" version=\"1\" id=\"answer-1\" offer=\""
                        + to.attribute("id") + "\">");
        String representation = to.texts("representation").contains("hhfr")
                ? "hhfr"
                : to.texts("representation").get(0);
        xml.append("<p:representation>" + representation + "</p:representation><p:channel>stream</p:channel>");
        xml.append("<p:address port=\"" + stream.getLocalPort() + "\"/><p:security>none</p:security>");
        xml.append("<p:compression>none</p:compression><p:reliability>none</p:reliability>");
        for (XmlTree limit : to.all("limit")) {
            xml.append(
                    "<p:limit name=\"" + limit.attribute("name") + "\" value=\"" + limit.attribute("value") + "\"/>");
        }
        return xml.append("<p:lifetime>600</p:lifetime><p:data fingerprint=\""
                        + to.all("data").get(0).attribute("fingerprint") + "\"/><p:token>")
                .append(Base64.getUrlEncoder().withoutPadding().encodeToString(token))
                .append("</p:token></p:answer>")
                .toString();
    }

    /** The message with the offer. */
    XmlTree envelope() {
        return awaited(envelope, "an offer");
    }

    XmlTree offer() {
        envelope();
        return offer;
    }

    int length() {
        envelope();
        return length;
    }

    String header(String name) {
        envelope();
        String value = headers.getFirst(name);
        return value == null ? "" : value;
    }

    byte[] digest() {
        return RawDigests.sha256(RawDigests.termsText(offer, answer));
    }

    byte[] token() {
        return token.clone();
    }

    byte[] preamble() {
        return preamble.clone();
    }

    Map<String, String> opening() {
        return opening;
    }

    List<RawFrame> request() {
        return List.copyOf(request);
    }

    /** The connection that the client makes. */
    Line line() throws IOException {
        offer();
        stream.setSoTimeout(PATIENCE_MILLIS);
        try {
            return Line.on(stream.accept());
        } catch (SocketTimeoutException e) {
            throw new Mismatch("a connection", "none");
        }
    }

    /** The same, as far as OPEN. */
    Line opened() throws IOException {
        Line line = line();
        preamble = line.readPreamble();
        RawFrame frame = line.read();
        if (!Session.is(frame, RawFrameType.OPEN)) {
            throw new Mismatch("OPEN first", RawFrameType.of(frame.type()).name());
        }
        opening = Line.fields(frame);
        return line;
    }

    /** A session that is accepted. */
    Session open() throws IOException {
        Line line = opened();
        accept(line, digest());
        return new Session(line, false);
    }

    static void accept(Line line, byte[] digest) throws IOException {
        line.preamble()
                .unnumbered(
                        RawFrameType.ACCEPT, Map.of("digest", HEX.formatHex(digest), "received", "0", "secret", ""));
    }

    /** Reads the frames of the client's request, up to its END. */
    void takeRequest(Session session) throws IOException {
        RawFrame frame;
        do {
            frame = session.await("a request", each -> Session.is(each, RawFrameType.DATA));
            request.add(frame);
        } while ((frame.flags() & RawFrameType.END) == 0);
    }

    byte[] content() {
        ByteOutput content = new ByteOutput();
        for (RawFrame frame : request) {
            content.bytes(HEX.parseHex(Line.fields(frame).get("content")));
        }
        return content.toBytes();
    }

    /** The client goes on by SOAP, or its call ends, and it makes no connection. */
    void expectRefused() throws IOException {
        offer();
        stream.setSoTimeout(PAUSE_MILLIS);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (System.nanoTime() < end) {
            try (var socket = stream.accept()) {
                throw new Mismatch("no connection, since the answer is to be refused", "one from " + socket.getPort());
            } catch (SocketTimeoutException e) {
                if (soap.isDone() || ended.isDone()) {
                    return;
                }
            }
        }
        throw new Mismatch("a call by SOAP, or an end", "neither");
    }

    private static <T> T awaited(CompletableFuture<T> future, String what) {
        try {
            return future.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new Mismatch(what, "none");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
