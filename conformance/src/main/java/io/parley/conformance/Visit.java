package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawDigests;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.XmlTree;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A call by one client to a service of this suite, with all that the client sends: its offer, the connection that it
 * opens, and calls by SOAP. The client runs on a thread of its own; the case reads what it sent on its own thread.
 */
final class Visit implements AutoCloseable {
    private static final HexFormat HEX = HexFormat.of();
    /** Timeout of waiting for what a client must do. */
    static final int PATIENCE_MILLIS = 12_000;

    private static final int PAUSE_MILLIS = 50;
    private static final int TOKEN = 40;
    private static final int NODE = 8;
    /** Stands in an answer for the service's own host in capitals. */
    static final String HOST_IN_CAPITALS = "⟨HOST⟩";

    /** Cookie of each answer, which requests that follow from it must return. */
    static final String COOKIE = "suite=of-the-answer";

    private final URI url;
    private final Reply reply;
    private final Door door;
    private final byte[] token = new byte[TOKEN];
    private final CompletableFuture<XmlTree> envelope = new CompletableFuture<>();
    private final CompletableFuture<Boolean> soap = new CompletableFuture<>();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final List<RawFrame> request = new ArrayList<>();
    private final BlockingQueue<Open> upgrades = new LinkedBlockingQueue<>();
    private final BlockingDeque<Open> posts = new LinkedBlockingDeque<>();
    private volatile HttpService.@Nullable Request offered;
    private volatile XmlTree offer = XmlTree.parse("<none/>");
    private volatile XmlTree answer = offer;
    private volatile int length;
    private volatile boolean closed;
    private byte[] preamble = {};
    private Map<String, String> opening = Map.of();

    Visit(URI url, Reply reply, Door door) {
        this.url = url;
        this.reply = reply;
        this.door = door;
        new Random().nextBytes(token);
    }

    URI url() {
        return url;
    }

    /** A call by the client. */
    interface Call {
        void run() throws Exception;
    }

    void begin(Call call) {
        Thread thread = new Thread(
                () -> {
                    try {
                        call.run();
                        ended.complete(true);
                    } catch (Exception e) { // how a call ends does not matter
                        ended.complete(false);
                    }
                },
                "parley-conform-client");
        thread.setDaemon(true);
        thread.start();
    }

    /** A request on a connection that has not been answered. */
    record Open(HttpService.Request request, Socket connection) {}

    /** Receives a WebSocket upgrade request. */
    void upgrade(HttpService.Request request, Socket connection) {
        upgrades.add(new Open(request, connection));
    }

    /** Returns the client's next WebSocket upgrade request. */
    Open upgrade() {
        return next(upgrades, PATIENCE_MILLIS, "a request for a WebSocket");
    }

    /** Receives a post of frames. */
    void post(HttpService.Request request, Socket connection) {
        posts.add(new Open(request, connection));
    }

    /** Returns the client's next post of frames. */
    Open post() {
        return next(posts, PATIENCE_MILLIS, "a post of frames");
    }

    /** Returns whether a post is pending or arrives within {@code millis}; the post is not consumed. */
    boolean postsSoon(int millis) {
        try {
            posts.addFirst(next(posts, millis, ""));
            return true;
        } catch (Mismatch e) {
            return false;
        }
    }

