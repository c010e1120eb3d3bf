package io.parley.representation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Content whose beginning was read. Not every data source keeps its contract, which is to begin anew for each reader: one
 * that does not shows, when it is opened once more, another beginning, the same stream, or an error. Belongs to the thread
 * that writes the message, then to the one that sends it.
 */
final class LookedInto implements SideContent, Reread {
    private static final Logger LOG = LoggerFactory.getLogger(LookedInto.class);

    private final ContentOpener content;
    private final InputStream first;
    private final String path;
    private final int length;
    private final int hash;
    private final InputStream all;

    /**
     * @param content opens the content once more
     * @param first the stream that the beginning was read from, positioned behind it
     * @param path place of the content in the message, for errors
     */
    LookedInto(ContentOpener content, InputStream first, byte[] beginning, String path) {
        this.content = content;
        this.first = first;
        this.path = path;
        this.length = beginning.length;
        this.hash = Arrays.hashCode(beginning);
        this.all = new SequenceInputStream(new ByteArrayInputStream(beginning), first);
    }

    @Override
    public InputStream open() {
        return all;
    }

    @Override
    public void discard() throws IOException {
        all.close();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public boolean isPossible() {
        try {
            InputStream again = content.open();
            if (again == first) {
                return false;
            }
            try (again) {
                byte[] beginning = again.readNBytes(length);
                return beginning.length == length && Arrays.hashCode(beginning) == hash;
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be read once more", path, e);
            return false;
        }
    }
}
