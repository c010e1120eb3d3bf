package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.websocket.UpgradeDesk;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Carriers;
import io.parley.cxf.carrier.Route;
import io.parley.cxf.channel.UpgradesIn;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Refusal;
import io.parley.runtime.Door;
import io.parley.runtime.Listening;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.service.model.EndpointInfo;
import org.jspecify.annotations.Nullable;

/**
 * The ways into one service endpoint that were given to somebody: listeners that the endpoints of a bus share, one of its own
 * beside its SOAP, and its URL. Each opens when it is first asked for. Thread-safe.
 */
final class ServiceDoors implements AutoCloseable {
    private final Server server;
    private final Settings settings;
    private final Map<String, Address> listening = new ConcurrentHashMap<>();
    private volatile @Nullable OwnUrl ownUrl;
    private volatile UpgradesIn.@Nullable Entry webSockets;
    private @Nullable OwnListener ownListener;

    ServiceDoors(Server server, Settings settings) {
        this.server = server;
        this.settings = settings;
    }

    /** Returns the carrier of the endpoint's SOAP; empty for an unknown transport. */
    Optional<Carrier> carrier() {
        return Carriers.of(server.getDestination());
    }

    /** Returns why the endpoint refuses offers, as {@link Carrier#refusal(org.apache.cxf.transport.Destination)}. */
    Optional<Refusal> refusal() {
        return carrier().flatMap(carrier -> carrier.refusal(server.getDestination()));
    }

    /** Returns the current addresses of the channels' listeners. */
    List<Address> listening() {
        return List.copyOf(listening.values());
    }

    /** A channel with a port of its own, which is listened for with that security from now on. */
    ChannelTerm listen(String channel, ChannelSecurity security, BusRuntime runtime) {
        EndpointInfo endpoint = server.getEndpoint().getEndpointInfo();
        // A service that only its own machine reaches has a listener that only its own machine reaches.
        String bind = settings.bind(endpoint.getAddress());
        Listening listener = runtime.listener(channel, security, settings, bind, endpoint.getName());
        listening.put(channel + " " + security.term(), listener.address());
        List<HostPort> addresses = new ArrayList<>(List.of(address(listener)));
        if (runtime.isDurable(settings, security)) {
            addresses.addAll(settings.otherNodes());
        }
        return new ChannelTerm(channel, security, addresses, listener.certificate());
    }

    private HostPort address(Listening listener) {
        int mapped = settings.advertisedPort();
        int port = mapped == 0 ? listener.address().port() : mapped;
        return settings.advertisedHost().isEmpty()
                ? HostPort.ownHost(port)
                : new HostPort(settings.advertisedHost(), port);
    }

    /** The endpoint's URL as a way in, from now on. */
    synchronized OwnUrl ownUrl(BusRuntime runtime) {
        OwnUrl known = ownUrl;
        if (known == null) {
            known = OwnUrl.of(runtime.runtime());
            ownUrl = known;
        }
        return known;
    }

    /** Upgrades of requests to the endpoint's URL as a way in, from now on. */
    synchronized void webSockets(BusRuntime runtime) {
        if (webSockets == null) {
            Door door = ownUrl(runtime).door();
            Limits limits = runtime.limits();
            webSockets = new UpgradesIn.Entry(
                    new UpgradeDesk(limits, settings.webSocketOrigins(), door),
                    limits,
                    settings.servletsAllowed(),
                    settings.webSocketKeepAlive(),
                    door::accept);
        }
    }

    /** What takes upgrades; null unless it gives that channel. */
    UpgradesIn.@Nullable Entry upgrades() {
        return webSockets;
    }

    /** Takes posts to the endpoint's URL; null unless it gives that channel. */
    @Nullable
    HttpAcceptor acceptor() {
        OwnUrl known = ownUrl;
        return known == null ? null : known.acceptor();
    }

    /**
     * The endpoint's own listener on the channel that goes the way of its SOAP messages, from now on.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if it cannot be had
     */
    synchronized OwnListener ownListener(String channel, BusRuntime runtime) {
        OwnListener known = ownListener;
        if (known == null) {
            Route route = carrier()
                    .flatMap(carrier -> carrier.route(server.getDestination()))
                    .orElseThrow(() -> new ParleyException(
                            ErrorCode.CONNECT_FAILED, "the endpoint is set up with nowhere to listen for " + channel));
            known = OwnListener.open(route, runtime);
            ownListener = known;
            listening.put(channel, known.address());
        }
        return known;
    }

    /** Takes no more posts and connections of its own; those that stand go on, and shared listeners are the bus's. */
    @Override
    public void close() {
        HttpAcceptor posts = acceptor();
        if (posts != null) {
            posts.close();
        }
        UpgradesIn.Entry upgrades = webSockets;
        if (upgrades != null) {
            upgrades.desk().close();
        }
        synchronized (this) {
            if (ownListener != null) {
                ownListener.close();
            }
        }
    }
}
