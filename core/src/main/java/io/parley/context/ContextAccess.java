package io.parley.context;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A store with the rights of one principal. A principal creates contexts, which it owns and is charged for; the
 * participants that it names may read and write their entries. Others cannot find out whether a context exists, and
 * each principal lists only its own. Thread-safe; methods block.
 *
 * <p>Every method throws {@code CONTEXT_REFUSED} for a context that does not exist or that this principal may not use.
 */
public final class ContextAccess {
    private static final String PREFIX = "urn:parley:context:";
    private static final int ID_BYTES = 16;
    private static final int ATTEMPTS = 10;
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ContextStore store;
    private final String principal;

    /**
     * Creates the access of a principal.
     *
     * @param principal the principal, as the negotiation or the transport identified it: 1 to 500 bytes of UTF-8
     */
    public ContextAccess(ContextStore store, String principal) {
        this.store = store;
        this.principal = Names.checked("principal", principal, Names.MAX_OWNER_BYTES);
    }

    /**
     * Creates a context with an unguessable identifier of 128 random bits.
     *
     * @param participants principals that may use it besides this one
     */
    public Scope create(Collection<String> participants, Duration lifetime) {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        Scope scope = new Scope(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(id));
        Value members = Membership.value(participants);
        change(new Change.Put(Membership.NAME, members, principal, lifetime, Condition.absent()), scope);
        return scope;
    }

    /** Returns an entry; empty if the context has none of that name. */
    public Optional<Entry> get(Key key) {
        member(key.scope());
        return isReserved(key.name()) ? Optional.empty() : store.get(key, Read.LATEST);
    }

    /** Writes a value, with the lifetime of its context; the context's owner is charged. */
    public TransactionOutcome put(Key key, Value value, Condition condition) {
        return write(key.scope(), List.of(new Edit.Put(key.name(), value, condition)));
    }

    /** Removes an entry. */
    public TransactionOutcome delete(Key key, Condition condition) {
        return write(key.scope(), List.of(new Edit.Delete(key.name(), condition)));
    }

    /** Makes several changes in a context atomically, within the limits of a {@link Transaction}. */
    public TransactionOutcome write(Scope scope, List<Edit> edits) {
        if (edits.stream().anyMatch(edit -> isReserved(edit.name()))) {
            throw refused();
        }
        for (int i = 0; i < ATTEMPTS; i++) {
            Membership members = member(scope);
            TransactionOutcome outcome = store.write(new Transaction(scope, principal, changes(edits, members), true));
            boolean membersChanged = outcome instanceof TransactionOutcome.Conflict conflict
                    && conflict.key().name().equals(Membership.NAME);
            if (!membersChanged) {
                return outcome;
            }
        }
        throw busy();
    }

    private List<Change> changes(List<Edit> edits, Membership members) {
        Duration left = Duration.between(store.now(), members.expiresAt());
        Duration lifetime = left.compareTo(MOMENT) < 0 ? MOMENT : left;
        List<Change> changes = new ArrayList<>(List.of(members.required()));
        for (Edit edit : edits) {
            if (edit instanceof Edit.Put put) {
                changes.add(new Change.Put(put.name(), put.value(), members.owner(), lifetime, put.condition()));
            } else if (edit instanceof Edit.Delete delete) {
                changes.add(new Change.Delete(delete.name(), delete.condition()));
            } else {
                changes.add(new Change.Require(edit.name(), ((Edit.Require) edit).condition()));
            }
        }
        return changes;
    }

    /** Returns the entries of a context, like {@link ContextStore#list}. */
    public List<EntryInfo> list(Scope scope, Cursor after, int limit) {
        member(scope);
        return store.list(scope, after, limit).stream()
                .filter(entry -> !isReserved(entry.key().name()))
                .toList();
    }

    /** Returns all entries that are charged to this principal, like {@link ContextStore#owned}. */
    public List<EntryInfo> owned(Cursor after, int limit) {
        return store.owned(principal, after, limit);
    }

    /** Sets another lifetime for a context and all its entries, shorter or longer. Only its owner may. */
    public void prolong(Scope scope, Duration lifetime) {
        // Concurrent writers find the members changed, and use the new lifetime.
        change(owner(scope).renewed(lifetime), scope);
        forEachPage(scope, entry -> new Change.Touch(entry.key().name(), lifetime, Condition.any()));
    }

    /** Removes a context with all its entries. Only its owner may. */
    public void remove(Scope scope) {
        // From now on all writes are refused; entries that are missed expire.
        change(new Change.Delete(Membership.NAME, Condition.version(owner(scope).version())), scope);
        forEachPage(scope, entry -> new Change.Delete(entry.key().name(), Condition.any()));
    }

    private void change(Change members, Scope scope) {
        TransactionOutcome outcome = store.write(Transaction.in(scope, principal, members));
        if (!outcome.isDone()) {
            throw busy();
        }
    }

    private void forEachPage(Scope scope, Function<EntryInfo, Change> change) {
        Cursor place = Cursor.START;
        List<EntryInfo> page;
        do {
            page = store.list(scope, place, ContextStore.MAX_PAGE);
            List<CompletableFuture<TransactionOutcome>> outcomes = new ArrayList<>();
            for (EntryInfo entry : page) {
                Transaction one = Transaction.in(scope, principal, change.apply(entry));
                outcomes.add(store.apply(one).toCompletableFuture());
                place = Cursor.after(entry);
            }
            outcomes.forEach(ContextAccess::joinKnown);
        } while (page.size() == ContextStore.MAX_PAGE);
    }

    /** Waits for an outcome; an entry that was removed concurrently is ignored. */
    private static void joinKnown(CompletableFuture<TransactionOutcome> outcome) {
        if (ContextStore.join(outcome) instanceof TransactionOutcome.Unknown) {
            throw busy();
        }
    }

    private Membership owner(Scope scope) {
        Membership membership = member(scope);
        if (!membership.owner().equals(principal)) {
            throw refused();
        }
        return membership;
    }

    private Membership member(Scope scope) {
        return Membership.of(store, scope)
                .filter(members -> members.includes(principal))
                .orElseThrow(ContextAccess::refused);
    }

    private static boolean isReserved(String name) {
        return name.startsWith(Membership.RESERVED);
    }

    private static ParleyException refused() {
        return new ParleyException(
                ErrorCode.CONTEXT_REFUSED,
                "context: expected one that this principal owns or takes part in, found none");
    }

    private static ParleyException busy() {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "context: others changed it at the same time, or the store did not report the outcome; read it and try again");
    }
}
