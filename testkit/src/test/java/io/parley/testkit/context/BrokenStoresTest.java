package io.parley.testkit.context;

import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Read;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tests that the contracts can fail, with stores that are broken on purpose. */
class BrokenStoresTest {

    @ParameterizedTest
    @CsvSource({
        "ChecksFirst, incrementsByManyThreadsAddUp",
        "ChecksFirst, concurrentReadsAndWritesAreLinearizable",
        "ExpiresWhenSwept, anEntryIsAbsentFromItsExpiryOn",
        "ForgetsWhenClosed, everythingIsStoredAfterClosingAndReopening"
    })
    void aBrokenStoreFails(String store, String contract) throws ClassNotFoundException {
        Class<?> type = Class.forName(BrokenStoresTest.class.getName() + "$" + store);
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(type, contract))
                .execute()
                .testEvents()
                .assertStatistics(tests -> tests.started(1).failed(1));
    }

    /** A store that checks conditions first and writes some time later. */
    static class ChecksFirst extends ContextConcurrencyContract {
        @Override
        protected StorePlace place() {
            return BrokenStoresTest.place(false, settings -> {
                ContextStore store = ContextStores.open("memory:", settings);
                return replaced(store, "apply", arguments -> checkAndWrite(store, (Transaction) arguments[0]));
            });
        }

        private static CompletionStage<TransactionOutcome> checkAndWrite(ContextStore store, Transaction transaction) {
            Change.Put put = (Change.Put) transaction.changes().get(0);
            var key = transaction.scope().key(put.name());
            long version =
                    store.get(key, Read.LATEST).map(entry -> entry.version()).orElse(0L);
            if (!put.condition().holds(version)) {
                return CompletableFuture.completedFuture(new TransactionOutcome.Conflict(key, version));
            }
            LockSupport.parkNanos(100_000);
            return store.apply(Transaction.in(
                    transaction.scope(),
                    transaction.author(),
                    new Change.Put(put.name(), put.value(), put.owner(), put.lifetime(), Condition.any())));
        }
    }

    /** A store whose clock advances only when it is swept. */
    static class ExpiresWhenSwept extends ContextStoreContract {
        @Override
        protected StorePlace place() {
            return BrokenStoresTest.place(false, settings -> {
                AtomicReference<Instant> swept =
                        new AtomicReference<>(settings.clock().instant());
                ContextStore store = ContextStores.open("memory:", settings.withClock(swept::get));
                return replaced(store, "sweep", arguments -> {
                    swept.set(settings.clock().instant());
                    return store.sweep();
                });
            });
        }
    }

    /** An in-memory store that claims to be durable. */
    static class ForgetsWhenClosed extends ContextStoreContract {
        @Override
        protected StorePlace place() {
            return BrokenStoresTest.place(true, settings -> ContextStores.open("memory:", settings));
        }
    }

    @Test
    void aStoreThatNeverForcesItsMediumFails() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/strace")), "no strace to see it with");
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(
                        NeverForces.class, "theMediumIsForcedBeforeAnythingIsAcknowledged", "java.nio.file.Path"))
                .execute()
                .testEvents()
                .assertStatistics(tests -> tests.started(1).failed(1))
                .assertThatEvents()
                .haveExactly(
                        1,
                        finishedWithFailure(
                                instanceOf(AssertionError.class),
                                message(text -> text.contains("what was written is forced before"))));
    }

    /** A store that writes a file without forcing it to the medium. */
    static class NeverForces extends ContextForceContract {
        @Override
        protected DurablePlace place() {
            return FolderPlace.create(folder -> "careless:" + folder.resolve("values"));
        }
    }

    private static StorePlace place(boolean isDurable, Function<StoreSettings, ContextStore> opening) {
        return new StorePlace() {
            @Override
            public ContextStore open(StoreSettings settings) {
                return opening.apply(settings);
            }

            @Override
            public boolean isDurable() {
                return isDurable;
            }

            @Override
            public void close() {}
        };
    }

    /** Returns the store with one method replaced. */
    private static ContextStore replaced(ContextStore store, String name, Function<Object[], Object> instead) {
        return (ContextStore) Proxy.newProxyInstance(
                BrokenStoresTest.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals(name)) {
                        return instead.apply(arguments);
                    }
                    // Default methods wait for an outcome, which must come from this proxy and not from the underlying
                    // store.
                    return method.isDefault()
                            ? ContextStore.join(((ContextStore) proxy).apply((Transaction) arguments[0]))
                            : invoke(store, method, arguments);
                });
    }

    private static Object invoke(ContextStore store, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
