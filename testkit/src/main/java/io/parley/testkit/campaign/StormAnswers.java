package io.parley.testkit.campaign;

import io.parley.runtime.IncomingMessage;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The answers that the sessions of a storm receive, and their times. Thread-safe. */
final class StormAnswers {
    /** Size of each call, and of each answer after its number. */
    static final int BYTES = 1_000;

    private static final int PROGRESS = 500;

    private final int sessions;
    private final Consumer<String> progress;
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger measured = new AtomicInteger();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private volatile long start = System.nanoTime();

    /** An answer, with times in milliseconds; one whose call is not measured is only counted. */
    private record Answer(int session, int number, boolean measured, long after, long waited) {}

    StormAnswers(int sessions, Consumer<String> progress) {
        this.sessions = sessions;
        this.progress = progress;
    }

    /** Records the start of the new server's process. */
    void restarted() {
        start = System.nanoTime();
    }

    /** Returns the milliseconds since the start of the new server's process. */
    long millis() {
        return millis(start);
    }

    int unanswered() {
        return unanswered.get();
    }

    Expected expect(int session, int number, boolean measured) {
        unanswered.incrementAndGet();
        return new Expected(session, number, measured);
    }

    /** An answer that is expected from now on. */
    final class Expected {
        private final int session;
        private final int number;
        private final boolean measured;
        private final long since = System.nanoTime();

        private Expected(int session, int number, boolean measured) {
            this.session = session;
            this.number = number;
            this.measured = measured;
        }

        /**
         * Records an answer or a failure.
         *
         * @return whether it is the answer to this call
         */
        boolean onAnswer(@Nullable IncomingMessage answer, @Nullable Throwable failure) {
            unanswered.decrementAndGet();
            int found = answer == null ? -1 : number(answer);
            if (found != number) {
                String instead = answer == null ? String.valueOf(failure) : "that to call " + found;
                fail("storm: session " + session + ", call " + number + ": expected its answer, found " + instead);
                return false;
            }
            add(new Answer(session, number, measured, millis(), millis(since)));
            return true;
        }

        private int number(IncomingMessage answer) {
            try (answer) {
                return answer.source().readInt();
            }
        }
    }

    private void add(Answer answer) {
        answers.add(answer);
        if (answer.measured()) {
            int count = measured.incrementAndGet();
            if (count % PROGRESS == 0) {
                progress.accept("storm: " + count + " sessions have their answer after " + answer.after() + " ms");
            }
        }
    }

    private void fail(String why) {
        failed.incrementAndGet();
        progress.accept(why);
    }

    /** Returns the report; to be called when no answer is expected any more. */
    StormReport report(String store, long seed, long bound, StormReport.Used used, CrashTally seen) {
        List<Answer> all = List.copyOf(answers);
        long unseen = all.stream()
                .filter(answer -> !seen.saw(answer.session(), answer.number()))
                .count();
        List<Answer> timed = all.stream().filter(Answer::measured).toList();
        return new StormReport(
                store,
                sessions,
                seed,
                bound,
                timed.stream().map(Answer::after).sorted().toList(),
                timed.stream().map(Answer::waited).sorted().toList(),
                failed.get() + unseen,
                seen.duplicates(),
                seen.redelivered(),
                used);
    }

    private static long millis(long since) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    }
}
