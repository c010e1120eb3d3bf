package io.parley.binding;

import java.io.IOException;
import java.io.InputStream;

/**
 * A value of {@code base64Binary} that need not be in memory: what a codec may be given in place of a {@code byte[]}, and
 * may give to who {@link BoundSlot#takesBinaries takes} one. Belongs to one thread at a time.
 */
public interface Binary {
    /** As the application said it; may be anything, also empty. */
    String contentType();

    /** What the application calls it, or an empty string. */
    String name();

    /** Whether it is known to be long and can be read only once, so that nobody looks into it before it is sent. */
    boolean isReadOnce();

    /** The content from its start; whoever opened it closes it. */
    InputStream open() throws IOException;
}
