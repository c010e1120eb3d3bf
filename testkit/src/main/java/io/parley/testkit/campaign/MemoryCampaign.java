package io.parley.testkit.campaign;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.Providers;
import io.parley.channel.Address;
import io.parley.compression.Compression;
import io.parley.endpoint.Streamer;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.representation.Representation;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Sends more to a server in a JVM with little memory than it can hold: in every representation and compression of the
 * class path, in messages that are larger as objects than as bytes. The server must answer each call or refuse it as
 * safe to retry, continue to serve an honest caller, and hold nothing once the calls are done.
 */
public final class MemoryCampaign {
    private static final int CALLERS = 24;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Set<ErrorCode> REFUSALS = Set.of(ErrorCode.BUDGET, ErrorCode.NOT_DISPATCHED);

    private final int runs;
    private final long seed;
    private final int bytes;
    private final String heap;
    private final String[] settings;
    private final Consumer<String> progress;
    private Predicate<Form> chosen = form -> true;
    private int callersAtOnce = CALLERS;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong tooLong = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private long longestMillis;
    /** Bounds concurrent encoding, since the memory of the callers is not under test. */
    private final Semaphore encoders = new Semaphore(4);

    /** A representation with a compression. */
    private record Form(String representation, String compression) {}

    /**
     * Creates a campaign.
     *
     * @param runs number of pairs of a representation and a compression; the seed selects them
     * @param bytes approximate size of each message in hhfr
     * @param heap of the server, as in {@code -Xmx}
     * @param settings limits of the server, each as {@code NAME=VALUE}
     * @param progress receives the outcome of each pair
     */
    public MemoryCampaign(int runs, long seed, int bytes, String heap, Consumer<String> progress, String... settings) {
        this.runs = runs;
        this.seed = seed;
        this.bytes = bytes;
        this.heap = heap;
        this.settings = settings.clone();
        this.progress = progress;
    }

    /** Sets the number of concurrent callers. */
    public MemoryCampaign callers(int atOnce) {
        callersAtOnce = atOnce;
        return this;
    }

    /** Restricts the campaign to one representation. */
    public MemoryCampaign only(String representation) {
        chosen = form -> form.representation().equals(representation);
        return this;
    }

    /** Restricts the campaign to one pair. */
    public MemoryCampaign only(String representation, String compression) {
        chosen = new Form(representation, compression)::equals;
        return this;
    }

    /** Returns the number of pairs on the class path. */
    public static int forms() {
        return allForms().size();
    }

    /** Returns the number of representations on the class path. */
    public static int representations() {
        return (int) allForms().stream().map(Form::representation).distinct().count();
    }

