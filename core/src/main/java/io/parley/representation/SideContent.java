package io.parley.representation;

import java.io.IOException;
import java.io.InputStream;

/**
 * What travels on a side stream. Whoever is given it either opens it, once, or discards it; both may happen on any
 * thread that may block.
 */
public interface SideContent {
    /** The content from its start; whoever opened it closes it. */
    InputStream open() throws IOException;

    /** It will not be opened: gives up what it holds. */
    void discard() throws IOException;
}
