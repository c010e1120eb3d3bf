package io.parley.binding;

import java.io.IOException;
import java.io.InputStream;

/**
 * A value of {@code base64Binary} that need not be in memory. Codecs accept it in place of a {@code byte[]}, and
 * provide it for properties that {@link BoundSlot#takesBinaries support} it. Belongs to one thread at a time.
 */
public interface Binary {
    /** Returns the content type that the application set, which may be any text. */
    String contentType();

    /** Returns the application's name for the content, or an empty string. */
    String name();

    /**
     * Returns whether the content is known to be long and can be read only once, so that it is not examined before it
     * is sent.
     */
    boolean isReadOnce();

    /** Returns a stream of the content from its start. The caller closes it. */
    InputStream open() throws IOException;
}
