package io.parley.cxf.service;

import io.parley.ParleyException;
import io.parley.channel.websocket.WebSocket;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.DurableAgreements;
import io.parley.cxf.bus.DurableEndpoints;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.endpoint.EndpointChannel;
import io.parley.cxf.endpoint.EndpointChannels;
import io.parley.cxf.endpoint.NegotiationWarmup;
import io.parley.cxf.endpoint.ServiceChannels;
import io.parley.cxf.settings.Settings;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.Offer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;
import org.apache.cxf.endpoint.ServerLifeCycleManager;
import org.apache.cxf.service.model.EndpointInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Durability of one service endpoint's sessions ({@code parley.reliability=durable}): stores agreements and continues
 * sessions of other processes (docs/protocol/durable.md, 12.5). Thread-safe.
 */
final class DurableService {
    private static final Logger LOG = LoggerFactory.getLogger(DurableService.class);

    private static final String STREAM = "stream";
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ServiceChannels openChannels;
    private final DurableAgreements.Home home;
    private final Bus bus;
    private final Server server;
    private final EndpointSettings settings;

    DurableService(
            ServiceChannels openChannels,
            DurableAgreements.Home home,
            Bus bus,
            Server server,
            EndpointSettings settings) {
        this.openChannels = openChannels;
        this.home = home;
        this.bus = bus;
        this.server = server;
        this.settings = settings;
    }

    /**
     * Returns whether sessions of this caller can be durable. Another process must be able to restore all of the caller
     * that interceptors may use, and to trust it: anonymous callers, and, if sessions are sealed, callers identified by
     * certificates, but not callers with secrets.
     */
    boolean isFor(Caller caller, BusRuntime runtime) {
        return runtime.isDurable(settings) && (caller.isAnonymous() || (runtime.isSealing() && caller.isCertified()));
    }

    /**
     * Stores an agreement; returns false if the store fails, in which case the session cannot be durable. The stored
     * caller expires no later than the agreement.
     */
    boolean store(BusRuntime runtime, Offer offer, Answer answer, Agreement agreement, Caller caller) {
        try {
            Caller stored =
                    caller.isAnonymous() ? caller : caller.until(runtime.now().plus(agreement.lifetime()));
            runtime.durableAgreements().put(agreement.digest(), name(), offer, answer, stored);
            return true;
        } catch (ParleyException e) {
            LOG.warn("{}: session is not durable, failed to store its agreement: {}", endpointName(), e.getMessage());
            return false;
        }
    }

    /**
     * Continues sessions of other processes in the background whenever the server is started.
     *
     * @param inBackground receives the future of each recovery
     */
    void recoverWhenStarted(Consumer<CompletableFuture<Void>> inBackground) {
        ServerLifeCycleManager servers = bus.getExtension(ServerLifeCycleManager.class);
        servers.registerListener(new ServerLifeCycleListener() {
            @Override
            public void startServer(Server started) {
                if (started.equals(server)) {
                    inBackground.accept(recoverInBackground());
                }
            }

            @Override
            public void stopServer(Server stopped) {
                if (stopped.equals(server)) {
                    servers.unRegisterListener(this);
                    BusRuntime.of(bus, settings).durableAgreements().endpoints().remove(name(), home);
                }
            }
        });
        if (server.isStarted()) {
            inBackground.accept(recoverInBackground());
        }
    }

    private CompletableFuture<Void> recoverInBackground() {
        return NegotiationWarmup.inBackground(bus, () -> {
            try {
                awaitStart();
                recover();
            } catch (ParleyException e) {
                LOG.error("{}: failed to continue durable sessions: {}", endpointName(), e.getMessage(), e);
            }
        });
    }

    /**
     * Waits until the server is started: CXF notifies listeners shortly before, and messages until then would be
     * refused.
     */
    private void awaitStart() {
        long end = System.nanoTime() + START_NANOS;
        while (!server.isStarted() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Logs that the configured store does not outlive the process, so sessions are not durable. */
    void logNoStore() {
        LOG.warn(
                "{}: sessions are not durable without {} that outlives the process",
                endpointName(),
                Settings.CONTEXT_STORE);
    }

    /**
     * Opens the channels where clients of other processes look for them, and continues the stored sessions. Blocks
     * while the store is read.
     */
    private void recover() {
        BusRuntime runtime = BusRuntime.of(bus, settings);
        if (!runtime.isDurable(settings)) {
            return;
        }
        runtime.durableAgreements().endpoints().add(name(), home);
        runtime.runtime().recover(runtime.durableAgreements());
        for (EndpointChannel channel : EndpointChannels.of(settings, openChannels.carrier())) {
            switch (channel.name()) {
                case STREAM -> listen(runtime);
                case WebSocket.CHANNEL -> openChannels.webSockets(runtime);
                default -> {}
            }
        }
        runtime.runtime().restore();
    }

    private void listen(BusRuntime runtime) {
        ChannelSecurity security = security();
        if (runtime.isDurable(settings, security)) {
            openChannels.listen(STREAM, security, runtime);
        } else if (settings.port() == 0) {
            LOG.warn(
                    "{}: sessions on the stream are not durable without {}: clients have to find the next process where they"
                            + " found this",
                    endpointName(),
                    Settings.PORT);
        } else {
            LOG.warn(
                    "{}: sessions on the stream are not durable without {} where it is over TLS: the certificate that a listener"
                            + " makes itself ends with its process",
                    endpointName(),
                    Settings.KEY_STORE);
        }
    }

    /**
     * Returns the protection of the endpoint's clients. The address of a servlet's endpoint is only a path, so the
     * settings decide.
     */
    private ChannelSecurity security() {
        String address = info().getAddress();
        boolean secure = address.startsWith("https:")
                || (!address.startsWith("http:") && settings.keyStore().isPresent());
        return secure ? ChannelSecurity.TLS : ChannelSecurity.NONE;
    }

    private DurableEndpoints.Name name() {
        return new DurableEndpoints.Name(endpointName(), info().getAddress().replaceFirst("^[a-z]+://[^/]*", ""));
    }

    private String endpointName() {
        return info().getName().toString();
    }

    private EndpointInfo info() {
        return server.getEndpoint().getEndpointInfo();
    }
}
