package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.ForeignThread;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.SharedThreads;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.context.Seal;
import io.parley.cxf.carrier.Route;
import io.parley.negotiation.ChannelSecurity;
import io.parley.peer.KnownPeers;
import io.parley.representation.Representations;
import io.parley.runtime.Conversation;
import io.parley.runtime.Listening;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeCounts;
import io.parley.runtime.SystemTimers;
import io.parley.runtime.Timers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
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
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.buslifecycle.BusLifeCycleListener;
import org.apache.cxf.buslifecycle.BusLifeCycleManager;
import org.apache.cxf.workqueue.WorkQueue;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State shared by the endpoints of one bus: the runtime with its listener, and the known peers. Made when the first
 * endpoint of the bus needs it, closed with the bus. Thread-safe.
 */
public final class BusRuntime implements BusLifeCycleListener {
    private static final Logger LOG = LoggerFactory.getLogger(BusRuntime.class);

    /** Name of the work queue that an application may define for service chains to run on. */
    private static final String QUEUE = "parley";

    private static final String ANY_HOST = "0.0.0.0";
    private static final Set<Bus.BusState> OVER = Set.of(Bus.BusState.SHUTTING_DOWN, Bus.BusState.SHUTDOWN);

    private final Limits limits;
    /** The machine's time, unless the bus has an extension of type {@link Timers}, which is its owner's to close. */
    private final Timers timers;

    private final Optional<SystemTimers> ownTimers;
    private final SharedThreads.Use threads;
    private final SharedSettings shared;

    private final ParleyRuntime runtime;
    /**
     * Executor of negotiations: on CXF's queue those with silent services would delay all other work of its few
     * threads.
     */
    private final Executor errands;

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
    private final PassedOver passedOver;
    private final Silences silences;
    private final Map<Place, Shared> listeners = new HashMap<>();
    /** Providers by the place of their routes. */
    private final Map<Object, ChannelProvider> providers = new HashMap<>();

    private volatile boolean hasNegotiated;
    private volatile boolean draining;
    /**
     * Transport headers with which each session was negotiated: those of all clients of the bus, who share sessions.
     */
    private final Map<Conversation, Map<String, List<String>>> headers = new ConcurrentHashMap<>();

    /**
     * Key of a listener.
     *
     * @param protection {@code none}, {@code tls}, or the file of its key store
     */
    private record Place(String channel, String protection, String host) {}

    /**
     * A running listener.
     *
     * @param keys its key store, unless it made its certificate itself or is not protected
     * @param first the endpoint that it was started for; others may have come since
     */
    private record Shared(Listening listening, @Nullable KeyStoreFile keys, QName first) {
        /** Shows what the key store has now; one that is being written or cannot be used is left for the next time. */
        void renew() {
            if (keys == null) {
                return;
            }
            try {
                keys.readIfChanged().ifPresent(certified -> {
                    listening.renew(certified);
                    LOG.info("{} shows the certificate {} from now on", listening.address(), listening.certificate());
                });
            } catch (IOException | IllegalArgumentException e) {
                LOG.warn(
                        "{} goes on with the certificate {}: {}",
                        listening.address(),
                        listening.certificate(),
                        e.getMessage());
            }
        }
    }

    private BusRuntime(Bus bus, Settings settings) {
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
        this.errands = runtime.lane();
        this.durableAgreements = new DurableAgreements(store, seal, limits);
        this.peers = KnownPeers.create(timers, limits);
        this.passedOver = new PassedOver(timers);
        this.silences = new Silences(timers);
        this.representations = Representations.load(BusRuntime.class.getClassLoader());
        this.recordings = Recordings.of(settings);
        this.headerContexts = new HeaderContexts(store, limits);
        this.schemaContexts = new SchemaContexts(store);
        this.sharedHeaders = new SharedHeaders(headerContexts);
        this.threads = SharedThreads.use();
    }

    /** Returns the seal; empty if it was set and cannot be read: then sessions must not be stored at all. */
    private static Optional<Seal> seal(Settings settings) {
        try {
            return Optional.of(settings.seal());
        } catch (IOException e) {
            LOG.error("{}: sessions are not durable, for want of their seal: {}", Settings.SEAL_KEY, e.toString());
            return Optional.empty();
        }
    }

