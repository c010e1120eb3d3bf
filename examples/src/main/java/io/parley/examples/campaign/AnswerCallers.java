package io.parley.examples.campaign;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.testkit.campaign.HeavyContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Callers of one client that request more than it can hold, in a JVM with little memory. Each response must be read or
 * refused with an error; a caller with short responses must be served meanwhile and later, and so must be a response
 * that was read when it was alone. Started with the class path of the campaign. Confined to one thread.
 */
public final class AnswerCallers {
    /** Prefix of the lines for the campaign. */
    static final String SAID = "campaign: ";

    static final String FAILED = "failed ";
    static final String DONE = "done ";

    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Set<ErrorCode> REFUSALS = Set.of(ErrorCode.BUDGET, ErrorCode.NOT_DISPATCHED);
    /** Each is tried; the first is the largest response. */
    private static final int[] SHARES = {1, 8};

    private static final int HONEST = 7;

    private final AnswerClient client;
    private final int bytes;
    private final int callers;
    private long answered;
    private long refused;
    private long tooLong;
    private long longestNanos;

    private AnswerCallers(AnswerClient client, int bytes, int callers) {
        this.client = client;
        this.bytes = bytes;
        this.callers = callers;
    }

    /**
     * Runs the callers. The arguments are those of the form, the address, the bytes of the longest response, the number
     * of callers, and whether there is a budget for objects.
     */
    public static void main(String[] arguments) throws InterruptedException {
        ClientForm form = ClientForm.of(arguments);
        Limits limits = AnswerClient.patient(Limits.defaults());
        if (!Boolean.parseBoolean(arguments[7])) {
            limits = limits.with(Limit.OBJECT_BYTES, Long.MAX_VALUE);
        }
        try (AnswerClient client = AnswerClient.open(form, arguments[4], limits)) {
            AnswerCallers callers =
                    new AnswerCallers(client, Integer.parseInt(arguments[5]), Integer.parseInt(arguments[6]));
            callers.run();
            say(DONE + callers.answered + " " + callers.refused + " " + callers.tooLong + " "
                    + TimeUnit.NANOSECONDS.toMillis(callers.longestNanos));
        }
        System.exit(0);
    }

    private void run() throws InterruptedException {
        serveHonestly("at first");
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            for (String shape : client.shapes()) {
                int fits = largestAlone(shape);
                for (int share : SHARES) {
                    many(threads, shape, bytes / share);
                    serveHonestly(shape);
                }
                if (fits > 0) {
                    repeat(shape, fits);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns the size of the longest response that is read while there is no other; 0 if there is none. */
    private int largestAlone(String shape) throws InterruptedException {
        for (int size = bytes; size > bytes / 256; size /= 2) {
            if (isRead(shape, size)) {
                return size;
            }
        }
        fail(shape + ": no response is read, however short");
        return 0;
    }

    private void many(ExecutorService threads, String shape, int size) throws InterruptedException {
        List<Future<Boolean>> calls = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            calls.add(threads.submit(() -> isRead(shape, size)));
        }
        for (Future<Boolean> call : calls) {
            try {
                call.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Makes a call that succeeded before, until it succeeds again. */
    private void repeat(String shape, int size) throws InterruptedException {
        long since = System.nanoTime();
        while (!isRead(shape, size)) {
            if (System.nanoTime() - since > SOON_NANOS) {
                fail(shape + ": a response of " + size + " bytes is no longer read");
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isRead(String shape, int size) throws InterruptedException {
        try {
            int found = client.ask(shape, size);
            if (found != HeavyContent.items(shape, size)) {
                fail(shape + ": expected " + HeavyContent.items(shape, size) + " items, found " + found);
            }
            synchronized (this) {
                answered++;
            }
            return true;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            refuse(shape, e);
            return false;
        }
    }

    private synchronized void refuse(String shape, Exception why) {
        ParleyException coded = coded(why);
        if (coded != null && coded.code() == ErrorCode.BUDGET && coded.retry() == ErrorCode.Retry.SAFE) {
            fail(shape + ": a call that was dispatched is said to be safe to repeat: " + coded);
        } else if (coded != null && REFUSALS.contains(coded.code())) {
            refused++;
        } else if (coded != null && coded.code() == ErrorCode.LIMIT) {
            tooLong++;
        } else {
            fail(shape + ": " + why + (coded == null || coded == why ? "" : ": " + coded));
        }
    }

    private void serveHonestly(String when) {
        long since = System.nanoTime();
        try {
            int found = client.honest(HONEST);
            if (found != HONEST) {
                fail(when + ": the honest caller was answered " + found);
            }
        } catch (RuntimeException e) {
            fail(when + ": the honest caller is not served: " + e + ": " + coded(e));
        }
        longestNanos = Math.max(longestNanos, System.nanoTime() - since);
    }

    private static @Nullable ParleyException coded(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ParleyException coded) {
                return coded;
            }
        }
        return null;
    }

    private static void fail(String what) {
        say(FAILED + what.replace('\n', ' '));
    }

    private static void say(String line) {
        System.out.println(SAID + line);
        System.out.flush();
    }
}
