package io.parley.cxf.bus;

import io.parley.ParleyException;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.cxf.settings.Settings;
import io.parley.cxf.stax.Terms;
import io.parley.negotiation.Agreement;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recording of one bus, if it is switched on. A recording that cannot be opened is logged as an error; calls continue
 * unrecorded. Thread-safe.
 */
public final class Recordings implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recordings.class);

    private final String folder;
    private final @Nullable OpenRecording open;

    private Recordings(String folder, @Nullable OpenRecording open) {
        this.folder = folder;
        this.open = open;
    }

    static Recordings of(EndpointSettings settings) {
        String folder = settings.recording();
        if (folder.isEmpty()) {
            return new Recordings(folder, null);
        }
        try {
            return new Recordings(folder, OpenRecording.in(folder, settings.recordingStore(folder), settings.limits()));
        } catch (IOException | ParleyException e) {
            LOG.error(
                    "{}: failed to open the recording in {}, conversations are not recorded: {}",
                    Settings.RECORDING,
                    folder,
                    e.getMessage());
            LOG.debug("Stack of the failure", e);
            return new Recordings(folder, null);
        }
    }

    /** Returns the configured folder; empty if none. */
    String folder() {
        return folder;
    }

    boolean isOpen() {
        return open != null;
    }

    /** Starts the recording of a session with these terms; returns null if it is not recorded. */
    @Nullable
    public SessionCopy begin(String role, Agreement agreement, String endpoint, Terms terms, EndpointModel model) {
        return open == null ? null : open.begin(role, agreement, endpoint, terms, model);
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
        }
    }
}
