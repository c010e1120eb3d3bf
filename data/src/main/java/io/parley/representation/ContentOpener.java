package io.parley.representation;

import java.io.IOException;
import java.io.InputStream;

/** Opens content from its start. */
@FunctionalInterface
public interface ContentOpener {
    /** Returns a stream of the content from its start. The caller closes it. */
    InputStream open() throws IOException;
}