    /**
     * Runs the campaign; {@code lost} counts calls that were neither answered nor refused, and memory that was not
     * released.
     */
    public CampaignResult run() throws InterruptedException {
        List<Form> forms = inTurns(allForms().stream().filter(chosen).toList());
        ExecutorService callers = Executors.newFixedThreadPool(callersAtOnce);
        try (ChildJvm server = new ChildJvm(
                        MemoryServer.class, List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"), settings);
                ParleyRuntime client = ParleyRuntime.builder().build()) {
            Address address = new Address("127.0.0.1", Integer.parseInt(server.answer("port ")));
            for (Form form : forms.subList(0, Math.min(runs, forms.size()))) {
                attack(server, client, address, form, callers);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("no session could be opened", e);
        } catch (IOException e) {
            fail("the server ended: " + e);
        } finally {
            callers.shutdownNow();
        }
        return new CampaignResult(
                "memory",
                Math.min(runs, forms.size()),
                seed,
                answered.get() + refused.get(),
                failed.get(),
                0,
                0,
                longestMillis);
    }

    /** Returns the pairs in random order by the seed, but with one of each representation before the second of any. */
    private List<Form> inTurns(List<Form> forms) {
        List<Form> shuffled = new ArrayList<>(forms);
        Collections.shuffle(shuffled, new Random(seed));
        Map<String, Integer> seen = new HashMap<>();
        Map<Integer, List<Form>> turns = new TreeMap<>();
        for (Form form : shuffled) {
            int turn = seen.merge(form.representation(), 1, Integer::sum);
            turns.computeIfAbsent(turn, any -> new ArrayList<>()).add(form);
        }
        return turns.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the number of calls that were answered. */
    public long answered() {
        return answered.get();
    }

    /** Returns the number of calls that were refused and can be retried. */
    public long refused() {
        return refused.get();
    }

    private void attack(ChildJvm server, ParleyRuntime client, Address address, Form form, ExecutorService callers)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        for (Map.Entry<String, IntFunction<Object>> shape : HeavyContent.SHAPES.entrySet()) {
            Object content = shape.getValue().apply(bytes);
            Conversation conversation = open(server, client, address, form);
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < callersAtOnce; i++) {
                calls.add(callers.submit(() -> {
                    call(conversation, form, shape.getKey(), content);
                    return null;
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
            conversation.close(ErrorCode.GOING_AWAY, "the attack is over");
            serveHonestly(open(server, client, address, form), form);
            awaitNothingHeld(server, form + " " + shape.getKey());
        }
        progress.accept("memory: " + form + ": " + answered + " answered, " + refused + " refused, " + tooLong
                + " too long, " + failed + " failed so far");
    }

    private void call(Conversation conversation, Form form, String operation, Object content)
            throws InterruptedException {
        try {
            ask(conversation, operation, content);
            answered.incrementAndGet();
        } catch (ParleyException e) {
            if (REFUSALS.contains(e.code()) && e.retry() == ErrorCode.Retry.SAFE) {
                refused.incrementAndGet();
            } else if (e.code() == ErrorCode.LIMIT) {
                tooLong.incrementAndGet();
            } else {
                fail(form + " " + operation + ": " + e);
            }
        }
    }

    private Object ask(Conversation conversation, String operation, Object content) throws InterruptedException {
        Streamer streamer = HeavyContent.CONTRACT.streamer();
        Call call;
        encoders.acquire();
        try {
            call = streamer.send(() -> conversation.beginCall(operation, PATIENCE), operation, content);
        } finally {
            encoders.release();
        }
        return streamer.response(call.await(), operation);
    }

    /** Serves a caller that sends little, at the latest when those that sent much are done. */
    private void serveHonestly(Conversation conversation, Form form) throws InterruptedException {
        long since = System.nanoTime();
        while (true) {
            try {
                if (!ask(conversation, HeavyContent.HONEST, 7).equals(7)) {
                    fail(form + ": the honest caller was answered otherwise");
                }
                break;
            } catch (ParleyException e) {
                if (System.nanoTime() - since > SOON.toNanos() || e.retry() != ErrorCode.Retry.SAFE) {
                    fail(form + ": the honest caller is not served: " + e);
                    break;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
        longestMillis = Math.max(longestMillis, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since));
        conversation.close(ErrorCode.GOING_AWAY, "served");
    }

    private void awaitNothingHeld(ChildJvm server, String where) throws IOException {
        long since = System.nanoTime();
        long held = Long.MAX_VALUE;
        while (held > 0 && System.nanoTime() - since < SOON.toNanos()) {
            server.say("held");
            held = Long.parseLong(server.answer("held "));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        if (held > 0) {
            fail(where + ": " + held + " bytes are held by messages that are done with");
        }
    }

    private void fail(String what) {
        failed.incrementAndGet();
        progress.accept("memory: " + what);
    }

    private Conversation open(ChildJvm server, ParleyRuntime client, Address address, Form form)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        server.say(form.representation() + " " + form.compression());
        byte[] token = Base64.getDecoder().decode(server.answer("token "));
        Agreement agreement = agreement(address, limits(settings), form.representation(), form.compression());
        return client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    static Agreement agreement(Address address, Limits limits, String representation, String compression) {
        Agreement plain = HeavyContent.CONTRACT.agreement(address, limits, representation);
        return compression.equals(CompressionTerm.NONE) ? plain : plain.compressed(compression);
    }

    /** Returns the default limits with the given changes. */
    static Limits limits(String... settings) {
        Limits limits = Limits.defaults();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            limits = limits.with(
                    Limit.valueOf(setting.substring(0, equals)), Long.parseLong(setting.substring(equals + 1)));
        }
        return limits;
    }

    private static List<Form> allForms() {
        ClassLoader loader = MemoryCampaign.class.getClassLoader();
        Set<String> compressions =
                new TreeSet<>(Providers.load(Compression.class, loader).names());
        compressions.add(CompressionTerm.NONE);
        List<Form> forms = new ArrayList<>();
        for (Representation form : Providers.load(Representation.class, loader).all()) {
            if (carries(form.name())) {
                compressions.forEach(compression -> forms.add(new Form(form.name(), compression)));
            }
        }
        return forms;
    }

    private static boolean carries(String representation) {
        try {
            HeavyContent.CONTRACT.checkCarried(representation);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
