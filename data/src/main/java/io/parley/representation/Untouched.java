package io.parley.representation;

import io.parley.binding.Binary;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/** Content that can be read once and that nobody looked into: it goes to whoever asks first, the stream or another way. */
final class Untouched implements SideContent, Reread {
    private final Binary binary;
    private final String path;
    private final AtomicBoolean taken = new AtomicBoolean();

    Untouched(Binary binary, String path) {
        this.binary = binary;
        this.path = path;
    }

    @Override
    public InputStream open() throws IOException {
        if (!taken.compareAndSet(false, true)) {
            throw new IOException("its message goes another way");
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
    public boolean isPossible() {
        return taken.compareAndSet(false, true);
    }
}
