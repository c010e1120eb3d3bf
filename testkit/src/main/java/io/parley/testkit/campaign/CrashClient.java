package io.parley.testkit.campaign;

import io.parley.ParleyException;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.OutgoingMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A session under load, on a thread of its own, until {@link #end} is called. */
final class CrashClient implements Runnable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int UNDER_WAY = 4;
    private static final int SHORT = 1_000;
    private static final int LONG = 5_000_000;
    private static final int LONG_ANSWER = 1_000_000;
    /** One of 25 calls is long, and one of 25 has a long answer. */
    private static final int LONG_ONES = 25;

    private final int session;
    private final Conversation conversation;
    private final Random random;
    private final Consumer<String> progress;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private final List<Integer> answered = new ArrayList<>();
    private final List<Integer> messages = new ArrayList<>();
    private long failed;
    private volatile boolean ends;
    /** Time of the last answer, by {@link System#nanoTime}. */
    private volatile long lastAnswer = System.nanoTime();

    private volatile long longestPause;

    private record Pending(int number, Call call) {}

    CrashClient(int session, Conversation conversation, long seed, Consumer<String> progress) {
        this.session = session;
        this.conversation = conversation;
        this.random = new Random(seed);
        this.progress = progress;
    }

    int session() {
        return session;
    }

    /** Returns the time of the last answer, by {@link System#nanoTime}. */
    long lastAnswer() {
        return lastAnswer;
    }

    /** Returns the longest time between two answers so far, in nanoseconds. */
    long longestPause() {
        return longestPause;
    }

    void end() {
        ends = true;
    }

    /** Returns the numbers of answered calls; valid once the client has ended. */
    List<Integer> answered() {
        return answered;
    }

    /** Returns the numbers of the messages of a session that ended in order; valid once the client has ended. */
    List<Integer> messages() {
        return messages;
    }

    long failed() {
        return failed;
    }

    @Override
    public void run() {
        try {
            for (int number = 0; !ends; number++) {
                send(number);
                while (pending.size() >= UNDER_WAY) {
                    await(pending.remove());
                }
            }
            while (!pending.isEmpty()) {
                await(pending.remove());
            }
            conversation.drain();
            conversation.closed().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ParleyException | ExecutionException | TimeoutException e) {
            failed++;
            progress.accept("session " + session + " did not end in order: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(int number) {
        boolean call = random.nextBoolean();
        boolean isLong = call && random.nextInt(LONG_ONES) == 0;
        boolean longAnswer = call && random.nextInt(LONG_ONES) == 0;
        OutgoingMessage message = call ? conversation.beginCall(PATIENCE) : conversation.beginOneWay();
        CrashServer.write(message, session, number, isLong ? LONG : SHORT, longAnswer ? LONG_ANSWER : SHORT);
        message.send();
        if (message instanceof Call request) {
            pending.add(new Pending(number, request));
        } else {
            messages.add(number);
        }
    }

    private void await(Pending next) throws InterruptedException {
        try {
            next.call.await().close();
            answered.add(next.number);
            long now = System.nanoTime();
            longestPause = Math.max(longestPause, now - lastAnswer);
            lastAnswer = now;
        } catch (ParleyException e) {
            failed++;
            progress.accept("session " + session + ", call " + next.number + ": " + e.getMessage());
        }
    }
}
