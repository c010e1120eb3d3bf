package io.parley.store.infinispan;

import io.parley.DaemonThreads;
import io.parley.ParleyException;
import io.parley.context.Key;
import io.parley.context.Rules;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Usage;
import io.parley.store.WaitingJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Writer thread of a store. Pending transactions of the same scope become one new head, which replaces the old one
 * unless another node changed it meanwhile; heads of different scopes are written concurrently.
 */
final class HeadWriter implements AutoCloseable {
    /** Exceeds the time of a write and any clock difference between nodes by far. */
    private static final Duration UNNAMED_FOR = Duration.ofHours(1);

    private final NodeAddress address;
    private final Node node;
    private final ScopeIndex index;
    private final Rules rules;
    private final StoreSettings settings;
    private final Supplier<Instant> clock;
    private final WaitingJobs<IntSupplier> waiting;
    private final Thread thread;

    HeadWriter(NodeAddress address, Node node, ScopeIndex index, StoreSettings settings, Supplier<Instant> clock) {
        this.address = address;
        this.node = node;
        this.index = index;
        this.rules = new Rules(settings.limits());
        this.settings = settings;
        this.clock = clock;
        this.waiting = new WaitingJobs<>(address.toString(), "the other nodes");
        this.thread = DaemonThreads.named("parley-context-infinispan-writer").newThread(this::run);
    }

    void start() {
        thread.start();
    }

    CompletableFuture<TransactionOutcome> apply(Transaction transaction) {
        return waiting.add(transaction);
    }

    /** Removes expired entries after the pending transactions; returns how many. Blocks. */
    int sweepInTurn() {
        return waiting.run(this::sweep);
    }

    private void run() {
        WaitingJobs.Portion<IntSupplier> portion = waiting.next();
        while (!portion.isEmpty()) {
            portion.task().ifPresent(this::run);
            if (!portion.writes().isEmpty()) {
                write(portion.writes());
            }
            portion = waiting.next();
        }
    }

    private void run(WaitingJobs.PendingTask<IntSupplier> task) {
        try {
            task.future().complete(task.work().getAsInt());
        } catch (RuntimeException | Error e) { // the writer thread must survive
            task.future().completeExceptionally(coded(e));
        }
    }

    private void write(List<WaitingJobs.Write> writes) {
        Round round = new Round(writes);
        try {
            round.run();
        } catch (RuntimeException | Error e) { // the writer thread must survive
            ParleyException why = coded(e);
            writes.forEach(write -> write.future().completeExceptionally(why));
        }
    }

    private ParleyException coded(Throwable why) {
        return why instanceof ParleyException known ? known : HeadStore.failed(address, why);
    }

    /**
     * Transactions taken from the queue together. They are retried until each has its outcome: another node may have
     * changed a scope meanwhile, or an owner's quota may suffice once expired entries are removed.
     */
    private final class Round {
        private final Map<Scope, List<WaitingJobs.Write>> remaining = new LinkedHashMap<>();
        private boolean hasMadeRoom;

        Round(List<WaitingJobs.Write> writes) {
            for (WaitingJobs.Write write : writes) {
                remaining
                        .computeIfAbsent(write.transaction().scope(), first -> new ArrayList<>())
                        .add(write);
            }
        }

        void run() {
            while (!remaining.isEmpty()) {
                HeadStore store = new HeadStore(address, node.leased());
                Map<String, Usage> charges = new HashMap<>();
                List<Attempt> attempts = new ArrayList<>();
                remaining.forEach((scope, writes) -> attempts.add(tried(store, scope, writes, charges)));
                attempts.forEach(this::finish);
                remaining.values().removeIf(List::isEmpty);
                if (attempts.stream().anyMatch(attempt -> attempt.needsRoom)) {
                    sweep();
                    hasMadeRoom = true;
                }
            }
        }

        /** Tries the transactions of one scope; a failure refuses only them, and other scopes go on. */
        private Attempt tried(
                HeadStore store, Scope scope, List<WaitingJobs.Write> writes, Map<String, Usage> charges) {
            try {
                return attempt(store, scope, writes, charges);
            } catch (RuntimeException e) {
                Attempt refused = new Attempt(store, writes);
                CompletableFuture<TransactionOutcome> why = CompletableFuture.failedFuture(coded(e));
                writes.forEach(write -> refused.outcomes.put(write, why));
                return refused;
            }
        }

