package io.parley.transport.http;

import io.parley.ChannelTraits;
import io.parley.ErrorCode;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.SessionUpgrades;
import io.parley.channel.websocket.Upgrade;
import io.parley.channel.websocket.WebSocket;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Adapter by which contracts listen and connect on the websocket channel, with this module's server and connector. */
final class WebSocketProvider implements ChannelProvider {
    private static final byte[] TOKEN = new byte[40];
    private static final byte[] DIGEST = new byte[32];
    /** Guard that admits everyone: the contracts use tokens of their own. */
    private static final Upgrade.Guard OPEN = new Upgrade.Guard() {
        @Override
        public Upgrade.Verdict mayOpen(byte[] token, byte[] digest, String principal) {
            return Upgrade.Verdict.GOOD;
        }

        @Override
        public boolean mayResume(byte[] digest, String principal) {
            return true;
        }

        @Override
        public String node() {
            return "";
        }
    };

    private final HttpClient client;
    private final Protection protection;

    /** @param protection of the listener; the client trusts its certificate */
    WebSocketProvider(HttpClient client, Protection protection) {
        this.client = client;
        this.protection = protection;
    }

    static WebSocketProvider plain() {
        return new WebSocketProvider(HttpClient.newHttpClient(), Protection.NONE);
    }

    @Override
    public ChannelTraits traits() {
        return new ChannelTraits(WebSocket.CHANNEL, true, true, true, true);
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        String scheme = protection.equals(Protection.NONE) ? "http" : "https";
        URI url = URI.create(scheme + "://" + address + "/frames");
        return new WebSocketConnector(
                        client,
                        url,
                        Map.of(),
                        SessionUpgrades.opening(TOKEN, DIGEST, false),
                        new KeepAlive(WebSocket.KEEP_ALIVE, "test", System::nanoTime))
                .connect(settings, handler);
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        WebSocketSite sockets = new WebSocketSite(
                settings.limits(),
                WebSocketSite.Settings.defaults(),
                OPEN,
                (connection, from) -> acceptor.apply(connection));
        HttpServer server =
                HttpServer.start(bind, settings.limits(), protection, BodyMemory.of(settings.limits()), head -> {
                    if (!WebSocketSite.isUpgrade(head)) {
                        throw new HttpRefusal(404, ErrorCode.UNKNOWN_OPERATION, "expected an upgrade");
                    }
                    return sockets.on(head, "");
                });
        return new Listener() {
            @Override
            public Address address() {
                return server.address();
            }

            @Override
            public void close() {
                sockets.close();
                var unused = server.finish().thenRun(() -> new Thread(server::close).start());
            }
        };
    }
}
