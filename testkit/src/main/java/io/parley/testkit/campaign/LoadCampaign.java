package io.parley.testkit.campaign;

import io.parley.channel.Address;
import io.parley.conformance.raw.RawSession;
import io.parley.endpoint.Streamer;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.testkit.JavaProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Sends small calls at a fixed rate over many sessions of a server in a JVM of its own, regardless of earlier outcomes:
 * alone, and beside peers that read or write one byte a second or leave thousands of requests unfinished. Each process
 * needs a file descriptor for each session ({@code ulimit -n}).
 */
public final class LoadCampaign {
    private static final int RATE = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_SETTLING_SECONDS = 3;
    private static final int PROGRESS = 1_000;
    private static final int SLOW_PEERS = 32;
    private static final int SLOW_BYTES = 4 * 1024 * 1024;
    private static final int UNFINISHED = 10_000;
    private static final int REQUEST = 1;
    private static final byte[] NO_TERMS = {};
    /** Setting of the server: one principal opens all sessions. */
    private static final String ALL_OF_ONE_PRINCIPAL = "SESSIONS_PER_PRINCIPAL=100000";

    private final int sessions;
    private final int seconds;
    private final long seed;
    private final Consumer<String> progress;
    private final List<Conversation> conversations = new ArrayList<>();
    private int roundsBefore;
    private final Streamer streamer = HeavyContent.CONTRACT.streamer();

    /** Misbehaving peers, until they are closed. */
    @FunctionalInterface
    private interface Company extends AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /** Connects misbehaving peers. */
    @FunctionalInterface
    private interface Invitation {
        Company accept() throws IOException, InterruptedException;
    }

    /**
     * Creates a campaign.
     *
     * @param seconds of calls in each phase
     * @param progress receives progress messages
     */
    public LoadCampaign(int sessions, int seconds, long seed, Consumer<String> progress) {
        this.sessions = sessions;
        this.seconds = seconds;
        this.seed = seed;
        this.progress = progress;
    }

    /**
     * Runs all phases once before those that are measured. The recompilation that the first slow peer triggers in a JVM
     * costs more than everything after it.
     */
    public LoadCampaign warmedUp() {
        roundsBefore = 1;
        return this;
    }

    /** Runs the campaign on the caller's thread. */
    public CampaignReport run() throws IOException, InterruptedException {
        try (ChildJvm server = new ChildJvm(server());
                ParleyRuntime client = ParleyRuntime.builder().build()) {
            Address address = new Address("127.0.0.1", Integer.parseInt(server.answer("port ")));
            long since = System.nanoTime();
            for (int session = 1; session <= sessions; session++) {
                conversations.add(open(client, address, server));
                if (session % PROGRESS == 0) {
                    progress.accept("load: " + session + " of " + sessions + " sessions are open");
                }
            }
            long openMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
            for (int round = 0; round < roundsBefore; round++) {
                phases(client, address, server);
            }
            List<LoadReport.Phase> phases = phases(client, address, server);
            return new LoadReport("load", sessions, RATE, seed, openMillis, phases);
        }
    }

    private List<LoadReport.Phase> phases(ParleyRuntime client, Address address, ChildJvm server)
            throws IOException, InterruptedException {
        List<LoadReport.Phase> phases = new ArrayList<>();
        phases.addAll(beside("slow readers", () -> slowReaders(client, address, server)));
        phases.addAll(beside("slow writers", () -> slowWriters(client, address, server)));
        phases.addAll(beside("open requests", () -> unfinishedRequests(address, server)));
        return phases;
    }

    /**
     * Measures calls alone and then beside misbehaving peers, so that other load on the machine and the age of the
     * processes are nearly equal for both.
     */
    private List<LoadReport.Phase> beside(String name, Invitation invitation) throws IOException, InterruptedException {
        LoadReport.Phase alone = calls(LoadReport.NOBODY, new Random(seed));
        try (Company company = invitation.accept()) {
            settle();
            return List.of(alone, calls(name, new Random(seed)));
        }
    }

