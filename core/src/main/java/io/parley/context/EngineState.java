package io.parley.context;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of an engine as {@link Rules} need it, within one scope and while no other transaction changes it. The engine
 * makes the changes visible atomically when it commits them.
 */
public interface EngineState {
    /** Returns the time of the changes, in whole milliseconds. */
    Instant now();

    /** Returns the entry with a key, expired or not; null if there is none. */
    @Nullable
    EntryInfo find(Key key);

    /** Returns the entries and bytes that count against the owner's quota. */
    Usage usage(String owner);

    /** Returns a number greater than all earlier ones in this scope. Numbers may be skipped, and are never reused. */
    long nextNumber();

    /**
     * Returns the number of the last transaction in the scope's log, or of the last record removed from any log, or 0.
     */
    long lastLogged(Scope scope);

    /** Puts an entry with its value, replacing one with the same key. */
    void put(EntryInfo entry, Value value);

    /** Changes the expiry of an entry. */
    void touch(EntryInfo entry);

    /** Removes the entry with that key. */
    void remove(EntryInfo entry);

    /** Sets the total usage that counts against an owner's quota. */
    void charge(String owner, Usage usage);

    /**
     * Adds a record to the log of its scope.
     *
     * @param what with a number from {@link #nextNumber}
     */
    void log(LogRecord what);
}
