package io.parley.cxf.bus;

import io.parley.DaemonThreads;
import io.parley.ForeignThread;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.SharedThreads;
import io.parley.channel.ChannelProvider;
import io.parley.channel.websocket.KeepAlive;
import io.parley.context.Seal;
import io.parley.cxf.carrier.Route;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.ChannelSecurity;
import io.parley.peer.KnownPeers;
import io.parley.representation.Representations;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeCounts;
import io.parley.runtime.RuntimeListener;
import io.parley.runtime.SystemTimers;
import io.parley.runtime.Timers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.buslifecycle.BusLifeCycleListener;
import org.apache.cxf.buslifecycle.BusLifeCycleManager;
import org.apache.cxf.workqueue.WorkQueue;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State shared by the endpoints of one bus: the runtime with its listeners, the known peers and the stores. Created
 * when the first endpoint of the bus needs it, closed with the bus. Thread-safe.
 */
public final class BusRuntime implements BusLifeCycleListener {
    private static final Logger LOG = LoggerFactory.getLogger(BusRuntime.class);

    /** Name of the work queue that an application may define to run service chains. */
    private static final String QUEUE = "parley";

    /** Property of a bus whose services are drained. */
    private static final String DRAINING = "io.parley.cxf.draining";

    private static final Set<Bus.BusState> STOPPED = Set.of(Bus.BusState.SHUTTING_DOWN, Bus.BusState.SHUTDOWN);

    private final Limits limits;
    /** System time, unless the bus has an extension of type {@link Timers}, which its owner closes. */
    private final Timers timers;

    private final Optional<SystemTimers> ownTimers;
    private final SharedThreads.Use threads;
    private final SharedSettings shared;

    private final ParleyRuntime runtime;
    /** Executor of negotiations, which would block the few threads of CXF's work queue if services do not respond. */
    private final Executor negotiations;

    private final KnownPeers peers;
    private final Representations representations;
    private final Recordings recordings;
    private final BusStore store;
    private final HeaderContexts headerContexts;
    private final SchemaContexts schemaContexts;
    /** Seal of durable sessions and their agreements. */
    private final Seal seal;

    private final DurableAgreements durableAgreements;
    private final SharedHeaders sharedHeaders;
    private final FailedChannels failedChannels;
    private final KeepAlives keepAlives;
    private final BusListeners listeners;
    /** Channel providers by the place of their routes. */
    private final Map<Object, ChannelProvider> providers = new HashMap<>();

    private volatile boolean hasNegotiated;
    /** Transport headers that each session was negotiated with. Sessions are shared by all clients of the bus. */
    private final Map<Conversation, Map<String, List<String>>> headers = new ConcurrentHashMap<>();

    private BusRuntime(Bus bus, EndpointSettings settings) {
        WorkQueue own = bus.getExtension(WorkQueueManager.class).getNamedWorkQueue(QUEUE);
        this.shared = new SharedSettings(bus.getId(), settings, own != null);
        this.limits = settings.limits();
        Timers given = bus.getExtension(Timers.class);
        this.ownTimers = given == null ? Optional.of(Timers.system()) : Optional.empty();
        this.timers = given == null ? ownTimers.orElseThrow() : given;
        this.store =
                new BusStore(settings, bus.getExtension(WorkQueueManager.class).getAutomaticWorkQueue());
        ParleyRuntime.Builder builder =
                ParleyRuntime.builder().limits(limits).timers(timers).virtualThreads(settings.virtualThreads());
        if (own != null) {
            builder.workers(own);
        }
        Optional<Seal> sealing = settings.wantsDurable() ? seal(settings) : Optional.empty();
        sealing.ifPresent(by -> store.tryOpening(Settings.RELIABILITY + ": sessions are not durable")
                .ifPresent(opened -> builder.durable(opened, by)));
        this.seal = sealing.orElse(Seal.none());
        this.runtime = builder.build();
        this.listeners = new BusListeners(runtime, shared);
        this.negotiations = runtime.lane();
        this.durableAgreements = new DurableAgreements(store, seal, limits, new DurableEndpoints(timers));
        this.peers = KnownPeers.create(timers, limits);
        this.failedChannels = new FailedChannels(timers);
        this.keepAlives = new KeepAlives(timers);
        this.representations = Representations.load(BusRuntime.class.getClassLoader());
        this.recordings = Recordings.of(settings);
        this.headerContexts = new HeaderContexts(store, limits);
        this.schemaContexts = new SchemaContexts(store);
        this.sharedHeaders = new SharedHeaders(headerContexts);
        this.threads = SharedThreads.use();
    }

