package io.parley.testkit.campaign;

import io.parley.ParleyException;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.OutgoingMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Sends calls and one-way messages over sessions and counts them at both sides. For one thread, beside the handler's.
 */
final class CountedSessions {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MESSAGES = 20;
    private static final int MOST_BYTES = 40_000;

    private final String name;
    private final long seed;
    private final Consumer<String> progress;
    private final Ledger ledger = new Ledger();
    private long acknowledged;
    private long failed;
    private long longestPause;

    /**
     * Creates counters for a campaign.
     *
     * @param name of the campaign
     */
    CountedSessions(String name, long seed, Consumer<String> progress) {
        this.name = name;
        this.seed = seed;
        this.progress = progress;
    }

    /** Returns the handler of the accepting side. */
    Ledger ledger() {
        return ledger;
    }

    long lost() {
        return ledger.lost(acknowledged, failed);
    }

    CampaignResult result(String campaign, int runs, long ofSeed) {
        return new CampaignResult(
                campaign, runs, ofSeed, acknowledged, lost(), ledger.duplicates(), ledger.outOfOrder(), longestPause);
    }

    /** Sends messages over a session, counts those that are lost, and drains it at the end. */
    void run(Conversation conversation, int run) throws InterruptedException {
        Random random = new Random(seed + run);
        List<Call> calls = new ArrayList<>();
        long sent = 0;
        for (int number = 0; number < MESSAGES; number++) {
            try {
                OutgoingMessage oneWay = conversation.beginOneWay();
                Ledger.write(oneWay, run, number, 0);
                oneWay.send();
                sent++;
                Call call = conversation.beginCall(PATIENCE);
                Ledger.write(call, run, MESSAGES + number, random.nextInt(MOST_BYTES));
                call.send();
                calls.add(call);
            } catch (ParleyException e) {
                failed++;
                progress.accept(name + ": run " + run + ": " + e.getMessage());
            }
        }
        for (Call call : calls) {
            long began = System.nanoTime();
            try {
                call.await().close();
                acknowledged++;
            } catch (ParleyException e) {
                failed++;
                progress.accept(name + ": run " + run + ": " + e.getMessage());
            }
            longestPause = Math.max(longestPause, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
        }
        conversation.drain();
        try {
            conversation.closed().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            acknowledged += sent;
        } catch (ExecutionException | TimeoutException e) {
            failed += sent;
            progress.accept(name + ": run " + run + " did not end in order: " + e);
        }
    }
}
