package io.parley.representation;

import java.io.IOException;
import java.io.InputStream;

/** Opens content from its start. */
@FunctionalInterface
public interface ContentOpener {
    /** The content from its start; whoever opened it closes it. */
    InputStream open() throws IOException;
}
