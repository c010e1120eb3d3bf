package io.parley.representation;

import java.io.IOException;
import java.io.InputStream;

/**
 * Content of a side stream. Its owner either opens it, once, or discards it; both may happen on any thread that may
 * block.
 */
public interface SideContent {
    /** Returns a stream of the content from its start. The caller closes it. */
    InputStream open() throws IOException;

    /** Discards the content unread and releases its resources. */
    void discard() throws IOException;
}