    /** Returns whether durable sessions are sealed. */
    boolean isSealing() {
        return seal.isOn();
    }

    /** The time of day, by which credentials expire. */
    Instant now() {
        return timers.instant();
    }

    /** The one of this bus; settings count for the first who asks. */
    static BusRuntime of(Bus bus, Settings settings) {
        synchronized (bus) {
            BusRuntime known = bus.getExtension(BusRuntime.class);
            if (known != null) {
                known.shared.compare(settings);
            } else {
                if (OVER.contains(bus.getState())) {
                    throw new IllegalStateException("expected a running bus, found " + bus.getId() + " shut down");
                }
                known = new BusRuntime(bus, settings);
                bus.setExtension(known, BusRuntime.class);
                bus.getExtension(BusLifeCycleManager.class).registerLifeCycleListener(known);
            }
            return known;
        }
    }

    /** Returns the time of one access to the context store of a bus, if there was any. */
    static Optional<Duration> storeTime(Bus bus) {
        BusRuntime known = bus.getExtension(BusRuntime.class);
        return known == null ? Optional.empty() : known.storeAccess().time();
    }

    /** Returns the counts of a bus's sessions; for a bus that was shut down, those at that time. */
    public static RuntimeCounts counts(Bus bus) {
        BusRuntime known = bus.getExtension(BusRuntime.class);
        return known == null ? RuntimeCounts.NONE : known.runtime.counts();
    }

    /** Returns the runtime of a bus, if something needed it. */
    public static Optional<BusRuntime> find(Bus bus) {
        return Optional.ofNullable(bus.getExtension(BusRuntime.class));
    }

    /** Returns the value of a limit. */
    public long bound(Limit limit) {
        return limits.get(limit);
    }

    /** Returns the engine of the context store, without the rest of its address. */
    public String storeEngine() {
        return store.engine();
    }

    /** Returns whether sessions may be durable. */
    public boolean isDurable() {
        return runtime.isDurable();
    }

    /** Returns the folder of the recording; empty if none is wished for. */
    public String recordingFolder() {
        return recordings.folder();
    }

    /** Returns whether conversations are recorded. */
    public boolean isRecording() {
        return recordings.isOpen();
    }

    /** Whether the services of a bus take no sessions any more. */
    static boolean isDraining(Bus bus) {
        BusRuntime known = bus.getExtension(BusRuntime.class);
        return known != null && known.draining;
    }

    /**
     * Refuses offers to the services of a bus from now on, and lets the sessions that they have end in order; those that are
     * durable are left to another process.
     *
     * @return completes when none is left
     */
    public static CompletionStage<Void> drain(Bus bus) {
        BusRuntime known = bus.getExtension(BusRuntime.class);
        if (known == null) {
            return CompletableFuture.completedStage(null);
        }
        known.draining = true;
        return known.runtime.drainAccepted();
    }

