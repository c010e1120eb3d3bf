package io.parley.cxf.endpoint;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.websocket.UpgradeDesk;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.bus.LastWarning;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Carriers;
import io.parley.cxf.carrier.Route;
import io.parley.cxf.channel.UpgradesIn;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Refusal;
import io.parley.runtime.RuntimeListener;
import io.parley.runtime.SessionAcceptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.service.model.EndpointInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open channels of one service endpoint: listeners that the endpoints of a bus share, a listener of its own next to its
 * SOAP transport, and its URL. Each is opened on first use. Thread-safe.
 */
public final class ServiceChannels implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceChannels.class);

    private final Server server;
    private final EndpointSettings settings;
    private final Map<String, LastWarning> warnings = new ConcurrentHashMap<>();
    private final Map<String, Address> listening = new ConcurrentHashMap<>();
    private volatile @Nullable OwnUrl ownUrl;
    private volatile UpgradesIn.@Nullable Entry webSockets;
    private @Nullable OwnListener ownListener;

    /** Creates the channels of a service. */
    public ServiceChannels(Server server, EndpointSettings settings) {
        this.server = server;
        this.settings = settings;
    }

    /** Returns the carrier of the endpoint's SOAP; empty for an unknown transport. */
    public Optional<Carrier> carrier() {
        return Carriers.of(server.getDestination());
    }

    /**
     * Returns the reason to refuse offers, see {@link Carrier#refusal(org.apache.cxf.transport.Destination)}; empty if
     * there is none.
     */
    public Optional<Refusal> refusal() {
        return carrier().flatMap(carrier -> carrier.refusal(server.getDestination()));
    }

    /** Returns the current listener addresses. */
    public List<Address> listening() {
        return List.copyOf(listening.values());
    }

    /** Opens a channel with a port of its own, with that security, and returns its term. */
    public ChannelTerm listen(String channel, ChannelSecurity security, BusRuntime runtime) {
        EndpointInfo endpoint = server.getEndpoint().getEndpointInfo();
        // A service that is reachable on the local machine only gets such a listener.
        String bind = settings.bind(endpoint.getAddress());
        RuntimeListener listener = runtime.listener(channel, security, settings, bind, endpoint.getName());
        listening.put(channel + " " + security.term(), listener.address());
        List<HostPort> addresses = new ArrayList<>(List.of(address(listener)));
        if (runtime.isDurable(settings, security)) {
            addresses.addAll(settings.otherNodes());
        }
        return new ChannelTerm(channel, security, addresses, listener.certificate());
    }

    /** Logs that a channel cannot be opened; a repeated failure is logged once. */
    public void failed(String channel, ParleyException why) {
        String text = String.valueOf(why.getMessage());
        if (warnings.computeIfAbsent(channel, name -> new LastWarning()).differs(text)) {
            LOG.warn(
                    "{}: failed to open the channel {}: {}",
                    server.getEndpoint().getEndpointInfo().getName(),
                    channel,
                    text);
            LOG.debug("Stack of the failure", why);
        }
    }

    /** Records that a channel is open. */
    public void opened(String channel) {
        warnings.remove(channel);
    }

    private HostPort address(RuntimeListener listener) {
        int mapped = settings.advertisedPort();
        int port = mapped == 0 ? listener.address().port() : mapped;
        return settings.advertisedHost().isEmpty()
                ? HostPort.ownHost(port)
                : new HostPort(settings.advertisedHost(), port);
    }

    /** Opens the acceptor at the endpoint's URL on first use. */
    synchronized OwnUrl ownUrl(BusRuntime runtime) {
        OwnUrl known = ownUrl;
        if (known == null) {
            known = OwnUrl.of(runtime.runtime());
            ownUrl = known;
        }
        return known;
    }

    /** Opens upgrades at the endpoint's URL on first use. */
    public synchronized void webSockets(BusRuntime runtime) {
        if (webSockets == null) {
            SessionAcceptor sessionAcceptor = ownUrl(runtime).sessionAcceptor();
            Limits limits = runtime.limits();
            webSockets = new UpgradesIn.Entry(
                    new UpgradeDesk(limits, settings.webSocketOrigins(), sessionAcceptor),
                    limits,
                    settings.servletsAllowed(),
                    settings.webSocketKeepAlive(),
                    sessionAcceptor::accept);
        }
    }

    /** Returns the target of upgrades; null unless that channel is open. */
    public UpgradesIn.@Nullable Entry upgrades() {
        return webSockets;
    }

    /** Returns the acceptor of posts; null unless that channel is open. */
    @Nullable
    public HttpAcceptor acceptor() {
        OwnUrl known = ownUrl;
        return known == null ? null : known.acceptor();
    }

    /**
     * Opens the endpoint's own listener on its carrier's channel on first use.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if it cannot be opened
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

    /**
     * Stops accepting posts and connections of this endpoint; open ones continue, and shared listeners belong to the
     * bus.
     */
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
