package io.parley.context;

import io.parley.Causes;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that reports every failure as a {@link ParleyException}, whatever its engine throws: a failed read without a
 * code is {@code CONTEXT_UNAVAILABLE}, and a failed transaction without a code is {@link TransactionOutcome.Unknown},
 * since the engine may have applied it. Virtual machine errors are passed through. Thread-safe if the engine is.
 */
public final class CodedStore implements ContextStore {
    private final ContextStore engine;

    private CodedStore(ContextStore engine) {
        this.engine = engine;
    }

    /** Returns a store with coded failures, or the argument if it is one already. */
    public static ContextStore of(ContextStore store) {
        return store instanceof CodedStore ? store : new CodedStore(store);
    }

    @Override
    public CompletionStage<TransactionOutcome> apply(Transaction transaction) {
        CompletionStage<TransactionOutcome> applied;
        try {
            applied = engine.apply(transaction);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.completedFuture(unknown(e));
        }
        return applied.handle(CodedStore::coded);
    }

    private static TransactionOutcome coded(@Nullable TransactionOutcome outcome, @Nullable Throwable failure) {
        if (failure == null) {
            return outcome == null ? unknown(new IllegalStateException("the store told no outcome")) : outcome;
        }
        Throwable why = Causes.of(failure);
        if (why instanceof ParleyException known) {
            throw known;
        }
        return unknown(why);
    }

    private static TransactionOutcome.Unknown unknown(Throwable why) {
        if (why instanceof VirtualMachineError broken) {
            throw broken;
        }
        return new TransactionOutcome.Unknown(why);
    }

    private static <T> T coded(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ParleyException | IllegalArgumentException | VirtualMachineError e) {
            throw e; // An invalid argument is not a failure of the store.
        } catch (RuntimeException | Error e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE, "context store: it failed in an unexpected way", e);
        }
    }

    @Override
    public StoreTraits capabilities() {
        return engine.capabilities();
    }

    @Override
    public Optional<Entry> get(Key key, Read read) {
        return coded(() -> engine.get(key, read));
    }

    @Override
    public List<EntryInfo> list(Scope scope, Cursor after, int limit) {
        return coded(() -> engine.list(scope, after, limit));
    }

    @Override
    public List<EntryInfo> owned(String owner, Cursor after, int limit) {
        return coded(() -> engine.owned(owner, after, limit));
    }

    @Override
    public Instant now() {
        return coded(engine::now);
    }

    @Override
    public Usage usage(String owner) {
        return coded(() -> engine.usage(owner));
    }

    @Override
    public List<LogRecord> log(Scope scope, long after, int limit) {
        return coded(() -> engine.log(scope, after, limit));
    }

    @Override
    public Subscription watch(Scope scope, long after, Watcher watcher) {
        return coded(() -> engine.watch(scope, after, watcher));
    }

    @Override
    public int sweep() {
        return coded(engine::sweep);
    }

    @Override
    public Health check() {
        return engine.check();
    }

    @Override
    public void close() {
        engine.close();
    }
}