        private Attempt attempt(
                HeadStore store, Scope scope, List<WaitingJobs.Write> writes, Map<String, Usage> charges) {
            Attempt attempt = new Attempt(store, writes);
            HeadStore.Found found = store.read(scope);
            Draft draft = new Draft(found.head(), clock.get(), index::usage, charges);
            for (WaitingJobs.Write write : writes) {
                if (attempt.needsRoom || !tryApply(write, draft, attempt)) {
                    break;
                }
            }
            if (draft.isChanged()) {
                attempt.replacement = store.replace(found, draft);
            }
            return attempt;
        }

        /**
         * Applies a transaction; returns true if it was applied or finally refused, false if there may be room for it
         * later.
         */
        private boolean tryApply(WaitingJobs.Write write, Draft draft, Attempt attempt) {
            try {
                draft.checkRoom(write.transaction());
                attempt.outcomes.put(write, CompletableFuture.completedFuture(rules.apply(write.transaction(), draft)));
            } catch (ParleyException quota) {
                attempt.needsRoom = !hasMadeRoom;
                if (hasMadeRoom) {
                    attempt.outcomes.put(write, CompletableFuture.failedFuture(quota));
                }
            }
            return !attempt.needsRoom;
        }

        private void finish(Attempt attempt) {
            HeadStore.Result result = attempt.replacement.get();
            if (result instanceof HeadStore.Lost) {
                return;
            }
            attempt.outcomes.forEach((write, outcome) -> {
                if (result instanceof HeadStore.InDoubt inDoubt && !outcome.isCompletedExceptionally()) {
                    write.future().complete(new TransactionOutcome.Unknown(inDoubt.why()));
                } else {
                    var unused = outcome.whenComplete((done, refused) -> complete(write, done, refused));
                }
            });
            attempt.writes.removeAll(attempt.outcomes.keySet());
        }

        private void complete(WaitingJobs.Write write, TransactionOutcome done, Throwable refused) {
            if (refused == null) {
                write.future().complete(done);
            } else {
                write.future().completeExceptionally(refused);
            }
        }
    }

    /** Attempt to change one scope. */
    private static final class Attempt {
        private final List<WaitingJobs.Write> writes;
        private final Map<WaitingJobs.Write, CompletableFuture<TransactionOutcome>> outcomes = new LinkedHashMap<>();
        private HeadStore.Replacement replacement;
        private boolean needsRoom;

        Attempt(HeadStore store, List<WaitingJobs.Write> writes) {
            this.writes = writes;
            this.replacement = store.nothing();
        }
    }

    /** Removes expired entries and drops old records; returns how many entries it removed. */
    private int sweep() {
        HeadStore store = new HeadStore(address, node.leased());
        Instant now = clock.get();
        store.removeUnnamed(now.minus(UNNAMED_FOR));
        Instant oldest = now.minus(settings.logRetention());
        int all = 0;
        for (Scope scope : index.due(now.toEpochMilli(), oldest.toEpochMilli())) {
            all += sweep(store, scope, now, oldest);
        }
        return all;
    }

    private int sweep(HeadStore store, Scope scope, Instant now, Instant oldest) {
        HeadStore.Found found = store.read(scope);
        if (found.isAbsent()) {
            index.forget(scope);
            return 0;
        }
        Draft draft = new Draft(found.head(), now, index::usage, new HashMap<>());
        int expired = 0;
        for (Key key : draft.expired()) {
            expired += rules.expire(key, draft) ? 1 : 0;
        }
        draft.forgetBefore(oldest);
        HeadStore.Replacement replacement = draft.isEmpty() ? store.remove(found, draft) : store.replace(found, draft);
        // A scope that another node changed meanwhile is swept next time.
        return replacement.get() instanceof HeadStore.Done ? expired : 0;
    }

    /** Closes like {@link WaitingJobs#close}. */
    @Override
    public void close() {
        waiting.close(thread);
    }
}
