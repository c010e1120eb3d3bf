package io.parley.context;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of an engine as {@link Rules} need it, within one scope and while nobody else changes it. Changes become
 * visible to others together, after the engine has committed them.
 */
public interface EngineState {
    /** The moment at which the changes are made, in whole milliseconds. */
    Instant now();

    /** Returns the entry with that key, expired or not. */
    @Nullable
    EntryInfo find(Key key);

    /** Returns the entries and bytes that count against the owner's quota. */
    Usage usage(String owner);

    /** A number larger than all before it in this scope. Some may be left out; none is given twice, ever. */
    long nextNumber();

    /** The number of the last transaction in the scope's log, or of the last that was removed from any log, or 0. */
    long lastLogged(Scope scope);

    /** Puts an entry with its value, in place of what has its key. */
    void put(EntryInfo entry, Value value);

    /** Changes the expiry. */
    void touch(EntryInfo entry);

    /** Removes the entry of that key. */
    void remove(EntryInfo entry);

    /** Sets what counts against an owner's quota from now on: all of it, not the difference. */
    void charge(String owner, Usage usage);

    /**
     * Adds a record to the log of its scope.
     *
     * @param what with a number from {@link #nextNumber}
     */
    void log(LogRecord what);
}
