package io.parley.cli;

import io.parley.context.EntryInfo;
import io.parley.context.Value;
import io.parley.store.wscontext.message.WsContextException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Contexts as the commands see them, wherever they are. Used by one thread. */
interface Contexts extends AutoCloseable {
    /** The name of an entry that a service of WS-Context knows. */
    String CONTENTS = "contents";

    /** All entries of the principal. */
    List<EntryInfo> owned();

    /** The entries of a context. */
    List<EntryInfo> entries(String context);

    /** The entry, if it is there. */
    Optional<Found> get(String context, String name) throws WsContextException;

    /** A new context. */
    String begin(Duration lifetime, Collection<String> participants) throws WsContextException;

    /**
     * Writes an entry.
     *
     * @param version what must still be there, 0 for nothing; null for whatever there is
     * @return the new version
     */
    long put(String context, String name, Value value, @Nullable Long version) throws WsContextException;

    /** Removes an entry; whether it was there. */
    boolean delete(String context, String name) throws WsContextException;

    /** Removes or completes a context. */
    void remove(String context) throws WsContextException;

    @Override
    void close();

    /** A value and which it is. */
    record Found(Value value, long version) {}
}
