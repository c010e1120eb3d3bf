package io.parley.testkit.context;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/**
 * A program that writes pairs of entries to a store as fast as it can until it is killed, and prints a line for each
 * acknowledged pair: its number and version. Arguments: the store's address, and the round, which the names of its
 * entries contain.
 */
public final class RestlessWriter {
    private static final int UNDER_WAY = 64;
    private static final int LARGEST = 20_000;

    private RestlessWriter() {}

    /** Writes until the process is killed; never returns. */
    public static void main(String[] arguments) throws Exception {
        String round = arguments[1];
        ContextStore store = ContextStores.open(arguments[0], StoreSettings.defaults());
        Semaphore places = new Semaphore(UNDER_WAY);
        System.out.println("open");
        for (int i = 0; ; i++) {
            int number = i;
            places.acquire();
            CompletionStage<TransactionOutcome> outcome = store.apply(pair(round, number));
            var unused = outcome.whenComplete((done, failure) -> {
                places.release();
                if (done instanceof TransactionOutcome.Done acknowledged) {
                    System.out.println(number + " " + acknowledged.version());
                } else {
                    System.err.println("expected every pair to be written, found " + done + " " + failure);
                    Runtime.getRuntime().halt(1);
                }
            });
        }
    }

    private static Transaction pair(String round, int number) {
        return Transaction.in(
                scope(round),
                owner(round),
                put(round, "left " + number, number),
                put(round, "right " + number, number));
    }

    private static Change put(String round, String name, int number) {
        return new Change.Put(name, value(number), owner(round), Duration.ofHours(1), Condition.absent());
    }

    /**
     * Returns the owner of a round's entries: a new one for each round, so that a long campaign does not exceed a
     * quota.
     */
    static String owner(String round) {
        return "restless " + round;
    }

    static Scope scope(String round) {
        return new Scope("restless " + round);
    }

    /** Returns the value for a number: mostly short, sometimes long. */
    static Value value(int number) {
        Random random = new Random(number);
        byte[] bytes = new byte[random.nextInt(20) == 0 ? random.nextInt(LARGEST) : random.nextInt(200)];
        random.nextBytes(bytes);
        return Value.handOver(bytes, "application/octet-stream");
    }
}
