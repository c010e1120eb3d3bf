package io.parley.store.wscontext;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Condition;
import io.parley.context.ContextAccess;
import io.parley.context.ContextStore;
import io.parley.context.Edit;
import io.parley.context.Entry;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import io.parley.store.wscontext.message.ChildActivityPendingException;
import io.parley.store.wscontext.message.GeneralException;
import io.parley.store.wscontext.message.InvalidContextException;
import io.parley.store.wscontext.message.InvalidStateException;
import io.parley.store.wscontext.message.NoPermissionException;
import io.parley.store.wscontext.message.TimeoutOutOfRangeException;
import io.parley.store.wscontext.message.UnknownContextException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Contexts of WS-Context in a store: each is a scope whose entries are its status, parent, children and contents. A
 * context is active while its status says so and all its ancestors are active. Thread-safe; blocks.
 */
final class Activities {
    static final int MAX_DEPTH = 16;
    static final int MAX_CHILDREN = 1_000;

    private static final String STATUS = "status";
    private static final String PARENT = "parent";
    private static final String CHILDREN = "children";
    private static final String CONTENTS = "contents";
    private static final Value ACTIVE = Value.of("ACTIVE", "text/plain");
    private static final Value COMPLETED = Value.of("COMPLETED", "text/plain");
    private static final int ATTEMPTS = 20;

    private final ContextStore store;
    private final Limits limits;

    Activities(ContextStore store, Limits limits) {
        this.store = store;
        this.limits = limits;
    }

    /**
     * Creates a context.
     *
     * @param parent null for none
     * @param lifetime at most that of the parent
     */
    Activity begin(String principal, @Nullable Activity parent, Collection<String> participants, Duration lifetime)
            throws InvalidStateException, GeneralException, UnknownContextException, InvalidContextException {
        if (parent != null) {
            checkDepth(parent);
        }
        ContextAccess access = access(principal);
        Scope scope = created(access, participants, lifetime);
        boolean begun = false;
        try {
            List<Edit> edits = new ArrayList<>(List.of(new Edit.Put(STATUS, ACTIVE, Condition.absent())));
            if (parent != null) {
                edits.add(new Edit.Put(PARENT, text(parent.scope().id()), Condition.absent()));
            }
            done(access.write(scope, edits));
            if (parent != null) {
                addChild(access, parent, scope);
            }
            begun = true;
            return find(principal, scope);
        } finally {
            if (!begun) {
                access.remove(scope);
            }
        }
    }

    private static Scope created(ContextAccess access, Collection<String> participants, Duration lifetime)
            throws GeneralException {
        try {
            return access.create(participants, lifetime);
        } catch (ParleyException e) {
            throw Faults.general(e); // an invalid participant name, a quota, or an unavailable store
        }
    }

    private void checkDepth(Activity parent) throws InvalidContextException {
        int depth = 1;
        for (Optional<String> ancestor = Optional.ofNullable(parent.parent()); ancestor.isPresent(); depth++) {
            ancestor = text(new Scope(ancestor.get()), PARENT);
        }
        if (depth >= MAX_DEPTH) {
            throw Faults.invalidContext("context: expected at most " + MAX_DEPTH + " nested in each other, found more");
        }
    }

    /** Adds a child to its parent, unless the parent ends concurrently. */
    private void addChild(ContextAccess access, Activity parent, Scope child)
            throws InvalidStateException, GeneralException {
        for (int i = 0; i < ATTEMPTS; i++) {
            Children children = children(parent.scope()).with(child.id(), this::isActive);
            Edit enter = new Edit.Put(CHILDREN, children.value(), children.unchanged());
            TransactionOutcome outcome = access.write(parent.scope(), List.of(requireActive(parent), enter));
            if (outcome instanceof TransactionOutcome.Conflict conflict) {
                if (conflict.key().name().equals(STATUS)) {
                    throw Faults.invalidState("parent context: expected an active one, found that it has just ended");
                }
            } else {
                done(outcome);
                return;
            }
        }
        throw busy();
    }

    /**
     * Returns the context with that identifier, if it is active and the principal may use it.
     *
     * @throws UnknownContextException otherwise
     */
    Activity find(String principal, Scope scope) throws UnknownContextException, InvalidContextException {
        Entry status = access(principal)
                .get(scope.key(STATUS))
                .filter(entry -> entry.value().equals(ACTIVE))
                .orElseThrow(Faults::unknownContext);
        return withAncestors(scope, status);
    }

    /** Returns the parent of a context. */
    Activity parentOf(Activity activity) throws UnknownContextException, InvalidContextException {
        Scope scope = new Scope(Objects.requireNonNull(activity.parent()));
        return withAncestors(scope, active(scope).orElseThrow(Faults::unknownContext));
    }