    /** Waits until the client has called by SOAP or ended its call. */
    void expectOver() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!isOver()) {
            if (System.nanoTime() > end) {
                throw new Mismatch("a call by SOAP, or an end", "neither");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        }
    }

    /** Waits until the client's call has ended with any outcome. */
    void ended() {
        awaited(ended, "an end of the call");
    }

    private static Open next(BlockingQueue<Open> from, int millis, String what) {
        try {
            Open open = from.poll(millis, TimeUnit.MILLISECONDS);
            if (open == null) {
                throw new Mismatch(what, "none");
            }
            return open;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Handles an HTTP request: an offer, or a call by SOAP. */
    Response take(HttpService.Request request) {
        XmlTree message = XmlTree.parse(request.body());
        if (message.find("offer").isEmpty()) {
            soap.complete(true);
            return Response.fault();
        }
        offered = request;
        length = request.body().length();
        offer = message.find("offer").orElseThrow();
        String text = reply.answer()
                .apply(answer(offer))
                .replace(HOST_IN_CAPITALS, door.host().toUpperCase(Locale.ROOT));
        answer = readable(text);
        Response said = reply.response()
                .apply(new Response(
                        200,
                        "text/xml",
                        Wish.envelope("", text),
                        List.of(
                                "Parley-Node: " + HEX.formatHex(token, 0, NODE),
                                "Set-Cookie: " + COOKIE + "; Path=/")));
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
        xml.append("<p:representation>" + representation + "</p:representation>");
        xml.append(door.terms());
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

    /** Returns an agreed limit. */
    long limit(String name) {
        return offer().all("limit").stream()
                .filter(each -> each.attribute("name").equals("parley.limits." + name))
                .mapToLong(each -> Long.parseLong(each.attribute("value")))
                .findFirst()
                .orElseThrow(() -> new Mismatch("a limit " + name, "none"));
    }

    /** Returns the message with the offer. */
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
        return Objects.requireNonNull(offered).header(name);
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

    /** Accepts the client's connection. */
    Line line() throws IOException {
        offer();
        Line line = door.line(PATIENCE_MILLIS);
        if (line == null) {
            throw new Mismatch("a connection", "none");
        }
        return line;
    }

    /**
     * Returns the listener that the client must connect to.
     *
     * @throws NotApplicable if the channel is not jms
     */
    QueueDoor queue() {
        if (door instanceof QueueDoor queue) {
            offer();
            return queue;
        }
        throw new NotApplicable("the client calls no queue");
    }

    /**
     * Returns the listener that the client must connect to.
     *
     * @throws NotApplicable if the channel is not the stream
     */
    StreamDoor stream() {
        if (door instanceof StreamDoor stream) {
            offer();
            return stream;
        }
        throw new NotApplicable("the channel is not the stream");
    }

    /** Accepts the client's connection and reads up to OPEN. */
    Line opened() throws IOException {
        return opened(line());
    }

    /** Reads a connection up to OPEN. */
    Line opened(Line line) throws IOException {
        preamble = line.readPreamble();
        RawFrame frame = line.read();
        if (!Session.is(frame, RawFrameType.OPEN)) {
            throw new Mismatch("OPEN first", RawFrameType.of(frame.type()).name());
        }
        opening = Line.fields(frame);
        return line;
    }

    /** Accepts the client's session. */
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

    /** Expects that the client makes no connection, and continues by SOAP or fails its call. */
    void expectRefused() throws IOException {
        offer();
        expectNoConnection();
    }

    /** Expects no connection other than those already accepted. */
    void expectNoConnection() throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (System.nanoTime() < end) {
            if (door.isSought(PAUSE_MILLIS)) {
                throw new Mismatch("no connection, since the answer is to be refused", "one");
            }
            if (isOver()) {
                return;
            }
        }
        throw new Mismatch("a call by SOAP, or an end", "neither");
    }

    /** Returns whether the client's call has ended. */
    boolean hasEnded() {
        return ended.isDone();
    }

    /** Returns whether the case needs no more of the client. */
    boolean isClosed() {
        return closed;
    }

    /** Returns whether the client has called by SOAP or ended its call. */
    boolean isOver() {
        return soap.isDone() || ended.isDone();
    }

    /** Returns the bytes of a preamble and ACCEPT. */
    byte[] acceptance() {
        Map<String, String> fields = Map.of("digest", HEX.formatHex(digest()), "received", "0", "secret", "");
        byte[] accept =
                new RawFrame(RawFrameType.ACCEPT.number(), 0, 0, 0, RawFrameType.ACCEPT.write(0, fields)).encode(true);
        return new ByteOutput().bytes(RawConnection.preamble()).bytes(accept).toBytes();
    }

    /** Returns the route of the offer, which must be 32 lower-case hex digits. */
    String route() {
        String route = header("Parley-Route");
        if (!route.matches("[0-9a-f]{32}")) {
            throw new Mismatch("Parley-Route of 32 hex digits", route);
        }
        return route;
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
    public void close() throws IOException {
        closed = true;
        door.close();
    }
}