    /** Returns the seal; empty if one is configured but cannot be read, in which case sessions must not be stored. */
    private static Optional<Seal> seal(EndpointSettings settings) {
        try {
            return Optional.of(settings.seal());
        } catch (IOException e) {
            LOG.error("{}: sessions are not durable: failed to read the seal key: {}", Settings.SEAL_KEY, e.toString());
            return Optional.empty();
        }
    }

    /** Returns whether durable sessions are sealed. */
    public boolean isSealing() {
        return seal.isOn();
    }

    /** Returns the current time, which expiry of credentials is compared with. */
    public Instant now() {
        return timers.instant();
    }

    /**
     * Returns the runtime of a bus, creating it with the given settings if there is none; settings of later callers are
     * compared and differences logged.
     *
     * @throws IllegalStateException if the bus is shut down
     */
    public static BusRuntime of(Bus bus, EndpointSettings settings) {
        synchronized (bus) {
            BusRuntime known = bus.getExtension(BusRuntime.class);
            if (known != null) {
                known.shared.compare(settings);
            } else {
                if (STOPPED.contains(bus.getState())) {
                    throw new IllegalStateException("expected a running bus, found " + bus.getId() + " shut down");
                }
                known = new BusRuntime(bus, settings);
                if (isDraining(bus)) {
                    var unused = known.runtime.drainAccepted();
                }
                bus.setExtension(known, BusRuntime.class);
                bus.getExtension(BusLifeCycleManager.class).registerLifeCycleListener(known);
            }
            return known;
        }
    }

    /** Returns the time of one access to the context store of a bus; empty if there was none. */
    public static Optional<Duration> storeTime(Bus bus) {
        BusRuntime known = bus.getExtension(BusRuntime.class);
        return known == null ? Optional.empty() : known.storeTime();
    }

    /** Returns the session counts of a bus; for a bus that was shut down, those at that time. */
    public static RuntimeCounts counts(Bus bus) {
        BusRuntime known = bus.getExtension(BusRuntime.class);
        return known == null ? RuntimeCounts.NONE : known.runtime.counts();
    }

    /** Returns the runtime of a bus; empty if no endpoint needed it yet. */
    public static Optional<BusRuntime> find(Bus bus) {
        return Optional.ofNullable(bus.getExtension(BusRuntime.class));
    }

    /** Returns the value of a limit. */
    public long bound(Limit limit) {
        return limits.get(limit);
    }

    /** Returns the engine of the context store: the scheme of its address, which may contain credentials. */
    public String storeEngine() {
        return store.engine();
    }

    /** Returns whether the runtime supports durable sessions. */
    public boolean isDurable() {
        return runtime.isDurable();
    }

    /** Returns the folder of the recording; empty if none is configured. */
    public String recordingFolder() {
        return recordings.folder();
    }

    /** Returns whether conversations are recorded. */
    public boolean isRecording() {
        return recordings.isOpen();
    }

    /** Returns whether the services of a bus are being drained, or shut down with it, and refuse new sessions. */
    public static boolean isDraining(Bus bus) {
        return Boolean.TRUE.equals(bus.getProperty(DRAINING)) || STOPPED.contains(bus.getState());
    }

    /**
     * Drains the services of a bus: refuses offers from now on and closes their sessions gracefully. Durable sessions
     * are left to another process.
     *
     * @return completes when no session remains
     */
    public static CompletionStage<Void> drain(Bus bus) {
        BusRuntime known;
        synchronized (bus) { // A runtime that is created later is drained from the beginning.
            bus.setProperty(DRAINING, true);
            known = bus.getExtension(BusRuntime.class);
        }
        return known == null ? CompletableFuture.completedStage(null) : known.runtime.drainAccepted();
    }

