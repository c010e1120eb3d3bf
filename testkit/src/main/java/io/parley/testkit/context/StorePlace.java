package io.parley.testkit.context;

import io.parley.context.ContextStore;
import io.parley.context.StoreSettings;

/** A place in which an engine stores entries, empty at first. */
public interface StorePlace extends AutoCloseable {
    /** Opens the store. The clock of the settings is the store's time, even where a server has a clock of its own. */
    ContextStore open(StoreSettings settings);

    /** Returns whether changes survive closing and opening the store again. */
    boolean isDurable();

    /** Deletes the place. */
    @Override
    void close() throws Exception;
}
