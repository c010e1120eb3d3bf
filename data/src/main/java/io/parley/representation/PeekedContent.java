package io.parley.representation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Content whose beginning was read to decide how to send it. It counts as repeatable only if a second stream has the
 * same beginning: not every data source keeps its contract, to return a new stream for each reader. Used by the thread
 * that writes the message, then by the one that sends it.
 */
final class PeekedContent implements SideContent, OriginalContent {
    private static final Logger LOG = LoggerFactory.getLogger(PeekedContent.class);

    private final ContentOpener content;
    private final InputStream first;
    private final String path;
    private final int length;
    private final int hash;
    private final InputStream whole;

    /**
     * @param content opens the content again
     * @param first the stream that the beginning was read from, positioned after it
     * @param path place of the content in the message, for errors
     */
    PeekedContent(ContentOpener content, InputStream first, byte[] beginning, String path) {
        this.content = content;
        this.first = first;
        this.path = path;
        this.length = beginning.length;
        this.hash = Arrays.hashCode(beginning);
        this.whole = new SequenceInputStream(new ByteArrayInputStream(beginning), first);
    }

    @Override
    public InputStream open() {
        return whole;
    }

    @Override
    public void discard() throws IOException {
        whole.close();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public boolean isRepeatable() {
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
            LOG.debug("Cannot read {} again", path, e);
            return false;
        }
    }
}
