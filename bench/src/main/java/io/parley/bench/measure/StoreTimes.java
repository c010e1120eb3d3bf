package io.parley.bench.measure;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.bench.contest.CxfService;
import io.parley.bench.contest.Scratch;
import io.parley.bench.plan.Pace;
import io.parley.bench.plan.StoreServers;
import io.parley.bench.result.CellResult;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.ContextServiceHandler;
import io.parley.store.wscontext.WsContextService;
import io.parley.store.wscontext.message.WsContextException;
import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Measurement of a context store's engine: put, get, compare and set, and opening with 100,000 entries; or of the disk
 * without an engine.
 */
final class StoreTimes {
    /**
     * Name of the measurement of the disk: bytes are appended to a file and forced to the disk, which is the lower
     * bound for every durable store.
     */
    static final String FLOOR = "fsync";

    /** Prefix of the names of engines behind a service. */
    private static final String SOAP = "soap-";

    private static final String POSTGRESQL = "postgresql";
    /** Prefix of the contexts of this run, since the store of a server may not be empty. */
    private final String run = "urn:parley:bench:" + UUID.randomUUID() + ":";

    private static final String OWNER = "bench";
    private static final Duration LIFETIME = Duration.ofDays(1);
    private static final int VALUE_BYTES = 847;
    /** Number of entries of a store when it is opened. */
    static final int ENTRIES = 100_000;

    private static final String NAME = "entry";
    private static final int THOUSAND = 1_000;
    private static final int CHANGES = 1_000;
    private static final double MICRO = 1_000;
    private static final long PLENTY = 1L << 30;
    private static final Value VALUE = Value.of(new byte[VALUE_BYTES], "application/octet-stream");

    private final String engine;
    private final Pace pace;
    private final int entries;
    private final List<CellResult> results = new ArrayList<>();
    private long number;
    private long version;

    private StoreTimes(String engine, Pace pace, int entries) {
        this.entries = entries;
        this.engine = engine;
        this.pace = pace;
    }

    /** Measures an engine in a temporary folder. */
    static List<CellResult> measure(String engine, Pace pace, int entries) throws IOException {
        try (Scratch scratch = Scratch.of("store")) {
            Path folder = scratch.folder();
            StoreTimes times = new StoreTimes(engine, pace, entries);
            if (engine.startsWith(SOAP)) {
                times.service(folder);
            } else if (engine.equals(FLOOR)) {
                times.floor(folder.resolve("floor"));
            } else {
                times.store(folder.resolve("store"));
            }
            return times.results;
        }
    }

    private void floor(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(VALUE_BYTES);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            sample("append", () -> force(channel, bytes));
        }
    }

    private static void force(FileChannel channel, ByteBuffer bytes) throws IOException {
        channel.write(bytes.clear());
        channel.force(false);
    }

    private void store(Path file) {
        try (ContextStore store = open(file)) {
            sample("put", () -> put(store));
            sample("get", () -> get(store));
            Scope counter = new Scope(run + "counter");
            version = done(store.write(change(counter, Condition.absent())));
            sample("cas", () -> version = done(store.write(change(counter, Condition.version(version)))));
            fill(store);
        }
        long begin = System.nanoTime();
        try (ContextStore store = open(file)) {
            boolean kept = store.get(filled(0).key("fill-0"), Read.LATEST).isPresent();
            double micros = (System.nanoTime() - begin) / MICRO;
            if (kept) {
                results.add(CellResult.timed(
                        new CellResult.Key("stores", engine, "open-" + entries / THOUSAND + "k"),
                        new ListStatistics(new double[] {micros}),
                        0,
                        0));
            }
        }
    }

    private void get(ContextStore store) {
        if (store.get(entry(0).key(NAME), Read.LATEST).isEmpty()) {
            throw new IllegalStateException("expected what was put, found nothing");
        }
    }

    private void put(ContextStore store) {
        done(store.write(change(entry(number++), Condition.absent())));
    }

    /** Returns a separate context for an entry, since an engine may store a context as a whole. */
    private Scope entry(long which) {
        return new Scope(run + "entry-" + which);
    }

    private Scope filled(int first) {
        return new Scope(run + "fill-" + first);
    }

    private void fill(ContextStore store) {
        for (int first = 0; first < entries; first += CHANGES) {
            List<Change> changes = new ArrayList<>();
            for (int i = first; i < first + CHANGES; i++) {
                changes.add(new Change.Put("fill-" + i, VALUE, OWNER, LIFETIME, Condition.absent()));
            }
            done(store.write(new Transaction(filled(first), OWNER, changes, false)));
        }
    }

    private static Transaction change(Scope scope, Condition condition) {
        return Transaction.in(scope, OWNER, new Change.Put(NAME, VALUE, OWNER, LIFETIME, condition));
    }

    private static long done(TransactionOutcome outcome) {
        if (outcome instanceof TransactionOutcome.Done done) {
            return done.version();
        }
        throw new IllegalStateException("expected a change, found " + outcome);
    }

    /**
     * Measures a store behind its WS-Context service, which the HHFR paper calls the access to the context store (its
     * figure 8). The value is the paper's: 847 bytes of WS-ReliableMessaging. Service, client and store are in this
     * process, connected by SOAP over HTTP on loopback.
     */
    private void service(Path folder) throws IOException {
        String address = "http://localhost:" + FreePort.find() + "/ws-context";
        Value item = Value.of(HeaderKind.WSRM_847.constant().get(0), "application/xml");
        try (ContextStore store = open(engine.substring(SOAP.length()), folder.resolve("store"))) {
            WsContextService service =
                    new WsContextService(store, Limits.defaults(), address, CallerPolicy.anonymousAs("anonymous"));
            try (CxfService published = CxfService.publish(service, address, Map.of(), List.of());
                    ContextServiceHandler contexts = ContextServiceHandler.at(address)) {
                String context = contexts.begin();
                sample("set-contents", () -> contexts.setContent(context, item));
                sample("get-contents", () -> {
                    if (contexts.getContent(context).isEmpty()) {
                        throw new IllegalStateException("expected what was put, found nothing");
                    }
                });
            } catch (WsContextException e) {
                throw new IOException("the service answered with a fault", e);
            }
        }
    }

    private void sample(String what, Sample.Action call) {
        Sample.warmUp(call, pace.warmUp());
        Sample sample = new Sample();
        Sample.warmUp(() -> sample.time(call), pace.measured());
        results.add(sample.result("stores", engine, what, 0, Map.of()));
    }

    private ContextStore open(Path file) {
        return open(engine, file);
    }

    /**
     * Opens a store of an engine.
     *
     * @throws IllegalStateException for PostgreSQL, if the environment does not name a server
     */
    private static ContextStore open(String engine, Path file) {
        Limits limits = Limits.defaults().with(Limit.CONTEXT_ENTRIES, PLENTY).with(Limit.CONTEXT_BYTES, PLENTY);
        String address = switch (engine) {
            case "memory" -> "memory:";
            case POSTGRESQL ->
                StoreServers.postgresql()
                        .orElseThrow(() -> new IllegalStateException(
                                "expected the address of a PostgreSQL in " + StoreServers.POSTGRESQL + ", found none"));
            default -> engine + ":" + file;
        };
        return ContextStores.open(address, StoreSettings.defaults().with(limits));
    }
}
