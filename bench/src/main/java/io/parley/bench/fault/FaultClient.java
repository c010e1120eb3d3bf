package io.parley.bench.fault;

import io.parley.bench.contest.Tasks;
import io.parley.bench.result.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The main class of the client's JVM. Arguments: the system, the {@link Place} as JSON, the {@link Mode}, the first
 * number, and the file for outcomes, one per line: {@code ok|failed NUMBER MILLISECOND [WHY]}. Prints {@code ready}
 * after its first answer. Exits when its input is closed; except with {@code LARGE_ANSWERS} it first waits for the
 * outcomes of its calls.
 */
public final class FaultClient {
    /** The timeout of each call. */
    static final long PATIENCE_MILLIS = 10_000;

    private static final int CALLERS = 4;
    private static final int SMALL = 1_000;
    private static final int LARGE = 64_000;
    private static final int ANSWER = 1_000_000;
    private static final int UNDER_WAY = 1_000;
    private static final int SLOW_CALLS = 300;
    private static final long PAUSE_MILLIS = 20;

    /** The pattern of calls. */
    enum Mode {
        /** Some callers, each with one small call after the other. */
        CALLS(CALLERS),
        /** One caller with small calls, as neighbour of the client under test. */
        NEIGHBOUR(1),
        /** Large requests, as fast as they can be started. */
        FLOOD(0),
        /** Many answers of a megabyte, all requested at once. */
        LARGE_ANSWERS(0);

        private final int callers;

        Mode(int callers) {
            this.callers = callers;
        }
    }

    private final Rival.Client client;
    private final PrintStream notes;
    private final AtomicLong numbers;
    private final AtomicBoolean ends = new AtomicBoolean();

    private FaultClient(Rival.Client client, PrintStream notes, long first) {
        this.client = client;
        this.notes = notes;
        this.numbers = new AtomicLong(first);
    }

    /** Runs until the input ends. */
    public static void main(String[] arguments) throws Exception {
        Place place = Json.read(arguments[1], Place.class);
        Mode mode = Mode.valueOf(arguments[2]);
        Path file = place.folder().resolve(arguments[4]);
        try (PrintStream notes = new PrintStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                true,
                StandardCharsets.UTF_8)) {
            Rival.Client client = Rivals.named(arguments[0]).connect(place);
            FaultClient program = new FaultClient(client, notes, Long.parseLong(arguments[3]));
            program.run(mode);
        }
        System.out.println("ended");
        System.exit(0); // Threads of some systems would keep the process alive.
    }

    private void run(Mode mode) throws InterruptedException {
        Tasks.start("input", this::awaitInput);
        // The first call loads classes and negotiates, which is not an effect of the fault.
        while (!ends.get() && !one(new Request(numbers.getAndIncrement(), 0, SMALL))) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        System.out.println("ready");
        switch (mode) {
            case CALLS, NEIGHBOUR -> call(mode.callers);
            case FLOOD -> flood();
            case LARGE_ANSWERS -> askForLargeAnswers();
        }
    }

    private void awaitInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            notes.println("# " + e);
        } finally {
            ends.set(true);
        }
    }

    private void call(int callers) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Thread thread = new Thread(this::callUntilEnd, "calls");
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void callUntilEnd() {
        try {
            while (!ends.get()) {
                if (!one(new Request(numbers.getAndIncrement(), 0, SMALL))) {
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes a call, waits for it, and records its outcome; returns whether it was answered. */
    private boolean one(Request request) throws InterruptedException {
        try {
            byte[] answer = client.exchange(request.toBytes())
                    .get(PATIENCE_MILLIS + PATIENCE_MILLIS / 2, TimeUnit.MILLISECONDS);
            request.check(answer);
            note("ok", request, "");
            return true;
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            note("failed", request, why(e));
            return false;
        }
    }

    private void flood() throws InterruptedException {
        Semaphore places = new Semaphore(UNDER_WAY);
        while (!ends.get()) {
            if (places.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                begin(new Request(numbers.getAndIncrement(), 0, LARGE), places);
            }
        }
        boolean all = places.tryAcquire(UNDER_WAY, 2 * PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        notes.println("# every call has an outcome: " + all);
    }

    private void askForLargeAnswers() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS * PAUSE_MILLIS); // Wait until the proxy is slow.
        Semaphore places = new Semaphore(SLOW_CALLS);
        for (int i = 0; i < SLOW_CALLS; i++) {
            places.acquire();
            begin(new Request(numbers.getAndIncrement(), ANSWER, SMALL), places);
        }
        while (!ends.get()) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private void begin(Request request, Semaphore places) {
        CompletableFuture<byte[]> call;
        try {
            call = client.exchange(request.toBytes());
        } catch (RuntimeException e) {
            call = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<Void> noted = call.handle((answer, failure) -> {
            note(failure == null ? "ok" : "failed", request, failure == null ? "" : why(failure));
            places.release();
            return null;
        });
        if (noted.isCompletedExceptionally()) {
            throw new IllegalStateException("an outcome cannot be noted");
        }
    }

    private void note(String outcome, Request request, String why) {
        notes.println(outcome + " " + request.number() + " " + System.currentTimeMillis() + " " + why);
    }

    private static String why(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return (root.getClass().getSimpleName() + " " + root.getMessage()).replace('\n', ' ');
    }
}
