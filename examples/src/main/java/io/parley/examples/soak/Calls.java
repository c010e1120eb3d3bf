package io.parley.examples.soak;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Concurrent asynchronous calls, a fifth of which are cancelled; waits for their outcomes and checks them. */
final class Calls {
    private static final int TIMEOUT_SECONDS = 120;

    private final String where;
    private final ScheduledExecutorService timers;
    private final Chance chance;
    private final Tally tally;
    /** True if calls may be lost because the test breaks connections. */
    private final boolean maybeLost;

    private final List<Started> started = new ArrayList<>();

    private record Started(Future<Saying> answer, Saying expected, boolean cancelled) {}

    /** Starts one call. */
    @FunctionalInterface
    interface Starter {
        Future<Saying> start(Saying saying) throws Exception;
    }

    Calls(String where, ScheduledExecutorService timers, Chance chance, Tally tally, boolean maybeLost) {
        this.where = where;
        this.timers = timers;
        this.chance = chance;
        this.tally = tally;
        this.maybeLost = maybeLost;
    }

    void makeAll(Starter starter) throws Exception {
        int together = chance.together();
        for (int i = 0; i < together; i++) {
            boolean cancelled = chance.cancels();
            Saying saying = Saying.of(chance.text(), chance.pauseMillis(cancelled));
            Future<Saying> answer;
            try {
                answer = starter.start(saying);
            } catch (Exception e) {
                judge(e, false);
                continue;
            }
            started.add(new Started(answer, saying, cancelled));
            if (cancelled) {
                int micros = chance.cancelMicros();
                if (micros == 0) {
                    answer.cancel(true);
                } else {
                    var unused = timers.schedule(() -> answer.cancel(true), micros, TimeUnit.MICROSECONDS);
                }
            }
        }
        for (Started call : started) {
            await(call);
        }
    }

    private void await(Started call) throws InterruptedException {
        try {
            Saying said = call.answer().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (call.expected().equals(said)) {
                tally.add(Tally.End.ANSWERED);
            } else if (!call.cancelled()) {
                tally.unexpected(where, "another answer than the right one");
            }
        } catch (CancellationException e) {
            tally.add(Tally.End.CANCELLED);
        } catch (InterruptedException e) {
            // CXF reports a cancelled call by this exception.
            if (!call.answer().isCancelled()) {
                throw e;
            }
            tally.add(Tally.End.CANCELLED);
        } catch (ExecutionException e) {
            judge(e.getCause(), call.cancelled());
        } catch (TimeoutException e) {
            tally.unexpected(where, "no end within " + TIMEOUT_SECONDS + " s");
        }
    }

    private void judge(@Nullable Throwable why, boolean cancelled) {
        if (cancelled && code(why) == ErrorCode.CANCELLED) {
            tally.add(Tally.End.CANCELLED);
        } else if (maybeLost && why instanceof ParleyException) {
            tally.add(Tally.End.LOST);
        } else {
            tally.unexpected(where, trace(why));
        }
    }

    static @Nullable ErrorCode code(@Nullable Throwable why) {
        for (Throwable at = why; at != null; at = at.getCause()) {
            if (at instanceof ParleyException coded) {
                return coded.code();
            }
        }
        return null;
    }

    /** Returns a failure with its causes, on one line. */
    static String trace(@Nullable Throwable why) {
        StringBuilder text = new StringBuilder();
        for (Throwable at = why; at != null; at = at.getCause()) {
            text.append(at).append("; ");
        }
        return text.toString();
    }
}
