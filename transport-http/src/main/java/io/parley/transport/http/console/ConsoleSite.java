package io.parley.transport.http.console;

import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.console.ConsolePage;
import io.parley.transport.http.Body;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;
import io.parley.transport.http.Response;
import io.parley.transport.http.Site;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Site of the operator's console below one path, with access control. Orders may block and run on a thread of the site.
 * Thread-safe.
 */
public final class ConsoleSite implements Site, AutoCloseable {
    private final String path;
    private final ConsolePage page;
    private final Gate gate;
    private final ExecutorService orders =
            Executors.newSingleThreadExecutor(DaemonThreads.named("parley-console-orders"));

    private ConsoleSite(String path, ConsolePage page, Gate gate) {
        this.path = path;
        this.page = page;
        this.gate = gate;
    }

    /** Access control of operators. Thread-safe; must not block. */
    @FunctionalInterface
    public interface Gate {
        /** Returns the operator's name for the audit log; empty if access is denied. */
        Optional<String> admit(RequestHead head);
    }

    /**
     * Creates the site.
     *
     * @param path begins and ends with a slash
     * @throws IllegalArgumentException if it does not
     */
    public static ConsoleSite of(String path, ConsolePage page, Gate gate) {
        if (!path.startsWith("/") || !path.endsWith("/")) {
            throw new IllegalArgumentException("expected a path that begins and ends with a slash");
        }
        return new ConsoleSite(path, page, gate);
    }

    /** Returns whether a request is for this site. */
    public boolean isFor(RequestHead head) {
        return head.path().startsWith(path);
    }

    @Override
    public Handling on(RequestHead head) throws HttpRefusal {
        if (!isFor(head)) {
            throw new HttpRefusal(404, ErrorCode.UNKNOWN_OPERATION, "expected the path of the page, found another");
        }
        Optional<String> operator = gate.admit(head);
        if (operator.isEmpty()) {
            return new Now(
                    new Response(401, Map.of("WWW-Authenticate", "Basic realm=\"parley console\""), Body.empty()));
        }
        String shown = operator.get() + " at " + head.remote();
        String below = head.path().substring(path.length());
        if (head.method().equals("POST")) {
            return new Whole(ConsolePage.MOST_FORM_BYTES, (body, to) -> {
                String form = text(body);
                orders.execute(() -> to.answer(response(page.on(request(head, below, form, shown)))));
            });
        }
        if (head.method().equals("GET") && below.equals("status")) { // a remote node may be slow
            return new Whole(0, (body, to) -> {
                body.close();
                orders.execute(() -> to.answer(response(page.on(request(head, below, "", shown)))));
            });
        }
        ConsolePage.Reply reply = page.on(request(head, below, "", shown));
        return reply.events() ? new Events(reply.headers(), this::follow) : new Now(response(reply));
    }

    private void follow(SocketChannel socket) {
        SocketEvents events = new SocketEvents(socket, page::leave);
        socket.closeFuture().addListener(closed -> page.leave(events));
        socket.eventLoop()
                .execute(
                        () -> { // after the head of the response
                            if (!page.listen(events)) {
                                events.end();
                            }
                        });
    }

    private static ConsolePage.Request request(RequestHead head, String below, String form, String operator) {
        return new ConsolePage.Request(head.method(), below, head::header, form, operator);
    }

    private static String text(Body body) {
        try (body) {
            return new String(body.input().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("a body in memory cannot be read", e);
        }
    }

    private static Response response(ConsolePage.Reply reply) {
        return new Response(
                reply.status(),
                reply.headers(),
                Body.of(Unpooled.wrappedBuffer(reply.body().getBytes(StandardCharsets.UTF_8))));
    }

    /** Ends all event streams. */
    @Override
    public void close() {
        page.close();
        orders.shutdownNow();
    }
}
