package io.parley.transport.http;

import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.UrlPendingConnections;
import io.parley.channel.http.PostSender;
import io.parley.channel.websocket.Upgrade;
import io.parley.channel.websocket.UpgradeDesk;
import io.parley.channel.websocket.UpgradeRefusal;
import io.parley.channel.websocket.WebSocket;
import io.parley.transport.stream.WebSockets;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Handles the upgrades of the websocket channel among a site's requests. Thread-safe. */
public final class WebSocketSite {
    private final Limits limits;
    private final Duration keepAlive;
    private final UpgradeDesk desk;
    private final BiFunction<Connection, PostSender, ConnectionHandler> acceptor;

    /**
     * Settings of the operator.
     *
     * @param origins accepted values of the {@code Origin} header, which browsers send
     * @param keepAlive longest time for which this side of a WebSocket is silent
     */
    public record Settings(Set<String> origins, Duration keepAlive) {
        public Settings {
            origins = Set.copyOf(origins);
        }

        /** Returns the defaults: browsers are refused, and an idle connection is pinged every 25 seconds. */
        public static Settings defaults() {
            return new Settings(Set.of(), WebSocket.KEEP_ALIVE);
        }
    }

    /**
     * Creates a handler of upgrades.
     *
     * @param limits {@code PENDING_CONNECTIONS}, {@code PENDING_PER_ADDRESS} and {@code FRAME_RATE} are enforced here
     * @param settings of the operator
     * @param guard checks the session's token before the upgrade
     * @param acceptor called once per connection, with its sender, before its first frame; must not block
     */
    public WebSocketSite(
            Limits limits,
            Settings settings,
            Upgrade.Guard guard,
            BiFunction<Connection, PostSender, ConnectionHandler> acceptor) {
        this.limits = limits;
        this.keepAlive = settings.keepAlive();
        this.desk = new UpgradeDesk(limits, settings.origins(), guard);
        this.acceptor = acceptor;
    }

    /** Returns whether a request asks for a WebSocket. */
    public static boolean isUpgrade(RequestHead head) {
        return Upgrade.isWanted(head::all);
    }

    /**
     * Returns the handling of an upgrade.
     *
     * @param principal authenticated caller; empty for none
     * @throws HttpRefusal if the upgrade is refused
     */
    public Site.Handling on(RequestHead head, String principal) throws HttpRefusal {
        try {
            Upgrade upgrade = desk.admit(head.method(), head::all, principal);
            return new Site.Switched(upgrade.answer(), socket -> {
                PostSender from = new PostSender(principal, head.remote() + " over websocket", head.isSecure());
                UrlPendingConnections.Place place = desk.place();
                socket.closeFuture().addListener(gone -> place.leave());
                WebSockets.accept(
                        socket,
                        new WebSockets.Accepting(
                                head.isSecure(),
                                limits.get(Limit.FRAME_RATE),
                                keepAlive,
                                accepted -> place.leave(),
                                place.taking(connection -> acceptor.apply(connection, from))));
            });
        } catch (UpgradeRefusal e) {
            if (e.status() == UpgradeRefusal.OTHER_VERSION) {
                return new Site.Now(otherVersion(e));
            }
            throw new HttpRefusal(e.status(), e.code(), String.valueOf(e.getMessage()));
        }
    }

    /** Accepts no more connections; open ones stay open. Idempotent. */
    public void close() {
        desk.close();
    }

    private static Response otherVersion(UpgradeRefusal why) {
        return new Response(
                why.status(),
                Map.of(
                        "Sec-WebSocket-Version",
                        WebSocket.VERSION,
                        WebSocket.CODE_HEADER,
                        why.code().name()),
                Body.of(Unpooled.wrappedBuffer(why.text().getBytes(StandardCharsets.UTF_8))));
    }
}