    /** Makes calls on random sessions, each when it is due. */
    private LoadReport.Phase calls(String company, Random random) throws InterruptedException {
        progress.accept("load: " + seconds + " s of calls beside " + company);
        PacedCalls calls = new PacedCalls(RATE, RATE * seconds, progress);
        return calls.run(company, number -> call(conversations.get(random.nextInt(sessions)), number));
    }

    private CompletionStage<Boolean> call(Conversation conversation, int number) {
        Call call =
                streamer.send(() -> conversation.beginCall(HeavyContent.HONEST, PATIENCE), HeavyContent.HONEST, number);
        return call.response()
                .thenApply(answer -> Integer.valueOf(number).equals(streamer.response(answer, HeavyContent.HONEST)));
    }

    /**
     * Waits a little: the first requests of such peers are handled at once, which would hide the effect of their
     * slowness.
     */
    private void settle() {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(Math.min(seconds, MOST_SETTLING_SECONDS)));
    }

    /** Connects peers that request much and read one byte of it a second. */
    private Company slowReaders(ParleyRuntime client, Address server, ChildJvm tokens)
            throws IOException, InterruptedException {
        SlowWire wire = new SlowWire(new InetSocketAddress(server.host(), server.port()), false);
        begin(client, wire, tokens, HeavyContent.FILLED, SLOW_BYTES);
        return wire::close;
    }

    /** Connects peers that send a request at one byte a second. */
    private Company slowWriters(ParleyRuntime client, Address server, ChildJvm tokens)
            throws IOException, InterruptedException {
        SlowWire wire = new SlowWire(new InetSocketAddress(server.host(), server.port()), true);
        begin(client, wire, tokens, HeavyContent.BYTES, HeavyContent.blob(SLOW_BYTES / SLOW_PEERS));
        return wire::close;
    }

    private void begin(ParleyRuntime client, SlowWire wire, ChildJvm tokens, String operation, Object request)
            throws IOException, InterruptedException {
        Address through = new Address("127.0.0.1", wire.port());
        List<Conversation> peers = new ArrayList<>();
        for (int peer = 0; peer < SLOW_PEERS; peer++) {
            peers.add(open(client, through, tokens));
        }
        wire.slowDown();
        for (Conversation peer : peers) {
            Call call = streamer.send(() -> peer.beginCall(operation, PATIENCE), operation, request);
            var unused = call.response().thenAccept(IncomingMessage::close);
        }
    }

    /** Connects one peer that starts thousands of requests and ends none. */
    private Company unfinishedRequests(Address server, ChildJvm tokens) throws IOException {
        Agreement agreement = agreement(server);
        RawSession peer = RawSession.open(
                new InetSocketAddress(server.host(), server.port()),
                token(tokens),
                agreement.digest().bytes(),
                NO_TERMS);
        int begun = 0;
        try {
            while (begun < UNFINISHED) {
                peer.beginUnfinished(REQUEST, SLOW_BYTES, new byte[1]);
                begun++;
            }
        } catch (IOException e) {
            progress.accept("load: the peer was cut off after " + begun + " unfinished requests");
        }
        return peer::close;
    }

    /** Returns the server's program, whose heap does not grow meanwhile, as in production. */
    private static JavaProgram server() {
        return JavaProgram.of(MemoryServer.class, ALL_OF_ONE_PRINCIPAL).options("-Xms1g", "-XX:MetaspaceSize=128m");
    }

    private static Conversation open(ParleyRuntime client, Address address, ChildJvm tokens)
            throws IOException, InterruptedException {
        return get(client.open(agreement(address), token(tokens), NO_TERMS, IncomingMessage::close)
                .toCompletableFuture());
    }

    private static byte[] token(ChildJvm server) throws IOException {
        server.say("hhfr none");
        return Base64.getDecoder().decode(server.answer("token "));
    }

    private static Agreement agreement(Address address) {
        return MemoryCampaign.agreement(address, MemoryCampaign.limits(ALL_OF_ONE_PRINCIPAL), "hhfr", "none");
    }

    private static <T> T get(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get(PATIENCE.toSeconds() * 2, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("load: expected each session to open, and each call to end in its time", e);
        }
    }
}
