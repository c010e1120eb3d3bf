package io.parley.binding;

import java.io.IOException;
import java.io.InputStream;

/**
 * A value of {@code base64Binary} that need not be in memory: what a codec may be given in place of a {@code byte[]}, and
 * may give to who {@link BoundSlot#takesBinaries takes} one. Belongs to one thread at a time.
 */
public interface Binary {
    /** Returns the content type as the application set it; may be any text, also empty. */
    String contentType();

    /** Returns the application's name for it, or an empty string. */
    String name();

    /**
     * Returns whether it is known to be long and can be read only once, so that its content is not examined before it
     * is sent.
     */
    boolean isReadOnce();

    /** The content from its start; whoever opened it closes it. */
    InputStream open() throws IOException;
}
