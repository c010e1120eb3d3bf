package io.parley.representation;

import io.parley.binding.Binary;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Content that can be read only once and has not been read: it goes to the first that claims it, the stream or another
 * route.
 */
final class UnreadContent implements SideContent, OriginalContent {
    private final Binary binary;
    private final String path;
    private final AtomicBoolean taken = new AtomicBoolean();

    UnreadContent(Binary binary, String path) {
        this.binary = binary;
        this.path = path;
    }

    @Override
    public InputStream open() throws IOException {
        if (!taken.compareAndSet(false, true)) {
            throw new IOException("its message is sent by another route");
        }
        return binary.open();
    }

    @Override
    public void discard() {}

    @Override
    public String path() {
        return path;
    }

    @Override
    public boolean isRepeatable() {
        return taken.compareAndSet(false, true);
    }
}
