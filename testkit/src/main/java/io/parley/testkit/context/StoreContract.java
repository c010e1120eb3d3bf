package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import io.parley.testkit.FakeTimers;
import java.time.Duration;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Base of the contracts: a store in a place of its own, a time that stands still until a test advances it, and helper
 * methods.
 */
abstract class StoreContract {
    static final String ALICE = "CN=alice,O=example";
    static final String BOB = "bob@EXAMPLE.ORG";
    static final Duration LONG = Duration.ofHours(1);
    static final Scope SCOPE = new Scope("urn:uuid:6f3f1ab2-5a44-4a9e-9d5e-0d4c2b8f7a11");
    static final Key KEY = SCOPE.key("state");
    static final Duration NO_SWEEPS = Duration.ofDays(1);

    final FakeTimers time = new FakeTimers();
    StoreSettings settings = StoreSettings.defaults().withClock(time).withSweepEvery(NO_SWEEPS);
    StorePlace place;
    ContextStore store;

    /** Returns a new place for each test. */
    protected abstract StorePlace place() throws Exception;

    @BeforeEach
    void openFirst() throws Exception {
        place = place();
        store = place.open(settings);
    }

    @AfterEach
    void closeAll() throws Exception {
        store.close();
        place.close();
    }

    /** Closes the store and opens it again in the same place. */
    void reopen() {
        store.close();
        store = place.open(settings);
    }

    void reopenWith(Limit limit, long value) {
        settings = settings.with(Limits.defaults().with(limit, value));
        reopen();
    }

    static Value value(String text) {
        return Value.of(text, "text/plain");
    }

    static Change put(Key key, String text, Condition condition) {
        return put(key, text, condition, LONG);
    }

    static Change put(Key key, String text, Condition condition, Duration lifetime) {
        return new Change.Put(key.name(), value(text), ALICE, lifetime, condition);
    }

    TransactionOutcome write(Change... changes) {
        return store.write(Transaction.in(SCOPE, ALICE, changes));
    }

    /** Puts a text, which must succeed, and returns the version. */
    long putDone(Key key, String text) {
        return done(write(put(key, text, Condition.any())));
    }

    static long done(TransactionOutcome outcome) {
        assertThat(outcome).isInstanceOf(TransactionOutcome.Done.class);
        return ((TransactionOutcome.Done) outcome).version();
    }

    Optional<String> text(Key key) {
        return store.get(key, Read.LATEST).map(entry -> entry.value().text());
    }

    static ThrowableAssertAlternative<ParleyException> assertRefused(ErrorCode code, ThrowingCallable what) {
        return assertThatExceptionOfType(ParleyException.class)
                .isThrownBy(what)
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(code));
    }
}
