package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.Contents;
import io.parley.context.ContextAccess;
import io.parley.context.Cursor;
import io.parley.context.Edit;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of access rights and of content named by its hash, over a context store's engine. */
public abstract class ContextAccessContract extends StoreContract {
    private static final String MALLORY = "CN=mallory";

    private ContextAccess alice;
    private ContextAccess bob;
    private ContextAccess mallory;
    private Contents contents;
    private Scope shared;
    private Key key;

    @BeforeEach
    void makeAContextOfAliceWithBob() {
        alice = new ContextAccess(store, ALICE);
        bob = new ContextAccess(store, BOB);
        mallory = new ContextAccess(store, MALLORY);
        contents = new Contents(store);
        shared = alice.create(List.of(BOB), LONG);
        key = shared.key("state");
        assertThat(alice.put(key, value("secret"), Condition.absent()).isDone()).isTrue();
    }

    @Test
    void ownerAndParticipantsReadAndWrite() {
        assertThat(bob.get(key).orElseThrow().value()).isEqualTo(value("secret"));
        assertThat(bob.put(key, value("bobs"), Condition.any()).isDone()).isTrue();
        assertThat(alice.get(key).orElseThrow().value()).isEqualTo(value("bobs"));
        assertThat(alice.list(shared, Cursor.START, 10))
                .extracting(EntryInfo::key)
                .containsExactly(key);
        assertThat(bob.delete(key, Condition.any()).isDone()).isTrue();
        assertThat(alice.get(key)).isEmpty();
    }

    @Test
    void severalEntriesOfAContextChangeTogetherOrNotAtAll() {
        long version = bob.get(key).orElseThrow().version();
        Edit other = new Edit.Put("other", value("x"), Condition.absent());

        assertThat(bob.write(shared, List.of(other, new Edit.Require("state", Condition.version(version + 1))))
                        .isDone())
                .isFalse();
        assertThat(bob.get(shared.key("other"))).isEmpty();
        assertThat(bob.write(
                                shared,
                                List.of(
                                        other,
                                        new Edit.Delete("gone", Condition.any()),
                                        new Edit.Require("state", Condition.version(version))))
                        .isDone())
                .isTrue();
        assertThat(bob.get(shared.key("other")).orElseThrow().info().owner()).isEqualTo(ALICE);
        assertThat(refusalOf(() -> mallory.write(shared, List.of(other))))
                .isEqualTo(refusalOf(() ->
                        bob.write(shared, List.of(new Edit.Put("parley:members", value("mallory"), Condition.any())))));
    }

    @Test
    void theOwnerPaysForWhatParticipantsWrite() {
        bob.put(shared.key("more"), value("x".repeat(100)), Condition.any());

        assertThat(store.usage(BOB).entries()).isZero();
        assertThat(store.usage(ALICE).bytes()).isGreaterThanOrEqualTo(106);
    }

    @Test
    void aStrangerCanNeitherReadNorWrite() {
        String unknown = refusalOf(() -> mallory.get(new Scope("urn:parley:context:unknown").key("state")));

        assertThat(refusalOf(() -> mallory.get(key))).isEqualTo(unknown);
        assertThat(refusalOf(() -> mallory.put(key, value("mine"), Condition.any())))
                .isEqualTo(unknown);
        assertThat(refusalOf(() -> mallory.delete(key, Condition.any()))).isEqualTo(unknown);
        assertThat(refusalOf(() -> mallory.list(shared, Cursor.START, 10))).isEqualTo(unknown);
        assertThat(refusalOf(() -> mallory.prolong(shared, LONG))).isEqualTo(unknown);
        assertThat(refusalOf(() -> mallory.remove(shared))).isEqualTo(unknown);
        assertThat(mallory.owned(Cursor.START, 10)).isEmpty();
        assertThat(alice.get(key).orElseThrow().value()).isEqualTo(value("secret"));
    }

    @Test
    void aParticipantNeitherProlongsNorRemovesNorListsTheContextAsItsOwn() {
        refusalOf(() -> bob.prolong(shared, LONG));
        refusalOf(() -> bob.remove(shared));
        assertThat(bob.owned(Cursor.START, 10)).isEmpty();
        assertThat(alice.owned(Cursor.START, 10)).hasSize(2);
    }

    @Test
    void aStrangerCannotBecomeAMemberByWritingTheMembers() {
        Key members = shared.key("parley:members");

        refusalOf(() -> bob.put(members, value(MALLORY), Condition.any()));
        refusalOf(() -> bob.delete(members, Condition.any()));
        assertThat(bob.get(members)).isEmpty();
        refusalOf(() -> alice.create(List.of("bob\nmallory"), LONG));
    }

