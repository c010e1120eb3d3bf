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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server in a JVM of its own with many sessions, and small calls over all of them that are due at a rate, whatever came of those
 * before: alone, and beside peers that read or write one byte a second or leave thousands of requests unfinished. Each process needs a
 * descriptor for each session ({@code ulimit -n}).
 */
public final class LoadCampaign {
    private static final int RATE = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final int PROGRESS = 1_000;
    private static final int SLOW_PEERS = 32;
    private static final int SLOW_BYTES = 4 * 1024 * 1024;
    private static final int UNFINISHED = 10_000;
    private static final int REQUEST = 1;
    private static final byte[] NO_TERMS = {};
    /** All sessions are opened by one principal. */
    private static final String ALL_OF_ONE_PRINCIPAL = "SESSIONS_PER_PRINCIPAL=100000";

    private final int sessions;
    private final int seconds;
    private final long seed;
    private final Consumer<String> progress;
    private final List<Conversation> conversations = new ArrayList<>();
    private final Streamer streamer = HeavyContent.CONTRACT.streamer();

    /** Peers that misbehave until they are closed. */
    @FunctionalInterface
    private interface Company extends AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /**
     * @param seconds of calls in each phase
     * @param progress is told now and then how far it is
     */
    public LoadCampaign(int sessions, int seconds, long seed, Consumer<String> progress) {
        this.sessions = sessions;
        this.seconds = seconds;
        this.seed = seed;
        this.progress = progress;
    }

    /** Runs all of it; the caller's thread waits meanwhile. */
    public CampaignReport run() throws IOException, InterruptedException {
        try (ChildJvm server = new ChildJvm(JavaProgram.of(MemoryServer.class, ALL_OF_ONE_PRINCIPAL));
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
            // What is compiled late is no subject here.
            calls("nobody", new Random(seed));
            List<LoadReport.Phase> phases = new ArrayList<>();
            phases.add(calls("nobody", new Random(seed)));
            try (Company readers = slowReaders(client, address, server)) {
                settle();
                phases.add(calls("slow readers", new Random(seed)));
            }
            try (Company writers = slowWriters(client, address, server)) {
                settle();
                phases.add(calls("slow writers", new Random(seed)));
            }
            try (Company unfinished = unfinishedRequests(address, server)) {
                settle();
                phases.add(calls("open requests", new Random(seed)));
            }
            return new LoadReport(sessions, RATE, seed, openMillis, phases);
        }
    }

    /** Calls on sessions by chance, each when it is due. */
    private LoadReport.Phase calls(String company, Random random) throws InterruptedException {
        progress.accept("load: " + seconds + " s of calls beside " + company);
        int count = RATE * seconds;
        AtomicLongArray micros = new AtomicLongArray(count);
        AtomicInteger answered = new AtomicInteger();
        AtomicLong failed = new AtomicLong();
        List<CompletableFuture<?>> answers = new ArrayList<>(count);
        long start = System.nanoTime();
        for (int number = 0; number < count; number++) {
            long due = start + TimeUnit.SECONDS.toNanos(number) / RATE;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            Conversation conversation = conversations.get(random.nextInt(sessions));
            int asked = number;
            Call call = streamer.send(
                    () -> conversation.beginCall(HeavyContent.HONEST, PATIENCE), HeavyContent.HONEST, asked);
            answers.add(call.response()
                    .handle((answer, failure) -> {
                        long took = System.nanoTime() - due;
                        if (isAnswer(asked, answer)) {
                            micros.set(answered.getAndIncrement(), TimeUnit.NANOSECONDS.toMicros(took));
                        } else {
                            failed.incrementAndGet();
                            progress.accept("load: call " + asked + ": expected its answer, found " + failure);
                        }
                        return null;
                    })
                    .toCompletableFuture());
        }
        get(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)));
        long[] times = new long[answered.get()];
        for (int i = 0; i < times.length; i++) {
            times[i] = micros.get(i);
        }
        return new LoadReport.Phase(company, times, failed.get());
    }

    private boolean isAnswer(int asked, @Nullable IncomingMessage answer) {
        return answer != null && Integer.valueOf(asked).equals(streamer.response(answer, HeavyContent.HONEST));
    }

    /** What peers ask for is made at once, which would hide what comes of their slowness. */
    private static void settle() {
        LockSupport.parkNanos(SETTLING.toNanos());
    }

    /** Peers who ask for much and read one byte of it a second. */
    private Company slowReaders(ParleyRuntime client, Address server, ChildJvm tokens)
            throws IOException, InterruptedException {
        SlowWire wire = new SlowWire(new InetSocketAddress(server.host(), server.port()), false);
        begin(client, wire, tokens, HeavyContent.FILLED, SLOW_BYTES);
        return wire::close;
    }

    /** Peers who send a request one byte a second. */
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

    /** One peer who begins thousands of requests and ends none. */
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