    /** Returns a context, with the lifetime limited by its ancestors. */
    private Activity withAncestors(Scope scope, Entry status) throws UnknownContextException, InvalidContextException {
        Optional<String> parent = text(scope, PARENT);
        Instant expiresAt = status.info().expiresAt();
        Set<String> seen = new HashSet<>(Set.of(scope.id()));
        for (Optional<String> ancestor = parent; ancestor.isPresent(); ) {
            if (!seen.add(ancestor.get()) || seen.size() > MAX_DEPTH) {
                throw Faults.invalidContext("stored context: expected at most " + MAX_DEPTH
                        + " nested in each other and none in itself, found otherwise");
            }
            Scope next = new Scope(ancestor.get());
            Instant end =
                    active(next).orElseThrow(Faults::unknownContext).info().expiresAt();
            expiresAt = end.isBefore(expiresAt) ? end : expiresAt;
            ancestor = text(next, PARENT);
        }
        return new Activity(scope, parent.orElse(null), status.info().owner(), status.version(), expiresAt);
    }

    /** Completes a context, in one transaction that requires its status unchanged and no active children. */
    void complete(String principal, Activity activity)
            throws ChildActivityPendingException, InvalidStateException, GeneralException {
        ContextAccess access = access(principal);
        Scope scope = activity.scope();
        for (int i = 0; i < ATTEMPTS; i++) {
            Children children = children(scope);
            int pending = (int) children.ids().stream().filter(this::isActive).count();
            if (pending > 0) {
                throw Faults.childPending(pending);
            }
            TransactionOutcome outcome = access.write(
                    scope,
                    List.of(
                            new Edit.Put(STATUS, COMPLETED, Condition.version(activity.version())),
                            new Edit.Require(CHILDREN, children.unchanged()),
                            new Edit.Delete(CONTENTS, Condition.any())));
            if (outcome instanceof TransactionOutcome.Conflict conflict) {
                if (conflict.key().name().equals(STATUS)) {
                    throw Faults.invalidState("context: expected an active one, found that it has just ended");
                }
            } else {
                done(outcome);
                access.remove(scope);
                return;
            }
        }
        throw busy();
    }

    /** Restarts the lifetime. */
    void prolong(String principal, Activity activity, Duration lifetime) {
        access(principal).prolong(activity.scope(), lifetime);
    }

    /** Returns the current contents of a context. */
    Optional<Entry> contents(Activity activity) {
        return store.get(activity.scope().key(CONTENTS), Read.LATEST);
    }

    /** Replaces the contents of an active context; returns their version. */
    long put(String principal, Activity activity, Value contents, Condition condition)
            throws InvalidStateException, GeneralException {
        Edit replace = new Edit.Put(CONTENTS, contents, condition);
        TransactionOutcome outcome =
                access(principal).write(activity.scope(), List.of(requireActive(activity), replace));
        if (outcome instanceof TransactionOutcome.Conflict conflict) {
            throw Faults.invalidState(
                    conflict.key().name().equals(STATUS)
                            ? "context: expected an active one, found that it has just ended"
                            : "contents: expected another version, found " + conflict.current()
                                    + "; read them and try again");
        }
        return done(outcome);
    }

    /** Returns the remaining lifetime. */
    Duration remaining(Activity activity) {
        return Duration.between(store.now(), activity.expiresAt());
    }

    /** Returns a lifetime after checking it against the limits of the store and the parent. */
    Duration checked(long seconds, @Nullable Activity parent) throws TimeoutOutOfRangeException {
        long most = limits.get(Limit.CONTEXT_SECONDS);
        if (seconds < 1 || seconds > most) {
            throw Faults.timeout("timeout: expected 1 to " + most + " seconds, found " + seconds + "; the setting is "
                    + Limit.CONTEXT_SECONDS.setting());
        }
        Duration lifetime = Duration.ofSeconds(seconds);
        if (parent != null && lifetime.compareTo(remaining(parent)) > 0) {
            throw Faults.timeout("timeout: expected at most what is left of the parent context, "
                    + remaining(parent).toSeconds() + " seconds, found " + seconds);
        }
        return lifetime;
    }

    /** Checks that the principal owns the context. */
    static void checkOwner(String principal, Activity activity) throws NoPermissionException {
        if (!activity.owner().equals(principal)) {
            throw Faults.noPermission("context: expected its owner, found a participant");
        }
    }

    /** Returns the principal after checking its name. */
    String checked(String principal) {
        access(principal);
        return principal;
    }

    private ContextAccess access(String principal) {
        return new ContextAccess(store, principal);
    }

    private static Edit requireActive(Activity activity) {
        return new Edit.Require(STATUS, Condition.version(activity.version()));
    }

    private Children children(Scope scope) {
        return store.get(scope.key(CHILDREN), Read.LATEST).map(Children::of).orElse(Children.NONE);
    }

    private boolean isActive(String id) {
        return active(new Scope(id)).isPresent();
    }

    private Optional<Entry> active(Scope scope) {
        return store.get(scope.key(STATUS), Read.LATEST)
                .filter(entry -> entry.value().equals(ACTIVE));
    }

    private Optional<String> text(Scope scope, String name) {
        return store.get(scope.key(name), Read.LATEST)
                .map(entry -> entry.value().text());
    }

    private static Value text(String text) {
        return Value.of(text, "text/plain;charset=utf-8");
    }

    private static long done(TransactionOutcome outcome) throws GeneralException {
        if (outcome instanceof TransactionOutcome.Done done) {
            return done.version();
        }
        throw Faults.general(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "context: the store did not report the outcome of the change; read the context before trying again");
    }

    private static GeneralException busy() {
        return Faults.general(new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "context: others changed it at the same time, " + ATTEMPTS + " times; try again"));
    }
}