    /** Runs a task that may block, with the caller's context class loader; rejects it if no thread is available. */
    public void inBackground(Runnable task) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        negotiations.execute(() -> {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                task.run();
            } finally {
                thread.setContextClassLoader(before);
            }
        });
    }

    /**
     * Runs a negotiation that a call waits for on a thread of its own: in the lane it could wait behind others, or for
     * the thread that waits for it. The thread inherits the caller's context class loader; rejects the task if the
     * system can create no thread.
     */
    public static void onOwnThread(Runnable negotiation) {
        try {
            DaemonThreads.start("parley-negotiation", negotiation);
        } catch (OutOfMemoryError e) {
            throw new RejectedExecutionException("no thread available", e);
        }
    }

    /** Returns the runtime of the bus. */
    public ParleyRuntime runtime() {
        return runtime;
    }

    /** Returns what the clients of the bus know of services. */
    public KnownPeers peers() {
        return peers;
    }

    /**
     * Returns the interval between the pings of WebSockets to an address.
     *
     * @param most the configured maximum
     */
    public KeepAlive keepAlive(String address, Duration most) {
        return keepAlives.of(address, most);
    }

    /** Returns the channels that failed to open, by address. */
    public FailedChannels failedChannels() {
        return failedChannels;
    }

    /** Returns the limits that the endpoints of the bus share. */
    public Limits limits() {
        return limits;
    }

    /** Returns the recordings of the bus. */
    public Recordings recordings() {
        return recordings;
    }

    /** Returns the representations on the class path. */
    public Representations representations() {
        return representations;
    }

    /**
     * Returns the bus's listener of that channel for this host, starting it if necessary.
     *
     * @param endpoint the endpoint that needs it, for error messages
     * @throws ParleyException {@code CONNECT_FAILED} if the port is taken or the address cannot be bound
     */
    public RuntimeListener listener(
            String channel, ChannelSecurity security, EndpointSettings settings, String host, QName endpoint) {
        return listeners.listener(channel, security, settings, host, endpoint);
    }

    /** Returns the bus's provider of a carrier's own channel for that route. */
    public synchronized ChannelProvider provider(Route route) {
        return providers.computeIfAbsent(
                route.place(), place -> route.provider().get());
    }

    private synchronized void closeProviders() {
        for (ChannelProvider provider : providers.values()) {
            if (provider instanceof AutoCloseable closeable) {
                close(closeable);
            }
        }
        providers.clear();
    }

    private static void close(AutoCloseable provider) {
        try {
            provider.close();
        } catch (Exception e) {
            LOG.warn("Failed to close {}", provider, e);
        }
    }

    /** Returns the time limit of a negotiation; longer until the first negotiation of the bus has succeeded. */
    public Duration negotiationTime(EndpointSettings settings) {
        return settings.negotiationTime(!hasNegotiated);
    }

    /** Returns whether a service has replied to an offer yet. */
    public boolean hasNegotiated() {
        return hasNegotiated;
    }

    /** Records that a service replied to an offer. */
    public void negotiated() {
        hasNegotiated = true;
    }

    /** Records the transport headers that a session was negotiated with, before the session is published. */
    public void negotiated(Conversation conversation, Map<String, List<String>> with) {
        headers.put(conversation, with);
        var unused = conversation.closed().whenComplete((nothing, why) -> headers.remove(conversation));
    }

    /** Returns the median time of recent accesses to the context store; empty without any. */
    public Optional<Duration> storeTime() {
        return store.access().time();
    }

    /** Returns the header blocks of this bus in its context store. */
    public HeaderContexts headerContexts() {
        return headerContexts;
    }

    /** Returns the schemas of this bus in its context store. */
    public SchemaContexts schemaContexts() {
        return schemaContexts;
    }

    /** Returns whether endpoints with these settings can have durable sessions on this bus. */
    public boolean isDurable(EndpointSettings settings) {
        shared.compareDurability(settings);
        return settings.wantsDurable() && runtime.isDurable();
    }

    /**
     * Returns whether endpoints with these settings can have durable sessions on a listener with that protection.
     * Another process must be reachable at the same port and present the certificate that clients agreed on.
     */
    public boolean isDurable(EndpointSettings settings, ChannelSecurity security) {
        return isDurable(settings)
                && settings.port() != 0
                && (security == ChannelSecurity.NONE || settings.keyStore().isPresent());
    }

    /** Returns the agreements of durable sessions. */
    public DurableAgreements durableAgreements() {
        return durableAgreements;
    }

    /** Returns the static headers of sessions that clients of this bus opened. */
    public SharedHeaders sharedHeaders() {
        return sharedHeaders;
    }

    /** Returns whether a session was negotiated with exactly these transport headers, as its calls must be. */
    public boolean isNegotiatedWith(Conversation conversation, Map<String, List<String>> others) {
        return others.equals(headers.get(conversation));
    }

    @Override
    public void initComplete() {}

    @Override
    public void preShutdown() {
        peers.close();
    }

    @Override
    public void postShutdown() {
        ForeignThread.run(this::close);
        threads.close();
    }

    private void close() {
        runtime.close();
        closeProviders();
        recordings.close();
        store.close();
        ownTimers.ifPresent(SystemTimers::close);
    }
}
