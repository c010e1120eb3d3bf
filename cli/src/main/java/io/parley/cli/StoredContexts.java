package io.parley.cli;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.Contents;
import io.parley.context.ContextAccess;
import io.parley.context.ContextStore;
import io.parley.context.Cursor;
import io.parley.context.Entry;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Contexts in a store, with the access rights of one principal, and what the store has for everybody who knows its
 * name: content by its hash, and lists of schemas.
 */
final class StoredContexts implements Contexts {
    private static final String SCHEMAS = "urn:parley:data:";

    private final ContextStore store;
    private final ContextAccess access;

    StoredContexts(ContextStore store, String principal) {
        this.store = store;
        this.access = new ContextAccess(store, principal);
    }

    @Override
    public List<EntryInfo> owned() {
        return pages(place -> access.owned(place, ContextStore.MAX_PAGE));
    }

    @Override
    public List<EntryInfo> entries(String context) {
        // A page may be shorter than requested, because entries without access are left out, and still not be the last.
        List<EntryInfo> all = new ArrayList<>();
        Scope scope = new Scope(context);
        Cursor place = Cursor.START;
        for (List<EntryInfo> page = access.list(scope, place, ContextStore.MAX_PAGE);
                !page.isEmpty();
                page = access.list(scope, place, ContextStore.MAX_PAGE)) {
            all.addAll(page);
            place = Cursor.after(page.get(page.size() - 1));
        }
        return all;
    }

    private static List<EntryInfo> pages(Function<Cursor, List<EntryInfo>> read) {
        List<EntryInfo> all = new ArrayList<>();
        List<EntryInfo> page;
        Cursor place = Cursor.START;
        do {
            page = read.apply(place);
            all.addAll(page);
            place = page.isEmpty() ? place : Cursor.after(page.get(page.size() - 1));
        } while (page.size() == ContextStore.MAX_PAGE);
        return all;
    }

    @Override
    public Optional<Found> get(String context, String name) {
        return entry(context, name).map(each -> new Found(each.value(), each.version()));
    }

    private Optional<Entry> entry(String context, String name) {
        if (ContentAddress.isUri(context)) {
            return new Contents(store).find(ContentAddress.parse(context));
        }
        Key key = new Scope(context).key(name);
        return context.startsWith(SCHEMAS) ? store.get(key, Read.LATEST) : access.get(key);
    }

    @Override
    public String begin(Duration lifetime, Collection<String> participants) {
        return access.create(participants, lifetime).id();
    }

    @Override
    public long put(String context, String name, Value value, @Nullable Long version) {
        Condition condition =
                version == null ? Condition.any() : version == 0 ? Condition.absent() : Condition.version(version);
        return done(access.put(new Scope(context).key(name), value, condition));
    }

    @Override
    public boolean delete(String context, String name) {
        boolean there = access.get(new Scope(context).key(name)).isPresent();
        done(access.delete(new Scope(context).key(name), Condition.any()));
        return there;
    }

    @Override
    public void remove(String context) {
        access.remove(new Scope(context));
    }

    private static long done(TransactionOutcome outcome) {
        if (outcome instanceof TransactionOutcome.Done done) {
            return done.version();
        }
        if (outcome instanceof TransactionOutcome.Conflict conflict) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_REFUSED,
                    "entry: expected another version, found " + conflict.current() + "; get it, and put it again with"
                            + " --if-version " + conflict.current());
        }
        throw new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "entry: the store was lost while it was written; get it to see what became of it");
    }

    @Override
    public void close() {
        store.close();
    }
}
