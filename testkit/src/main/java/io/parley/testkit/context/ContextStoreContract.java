package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Cursor;
import io.parley.context.Durability;
import io.parley.context.Entry;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.LogRecord;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Usage;
import io.parley.context.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Contract of sequential access to entries: values, conditions, lifetimes, quotas and the log, as {@link ContextStore}
 * specifies them.
 */
public abstract class ContextStoreContract extends StoreContract {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1024, 1024 * 1024})
    void aValueIsReadByteForByteWithItsMetadata(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        Value value = Value.of(bytes, "application/octet-stream;x=\"ü\"");

        long version = done(write(new Change.Put("v", value, BOB, Duration.ofSeconds(90), Condition.absent())));

        Entry entry = store.get(SCOPE.key("v"), Read.LATEST).orElseThrow();
        assertThat(entry.value()).isEqualTo(value);
        assertThat(entry.info())
                .isEqualTo(new EntryInfo(
                        SCOPE.key("v"),
                        version,
                        time.instant().plusSeconds(90),
                        BOB,
                        "application/octet-stream;x=\"ü\"",
                        length,
                        value.address()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../etc/passwd",
                "%2e%2e%2f",
                "C:\\x",
                "' OR 1=1; --",
                "a%b_c*?",
                "ü∂𝄞 \u202e\uffff",
                " ",
                "urn:uuid:x"
            })
    void anOddNameIsAName(String odd) {
        Key key = new Scope(odd).key(odd);
        Key other = new Scope(odd).key(odd + odd);
        done(store.write(Transaction.in(key.scope(), odd, put(key, "one", Condition.absent()))));
        done(store.write(Transaction.in(key.scope(), odd, put(other, "two", Condition.absent()))));

        assertThat(text(key)).contains("one");
        assertThat(text(other)).contains("two");
        assertThat(store.list(key.scope(), Cursor.START, 10))
                .extracting(EntryInfo::key)
                .containsExactly(key, other);
        assertThat(store.log(key.scope(), 0, 10)).extracting(LogRecord::author).containsOnly(odd);
    }

    @Test
    void namesMayBeAsLongAsTheyAreAllowedToBe() {
        String thousandBytes = "ü".repeat(500);
        Key key = new Scope(thousandBytes).key("x".repeat(1000));
        String owner = "ö".repeat(250);
        Change put = new Change.Put(key.name(), value("v"), owner, LONG, Condition.absent());
        done(store.write(Transaction.in(key.scope(), owner, put)));

        assertThat(text(key)).contains("v");
        assertThat(store.owned(owner, Cursor.START, 10))
                .extracting(EntryInfo::key)
                .containsExactly(key);
    }

    @Test
    void theSecondPutOfAnAbsentEntryConflicts() {
        long first = done(write(put(KEY, "first", Condition.absent())));

        assertThat(write(put(KEY, "second", Condition.absent())))
                .isEqualTo(new TransactionOutcome.Conflict(KEY, first));
        assertThat(text(KEY)).contains("first");
    }

    @Test
    void aStaleVersionConflictsAndReportsTheCurrentOne() {
        long first = putDone(KEY, "a");
        long second = done(write(put(KEY, "b", Condition.version(first))));

        assertThat(second).isGreaterThan(first);
        assertThat(write(put(KEY, "c", Condition.version(first))))
                .isEqualTo(new TransactionOutcome.Conflict(KEY, second));
        assertThat(text(KEY)).contains("b");
    }

    @Test
    void theSameBytesPutBackStillConflict() {
        long first = putDone(KEY, "a");
        putDone(KEY, "b");
        long third = putDone(KEY, "a");

        assertThat(write(put(KEY, "c", Condition.version(first))))
                .isEqualTo(new TransactionOutcome.Conflict(KEY, third));
    }

    @Test
    void aVersionIsNeverUsedAgainAfterDeleteExpiryOrRestart() {
        long first = putDone(KEY, "a");
        assertThat(write(new Change.Delete(KEY.name(), Condition.version(first)))
                        .isDone())
                .isTrue();
        long second = done(write(put(KEY, "a", Condition.absent(), Duration.ofSeconds(1))));
        time.advance(Duration.ofSeconds(1));
        store.sweep();
        time.advance(settings.logRetention().plusSeconds(1));
        store.sweep();
        if (place.isDurable()) {
            reopen();
        }
        long third = done(write(put(KEY, "a", Condition.absent())));

        assertThat(first).isLessThan(second);
        assertThat(second).isLessThan(third);
        assertThat(write(put(KEY, "b", Condition.version(first))))
                .isEqualTo(new TransactionOutcome.Conflict(KEY, third));
    }

    @Test
    void aConditionOnAnAbsentEntryReportsNoCurrentVersion() {
        assertThat(write(put(KEY, "a", Condition.version(1)))).isEqualTo(new TransactionOutcome.Conflict(KEY, 0));
        assertThat(write(new Change.Delete(KEY.name(), Condition.version(1))))
                .isEqualTo(new TransactionOutcome.Conflict(KEY, 0));
        assertThat(write(new Change.Touch(KEY.name(), LONG, Condition.any())))
                .isEqualTo(new TransactionOutcome.Conflict(KEY, 0));
        assertThat(write(new Change.Delete(KEY.name(), Condition.any())).isDone())
                .isTrue();
        assertThat(store.log(SCOPE, 0, 10)).isEmpty();
    }

    @Test
    void aFailedConditionLeavesNothingBehind() {
        Key other = SCOPE.key("other");
        long version = putDone(KEY, "a");
        Usage before = store.usage(ALICE);

        TransactionOutcome outcome = write(
                put(SCOPE.key("new"), "n", Condition.absent()),
                new Change.Delete(KEY.name(), Condition.version(version)),
                new Change.Require(other.name(), Condition.version(7)));

        assertThat(outcome).isEqualTo(new TransactionOutcome.Conflict(other, 0));
        assertThat(text(SCOPE.key("new"))).isEmpty();
        assertThat(text(KEY)).contains("a");
        assertThat(store.usage(ALICE)).isEqualTo(before);
        assertThat(store.log(SCOPE, 0, 10)).hasSize(1);
    }

    @Test
    void aTransactionGivesAllItPutsOneVersion() {
        long version = done(write(put(KEY, "a", Condition.absent()), put(SCOPE.key("b"), "b", Condition.absent())));

        assertThat(store.list(SCOPE, Cursor.START, 10))
                .extracting(EntryInfo::version)
                .containsExactly(version, version);
    }

    @Test
    void anEntryIsAbsentFromItsExpiryOn() {
        done(write(put(KEY, "a", Condition.absent(), Duration.ofMillis(1500))));

        time.advance(Duration.ofMillis(1499));
        assertThat(text(KEY)).contains("a");

        time.advance(Duration.ofMillis(1));
        assertThat(text(KEY)).isEmpty();
        assertThat(store.get(KEY, Read.LOCAL)).isEmpty();
        assertThat(store.list(SCOPE, Cursor.START, 10)).isEmpty();
        assertThat(store.owned(ALICE, Cursor.START, 10)).isEmpty();
        assertThat(write(new Change.Touch(KEY.name(), LONG, Condition.any())))
                .isEqualTo(new TransactionOutcome.Conflict(KEY, 0));
        done(write(put(KEY, "b", Condition.absent())));
        assertThat(text(KEY)).contains("b");
    }

    @Test
    void aTouchMovesTheExpiryBothWaysAndKeepsTheVersion() {
        long version = putDone(KEY, "a");
        assertThat(write(new Change.Touch(KEY.name(), Duration.ofHours(3), Condition.version(version)))
                        .isDone())
                .isTrue();
        time.advance(Duration.ofHours(2));
        assertThat(store.get(KEY, Read.LATEST).orElseThrow().version()).isEqualTo(version);

        assertThat(write(new Change.Touch(KEY.name(), Duration.ofMillis(1), Condition.any()))
                        .isDone())
                .isTrue();
        time.advance(Duration.ofMillis(1));
        assertThat(text(KEY)).isEmpty();
    }

    @Test
    void aSweepRemovesExpiredEntriesAndTheLogKeepsThem() {
        done(write(put(KEY, "a", Condition.absent(), Duration.ofSeconds(1))));
        putDone(SCOPE.key("stays"), "b");
        time.advance(Duration.ofSeconds(1));

        assertThat(store.sweep()).isEqualTo(1);

        assertThat(store.sweep()).isZero();
        assertThat(store.usage(ALICE)).isEqualTo(new Usage(1, 1));
        List<LogRecord> log = store.log(SCOPE, 0, 10);
        assertThat(log)
                .extracting(LogRecord::kind)
                .containsExactly(LogRecord.Kind.PUT, LogRecord.Kind.PUT, LogRecord.Kind.EXPIRE);
        assertThat(log.get(2).key()).isEqualTo(KEY);
        assertThat(log.get(2).number()).isGreaterThan(log.get(1).number());
    }

    @Test
    void theLogRecordsPrincipalChangeAndTimeAndOutlivesTheEntry() {
        long put = putDone(KEY, "abc");
        time.advance(Duration.ofSeconds(5));
        long delete = done(store.write(Transaction.in(SCOPE, BOB, new Change.Delete(KEY.name(), Condition.any()))));

        assertThat(store.log(SCOPE, 0, 10))
                .containsExactly(
                        new LogRecord(
                                put,
                                0,
                                time.instant().minusSeconds(5),
                                KEY,
                                LogRecord.Kind.PUT,
                                ALICE,
                                3,
                                value("abc").address()),
                        new LogRecord(
                                delete,
                                put,
                                time.instant(),
                                KEY,
                                LogRecord.Kind.DELETE,
                                BOB,
                                3,
                                value("abc").address()));
        assertThat(store.log(SCOPE, put, 10)).extracting(LogRecord::number).containsExactly(delete);
        assertThat(store.log(new Scope("other"), 0, 10)).isEmpty();
    }

    @Test
    void theLogDropsRecordsOlderThanItsRetention() {
        putDone(KEY, "old");
        time.advance(settings.logRetention().plusMillis(1));
        long young = putDone(KEY, "young");

        store.sweep();

        assertThat(store.log(SCOPE, 0, 10)).extracting(LogRecord::number).containsExactly(young);
    }

    @Test
    void aQuietTransactionIsNotInTheLog() {
        long logged = putDone(KEY, "a");
        long quiet = done(store.write(
                Transaction.in(SCOPE, ALICE, put(KEY, "b", Condition.any())).quiet()));

        assertThat(text(KEY)).contains("b");
        assertThat(quiet).isGreaterThan(logged);
        assertThat(store.log(SCOPE, 0, 10)).extracting(LogRecord::number).containsExactly(logged);
    }

    @Test
    void aPageOfTheLogCutsNoTransaction() {
        long first = putDone(KEY, "a");
        Change[] five = new Change[5];
        Arrays.setAll(five, i -> put(SCOPE.key("k" + i), "v", Condition.any()));
        long second = done(write(five));
        putDone(KEY, "b");

        assertThat(store.log(SCOPE, 0, 2))
                .extracting(LogRecord::number)
                .containsExactly(first, second, second, second, second, second);
    }

    @Test
    void listsArePagedInTheOrderOfTheirUtf8Bytes() {
        List<String> names = List.of("", "!", "Z", "a", "aa", "b", "é", "\uff5e", "𝄞");
        for (String name : names.subList(1, names.size())) {
            putDone(SCOPE.key(name), name);
        }
        Scope before = new Scope("a scope before");
        done(store.write(Transaction.in(before, ALICE, put(before.key("x"), "x", Condition.any()))));

        List<String> listed = new ArrayList<>(List.of(""));
        Cursor at = Cursor.START;
        List<EntryInfo> page = store.list(SCOPE, at, 3);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(3);
            page.forEach(entry -> listed.add(entry.key().name()));
            page = store.list(SCOPE, Cursor.after(page.get(page.size() - 1)), 3);
        }
        assertThat(listed).isEqualTo(names);

        List<EntryInfo> owned = store.owned(ALICE, Cursor.START, 4);
        assertThat(owned).extracting(entry -> entry.key().scope()).containsExactly(before, SCOPE, SCOPE, SCOPE);
        assertThat(store.owned(ALICE, Cursor.after(owned.get(3)), 100)).hasSize(names.size() - 4);
        assertThat(store.owned(BOB, Cursor.START, 100)).isEmpty();
    }

    @Test
    void aListRequestsOneToAThousandEntries() {
        assertThatIllegalArgumentException().isThrownBy(() -> store.list(SCOPE, Cursor.START, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> store.owned(ALICE, Cursor.START, 1001));
        assertThatIllegalArgumentException().isThrownBy(() -> store.log(SCOPE, 0, 0));
    }

    @Test
    void aValueMayBeAsLongAsItsLimitAndNoLonger() {
        reopenWith(Limit.CONTEXT_VALUE_BYTES, 1000);
        done(write(put(KEY, "x".repeat(1000), Condition.any())));

        assertRefused(ErrorCode.LIMIT, () -> write(put(KEY, "y".repeat(1001), Condition.any())))
                .withMessageContaining("parley.limits.context-value-bytes")
                .withMessageContaining("1001")
                .withMessageNotContaining("yyy");
        Key other = SCOPE.key("other");
        assertRefused(
                ErrorCode.LIMIT,
                () -> write(put(KEY, "y".repeat(600), Condition.any()), put(other, "y".repeat(600), Condition.any())));
        assertThat(text(KEY)).contains("x".repeat(1000));
        assertThat(text(other)).isEmpty();
    }

    @Test
    void aLifetimeMayBeAsLongAsItsLimitAndNoLonger() {
        reopenWith(Limit.CONTEXT_SECONDS, 60);
        done(write(put(KEY, "x", Condition.any(), Duration.ofSeconds(60))));

        assertRefused(ErrorCode.LIMIT, () -> write(put(KEY, "y", Condition.any(), Duration.ofSeconds(61))))
                .withMessageContaining("parley.limits.context-seconds");
        assertRefused(
                ErrorCode.LIMIT, () -> write(new Change.Touch(KEY.name(), Duration.ofSeconds(61), Condition.any())));
        assertThat(text(KEY)).contains("x");
    }

    @Test
    void anOwnerHasAsManyEntriesAsItsQuotaAndOthersHaveTheirs() {
        reopenWith(Limit.CONTEXT_ENTRIES, 2);
        putDone(SCOPE.key("a"), "1");
        putDone(SCOPE.key("b"), "2");

        assertRefused(ErrorCode.LIMIT, () -> write(put(SCOPE.key("c"), "3", Condition.any())))
                .withMessageContaining("parley.limits.context-entries");
        putDone(SCOPE.key("a"), "4");
        done(write(new Change.Put("bobs", value("5"), BOB, LONG, Condition.any())));
        assertThat(store.usage(ALICE)).isEqualTo(new Usage(2, 2));
        assertThat(store.usage(BOB)).isEqualTo(new Usage(1, 1));

        done(write(new Change.Delete("b", Condition.any())));
        putDone(SCOPE.key("c"), "6");
    }

    @Test
    void anOwnerHasAsManyBytesAsItsQuota() {
        reopenWith(Limit.CONTEXT_BYTES, 10);
        putDone(SCOPE.key("a"), "12345678");

        assertRefused(ErrorCode.LIMIT, () -> write(put(SCOPE.key("b"), "123", Condition.any())))
                .withMessageContaining("parley.limits.context-bytes");
        assertThat(text(SCOPE.key("b"))).isEmpty();
        done(write(put(SCOPE.key("a"), "1", Condition.any()), put(SCOPE.key("b"), "123456789", Condition.any())));
        assertThat(store.usage(ALICE)).isEqualTo(new Usage(2, 10));
    }

    @Test
    void expiredEntriesDoNotCountAgainstAQuota() {
        reopenWith(Limit.CONTEXT_ENTRIES, 2);
        done(write(put(SCOPE.key("a"), "1", Condition.any(), Duration.ofSeconds(1))));
        putDone(SCOPE.key("b"), "2");
        time.advance(Duration.ofSeconds(1));

        putDone(SCOPE.key("c"), "3");

        assertThat(store.usage(ALICE)).isEqualTo(new Usage(2, 2));
    }

    @Test
    void replacingAnEntryMovesItsChargeToTheWriter() {
        putDone(KEY, "abc");
        done(write(new Change.Put(KEY.name(), value("abcd"), BOB, LONG, Condition.any())));

        assertThat(store.usage(ALICE)).isEqualTo(Usage.NONE);
        assertThat(store.usage(BOB)).isEqualTo(new Usage(1, 4));
        assertThat(store.owned(BOB, Cursor.START, 10))
                .extracting(EntryInfo::key)
                .containsExactly(KEY);
        assertThat(store.owned(ALICE, Cursor.START, 10)).isEmpty();
    }

    @Test
    void everythingIsStoredAfterClosingAndReopening() {
        Assumptions.assumeTrue(place.isDurable(), "the engine keeps nothing");
        long version = putDone(KEY, "a");
        done(write(put(SCOPE.key("short"), "b", Condition.any(), Duration.ofSeconds(1))));
        List<LogRecord> log = store.log(SCOPE, 0, 10);
        time.advance(Duration.ofSeconds(1));

        reopen();

        assertThat(store.get(KEY, Read.LATEST).orElseThrow().version()).isEqualTo(version);
        assertThat(text(SCOPE.key("short"))).isEmpty();
        assertThat(store.log(SCOPE, 0, 10)).isEqualTo(log);
        assertThat(store.usage(ALICE)).isEqualTo(new Usage(2, 2));
        assertThat(putDone(KEY, "b")).isGreaterThan(log.get(1).number());
    }

    @Test
    void aDurableStoreDeclaresItsDurability() {
        assertThat(store.capabilities().durability() != Durability.NONE).isEqualTo(place.isDurable());
        assertThat(store.check().works()).isTrue();
        assertThat(store.now()).isEqualTo(time.instant());
    }

    @Test
    void aClosedStoreSaysSo() {
        store.close();

        assertRefused(ErrorCode.CONTEXT_UNAVAILABLE, () -> store.get(KEY, Read.LATEST));
        assertRefused(ErrorCode.CONTEXT_UNAVAILABLE, () -> putDone(KEY, "a"));
        assertRefused(ErrorCode.CONTEXT_UNAVAILABLE, () -> store.list(SCOPE, Cursor.START, 1));
        assertRefused(ErrorCode.CONTEXT_UNAVAILABLE, () -> store.log(SCOPE, 0, 1));
        assertThat(store.check().works()).isFalse();
        store.close();
    }
}
