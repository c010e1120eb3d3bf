package io.parley.cxf.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Value;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the context store of a bus applies the configured limits. */
class BusStoreTest {
    private static final Scope SCOPE = new Scope("urn:samples:store");
    private static final int TEN = 10;

    private BusStore store = store(Limit.CONTEXT_ENTRIES, 1);

    private static BusStore store(Limit limit, long value) {
        return new BusStore(EndpointSettings.of(limit.setting(), value), Runnable::run);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Limit.class,
            names = {"CONTEXT_VALUE_BYTES", "CONTEXT_ENTRIES", "CONTEXT_BYTES", "CONTEXT_SECONDS"})
    void eachLimitOfContextsIsThatOfTheStore(Limit limit) {
        long most = limit == Limit.CONTEXT_ENTRIES ? 1 : TEN;
        store = store(limit, most);
        ContextStore open = store.open();
        write(open, "first", TEN, TEN);

        assertThatLimit(limit, () -> {
            write(open, "second", TEN, TEN); // exceeds both the entries and the bytes
            write(open, "third", TEN + 1, TEN);
            write(open, "fourth", 1, TEN + 1);
        });

        store.close();
        store = store(limit, 1_000);
        ContextStore roomy = store.open();
        write(roomy, "first", TEN, TEN);
        write(roomy, "second", TEN + 1, TEN + 1);
    }

    @Test
    void whatIsKeptLivesNoLongerThanTheStoreLetsIt() {
        store = store(Limit.CONTEXT_SECONDS, TEN);

        assertThat(store.lifetime(Duration.ofDays(1))).isEqualTo(Duration.ofSeconds(TEN));
        assertThat(store.lifetime(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
    }

    private static void write(ContextStore to, String name, int length, int seconds) {
        Value value = Value.of("x".repeat(length), "text/plain");
        Change put = new Change.Put(name, value, "owner", Duration.ofSeconds(seconds), Condition.any());
        assertThat(to.write(Transaction.in(SCOPE, "owner", put)).isDone()).isTrue();
    }

    private static void assertThatLimit(Limit limit, ThrowingCallable writing) {
        assertThatThrownBy(writing)
                .hasMessageContaining(limit.setting())
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.LIMIT));
    }
}