    @Test
    void identifiersCannotBeGuessed() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            String id = alice.create(List.of(), LONG).id();
            assertThat(id).matches("urn:parley:context:[A-Za-z0-9_-]{22}");
            ids.add(id);
        }
        assertThat(ids).hasSize(100);
    }

    @Test
    void aContextExpiresWithAllItsEntries() {
        time.advance(LONG.minusSeconds(1));
        bob.put(shared.key("late"), value("x"), Condition.absent());
        time.advance(Duration.ofSeconds(1));

        refusalOf(() -> alice.get(key));
        assertThat(text(key)).isEmpty();
        assertThat(text(shared.key("late"))).isEmpty();
    }

    @Test
    void aProlongedContextKeepsItsEntries() {
        time.advance(LONG.minusSeconds(1));
        alice.prolong(shared, LONG);
        time.advance(LONG.minusSeconds(1));

        assertThat(bob.get(key)).isPresent();
        time.advance(Duration.ofSeconds(1));
        refusalOf(() -> bob.get(key));
    }

    @Test
    void aRemovedContextIsGoneWithAllItsEntries() {
        alice.remove(shared);

        refusalOf(() -> alice.get(key));
        assertThat(store.list(shared, Cursor.START, 10)).isEmpty();
        assertThat(store.usage(ALICE).entries()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nul\0", "line\nend", "\ud800", "del\u007f"})
    void aNameThatNoContextHasIsRefused(String name) {
        refusalOf(() -> new Scope(name));
        refusalOf(() -> shared.key(name));
        refusalOf(() -> new ContextAccess(store, name));
        refusalOf(() -> shared.key("x".repeat(1001)));
    }

    @Test
    void contentIsFoundByItsHashByAnyPrincipal() {
        ContentAddress address = contents.put(value("<header/>"), ALICE, LONG);

        assertThat(address.uri()).matches("urn:parley:sha256:[0-9a-f]{64}");
        assertThat(ContentAddress.parse(address.uri())).isEqualTo(address);
        assertThat(contents.get(address)).contains(value("<header/>"));
        assertThat(contents.get(value("other").address())).isEmpty();
    }

    @Test
    void contentIsKeptOnceAndTheFirstPays() {
        ContentAddress address = contents.put(value("schema"), ALICE, LONG);
        assertThat(contents.put(value("schema"), BOB, LONG)).isEqualTo(address);

        assertThat(store.usage(BOB).entries()).isZero();
    }

    @Test
    void keepingContentLongerIsChargedToTheKeeper() {
        ContentAddress address = contents.put(value("schema"), ALICE, Duration.ofMinutes(10));
        contents.put(value("schema"), BOB, LONG);
        time.advance(Duration.ofMinutes(59));

        assertThat(contents.get(address)).isPresent();
        assertThat(store.usage(BOB).bytes()).isEqualTo(6);
        contents.put(value("schema"), ALICE, Duration.ofMinutes(1));
        assertThat(store.usage(BOB).bytes()).isEqualTo(6);
        time.advance(Duration.ofMinutes(1));
        assertThat(contents.get(address)).isEmpty();
    }

    @Test
    void poisonedContentIsRefusedAndNotUsed() {
        Value good = value("<To>bank</To>");
        Key at = new Scope(good.address().uri()).key("content");
        Value poison = value("<To>thief</To>");
        done(store.write(Transaction.in(
                at.scope(), MALLORY, new Change.Put(at.name(), poison, MALLORY, LONG, Condition.any()))));

        assertRefused(ErrorCode.CONTENT_MISMATCH, () -> contents.get(good.address()))
                .withMessageContaining(good.address().sha256())
                .withMessageNotContaining("thief");

        contents.put(good, ALICE, LONG);
        assertThat(contents.get(good.address())).contains(good);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "urn:parley:sha256:", "urn:parley:sha256:../../x", "urn:uuid:1", "file:///etc/passwd"})
    void aUriThatIsNoContentAddressIsRefused(String uri) {
        refusalOf(() -> ContentAddress.parse(uri));
    }

    private static String refusalOf(ThrowingCallable what) {
        List<String> texts = new ArrayList<>();
        assertRefused(ErrorCode.CONTEXT_REFUSED, what).satisfies(thrown -> texts.add(thrown.text()));
        return texts.get(0);
    }
}
