package io.parley.cxf.control;

import io.parley.ParleyException;
import io.parley.channel.websocket.WebSocket;
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
 * Durability of one service endpoint's sessions ({@code parley.reliability=durable}): it stores agreements, and
 * continues sessions of other processes (docs/protocol/durable.md, 12.5). Thread-safe.
 */
final class DurableService {
    private static final Logger LOG = LoggerFactory.getLogger(DurableService.class);

    private static final String STREAM = "stream";
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ServiceDoors doors;
    private final DurableAgreements.Home home;
    private final Bus bus;
    private final Server server;
    private final Settings settings;

    DurableService(ServiceDoors doors, DurableAgreements.Home home, Bus bus, Server server, Settings settings) {
        this.doors = doors;
        this.home = home;
        this.bus = bus;
        this.server = server;
        this.settings = settings;
    }

    /**
     * Returns whether sessions of this caller can outlive the process. Another process has to know all of the caller
     * that its interceptors may ask for, and to know it for sure: so callers with certificates are among them if
     * sessions are sealed, and callers with secrets are not.
     */
    boolean isFor(Caller caller, BusRuntime runtime) {
        return runtime.isDurable(settings) && (caller.isAnonymous() || (runtime.isSealing() && caller.isCertified()));
    }

    /**
     * Keeps what was agreed on; false if the store does not have it, and no session can be durable by it. Whom the next
     * process lets in by it, it does so no longer than this one would.
     */
    boolean keep(BusRuntime runtime, Offer offer, Answer answer, Agreement agreement, Caller caller) {
        try {
            Caller kept =
                    caller.isAnonymous() ? caller : caller.until(runtime.now().plus(agreement.lifetime()));
            runtime.durableAgreements().put(agreement.digest(), name(), offer, answer, kept);
            return true;
        } catch (ParleyException e) {
            LOG.warn("{}: a session is not durable: {}", endpointName(), e.getMessage());
            return false;
        }
    }

    /**
     * Continues the sessions of other processes in the background whenever the server is started.
     *
     * @param beside gets the future to wait for, each time
     */
    void recoverWhenStarted(Consumer<CompletableFuture<Void>> beside) {
        ServerLifeCycleManager servers = bus.getExtension(ServerLifeCycleManager.class);
        servers.registerListener(new ServerLifeCycleListener() {
            @Override
            public void startServer(Server started) {
                if (started.equals(server)) {
                    beside.accept(recoverBeside());
                }
            }

            @Override
            public void stopServer(Server stopped) {
                if (stopped.equals(server)) {
                    servers.unRegisterListener(this);
                    BusRuntime.of(bus, settings).durableAgreements().remove(name(), home);
                }
            }
        });
        if (server.isStarted()) {
            beside.accept(recoverBeside());
        }
    }

    private CompletableFuture<Void> recoverBeside() {
        return Rehearsal.beside(bus, () -> {
            try {
                awaitStart();
                recover();
            } catch (ParleyException e) {
                LOG.error("{}: durable sessions do not go on here: {}", endpointName(), e.getMessage(), e);
            }
        });
    }

    /** CXF tells that a server starts a moment before it is started; what comes before that is refused. */
    private void awaitStart() {
        long end = System.nanoTime() + START_NANOS;
        while (!server.isStarted() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Nothing outlives this process in a store that does not. */
    void sayNoStore() {
        LOG.warn(
                "{}: sessions are not durable without {} that outlives the process",
                endpointName(),
                Settings.CONTEXT_STORE);
    }

    /** Clients of other processes look for the ways in where those had them. Blocks while the store is read. */
    private void recover() {
        BusRuntime runtime = BusRuntime.of(bus, settings);
        if (!runtime.isDurable(settings)) {
            return;
        }
        runtime.durableAgreements().add(name(), home);
        runtime.runtime().recover(runtime.durableAgreements());
        for (EndpointChannel channel : EndpointChannels.of(settings, doors.carrier())) {
            switch (channel.name()) {
                case STREAM -> listen(runtime);
                case WebSocket.CHANNEL -> doors.webSockets(runtime);
                default -> {}
            }
        }
    }

    private void listen(BusRuntime runtime) {
        ChannelSecurity security = security();
        if (runtime.isDurable(settings, security)) {
            doors.listen(STREAM, security, runtime);
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
     * Returns the protection of the endpoint's clients; of a servlet's, whose address is a path, only the settings can
     * tell.
     */
    private ChannelSecurity security() {
        String address = info().getAddress();
        boolean secure = address.startsWith("https:")
                || (!address.startsWith("http:") && settings.keyStore().isPresent());
        return secure ? ChannelSecurity.TLS : ChannelSecurity.NONE;
    }

    /** The same for each node that publishes this endpoint: its name, and the path of its address. */
    private String name() {
        return endpointName() + " " + info().getAddress().replaceFirst("^[a-z]+://[^/]*", "");
    }

    private String endpointName() {
        return info().getName().toString();
    }

    private EndpointInfo info() {
        return server.getEndpoint().getEndpointInfo();
    }
}