    /** Runs what waits for services, beside the calls and with the classes that the current thread sees. */
    void beside(Runnable errand) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        errands.execute(() -> {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                errand.run();
            } finally {
                thread.setContextClassLoader(before);
            }
        });
    }

    ParleyRuntime runtime() {
        return runtime;
    }

    KnownPeers peers() {
        return peers;
    }

    Silences silences() {
        return silences;
    }

    PassedOver passedOver() {
        return passedOver;
    }

    Limits limits() {
        return limits;
    }

    Recordings recordings() {
        return recordings;
    }

    Representations representations() {
        return representations;
    }

    /**
     * Returns the bus's listener on that channel that accepts connections for this host, started if need be. The
     * certificate of a protected one is checked for changes each time.
     *
     * @param endpoint that wants it, for errors
     * @throws ParleyException {@code CONNECT_FAILED} if another listener of the bus has the port
     */
    synchronized Listening listener(
            String channel, ChannelSecurity security, Settings settings, String host, QName endpoint) {
        KeyStoreFile keys =
                security == ChannelSecurity.TLS ? settings.keyStore().orElse(null) : null;
        String protection = keys == null ? security.term() : keys.path().toString();
        Place wanted = new Place(channel, protection, resolved(host));
        for (Place place : List.of(new Place(channel, protection, ANY_HOST), wanted)) {
            Shared known = listeners.get(place);
            if (known != null) {
                known.renew();
                shared.comparePort(settings, known.listening().address(), known.first(), endpoint);
                return known.listening();
            }
        }
        checkPort(wanted, settings.port(), endpoint);
        Listening started = listen(channel, security, keys, settings, host);
        listeners.put(wanted, new Shared(started, keys, endpoint));
        return started;
    }

    /** Two names of one address are one place. */
    private static String resolved(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            // Listening there says it better.
            return host;
        }
    }

    /** Checks that no other listener has the port; a running listener is not moved under its sessions. */
    private void checkPort(Place wanted, int port, QName endpoint) {
        listeners.forEach((place, other) -> {
            Address taken = other.listening().address();
            if (place.channel().equals(wanted.channel()) && taken.port() == port) {
                throw new ParleyException(
                        ErrorCode.CONNECT_FAILED,
                        Settings.PORT + ": expected a port that is free at " + wanted.host() + " for " + endpoint
                                + ", found " + taken + ", which listens for " + other.first() + "; give both one "
                                + Settings.BIND + ", or, if only one of them is protected, each its own "
                                + Settings.PORT);
            }
        });
    }

    private Listening listen(
            String channel, ChannelSecurity security, @Nullable KeyStoreFile keys, Settings settings, String host) {
        Address bind = new Address(host, settings.port());
        String advertised = settings.advertisedHost();
        try {
            Protection protection = keys != null
                    ? keys.read()
                    : security == ChannelSecurity.TLS ? new Protection.Ephemeral() : Protection.NONE;
            return runtime.listen(channel, bind, advertised.isEmpty() ? null : advertised, protection);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED,
                    "the channel " + channel + " cannot listen at " + bind + ": " + e.getMessage() + "; set "
                            + Settings.PORT + " or " + Settings.BIND
                            + (keys == null ? "" : " or " + Settings.KEY_STORE),
                    e);
        }
    }

    /** The bus's provider of a carrier's own channel at that place. */
    synchronized ChannelProvider provider(Route route) {
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
            LOG.warn("cannot close {}", provider, e);
        }
    }

    /** Returns the time limit of a negotiation. */
    Duration negotiationTime(Settings settings) {
        return settings.negotiationTime(!hasNegotiated);
    }

    /** Whether a service replied to an offer before. */
    boolean hasNegotiated() {
        return hasNegotiated;
    }

    /** Notes that a service replied. */
    void negotiated() {
        hasNegotiated = true;
    }

    /** Notes with which transport headers a session was negotiated; before anybody else can know of the session. */
    void negotiated(Conversation conversation, Map<String, List<String>> with) {
        headers.put(conversation, with);
        var unused = conversation.closed().whenComplete((nothing, why) -> headers.remove(conversation));
    }

    /** Returns the access times of this bus's context store. */
    StoreAccess storeAccess() {
        return store.access();
    }

    /** The header blocks of this bus in its context store. */
    HeaderContexts headerContexts() {
        return headerContexts;
    }

    /** The schemas of this bus in its context store. */
    SchemaContexts schemaContexts() {
        return schemaContexts;
    }

    /** Returns whether endpoints with these settings have durable sessions on this bus, on channels where they can be. */
    boolean isDurable(Settings settings) {
        shared.compareDurability(settings);
        return settings.wantsDurable() && runtime.isDurable();
    }

    /**
     * Returns whether they have them at a listener with that protection. Another process has to be found where this one
     * listened, and to show the certificate that clients were promised.
     */
    boolean isDurable(Settings settings, ChannelSecurity security) {
        return isDurable(settings)
                && settings.port() != 0
                && (security == ChannelSecurity.NONE || settings.keyStore().isPresent());
    }

    /** Returns the agreements of durable sessions. */
    DurableAgreements durableAgreements() {
        return durableAgreements;
    }

    /** The static headers of sessions that were opened from here. */
    SharedHeaders sharedHeaders() {
        return sharedHeaders;
    }

    /** Returns whether a call with these headers may use the session: they are those it was negotiated with. */
    boolean isNegotiatedWith(Conversation conversation, Map<String, List<String>> brought) {
        return brought.equals(headers.get(conversation));
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
