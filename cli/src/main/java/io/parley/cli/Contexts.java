package io.parley.cli;

import io.parley.context.EntryInfo;
import io.parley.context.Value;
import io.parley.store.wscontext.message.WsContextException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Access to contexts, in a store or through a service. Used by one thread. */
interface Contexts extends AutoCloseable {
    /** Name of the entry that a WS-Context service supports. */
    String CONTENTS = "contents";

    /** Returns all entries that the principal owns. */
    List<EntryInfo> owned();

    /** Returns the entries of a context. */
    List<EntryInfo> entries(String context);

    /** Returns an entry, if it exists. */
    Optional<Found> get(String context, String name) throws WsContextException;

    /** Creates a context and returns its identifier. */
    String begin(Duration lifetime, Collection<String> participants) throws WsContextException;

    /**
     * Writes an entry.
     *
     * @param version the expected current version, 0 for none; null for any
     * @return the new version
     */
    long put(String context, String name, Value value, @Nullable Long version) throws WsContextException;

    /** Removes an entry and returns whether it existed. */
    boolean delete(String context, String name) throws WsContextException;

    /** Removes a context; a service completes it. */
    void remove(String context) throws WsContextException;

    @Override
    void close();

    /** A value and its version. */
    record Found(Value value, long version) {}
}
