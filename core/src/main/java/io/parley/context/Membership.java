package io.parley.context;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Members of a context, stored in a reserved entry of the scope, so that changes can require that they are unchanged.
 * The value has one participant per line; names contain no line breaks.
 */
record Membership(Scope scope, String owner, Set<String> participants, long version, Instant expiresAt) {
    /** Prefix of entry names that principals cannot use. */
    static final String RESERVED = "parley:";

    static final String NAME = RESERVED + "members";

    private static final String MEDIA_TYPE = "text/plain;charset=utf-8";

    static Optional<Membership> of(ContextStore store, Scope scope) {
        return store.get(scope.key(NAME), Read.LATEST).map(entry -> of(scope, entry));
    }

    private static Membership of(Scope scope, Entry entry) {
        EntryInfo info = entry.info();
        return new Membership(scope, info.owner(), participants(entry.value()), info.version(), info.expiresAt());
    }

    static Value value(Collection<String> participants) {
        Set<String> names = new TreeSet<>();
        participants.forEach(name -> names.add(Names.checked("participant", name, Names.MAX_OWNER_BYTES)));
        return Value.of(String.join("\n", names), MEDIA_TYPE);
    }

    boolean includes(String principal) {
        return owner.equals(principal) || participants.contains(principal);
    }

    /** Returns the change that stores the same members with another lifetime. */
    Change renewed(Duration lifetime) {
        return new Change.Put(NAME, value(participants), owner, lifetime, Condition.version(version));
    }

    /** Returns the change that fails a transaction if the members have changed. */
    Change required() {
        return new Change.Require(NAME, Condition.version(version));
    }

    private static Set<String> participants(Value value) {
        return value.length() == 0 ? Set.of() : Set.of(value.text().split("\n", -1));
    }
}
