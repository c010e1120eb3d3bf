package io.parley.cxf.control;

import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.stax.Terms;
import io.parley.negotiation.Agreement;
import io.parley.recording.RecordedSession;
import io.parley.recording.Recorder;
import io.parley.recording.RecorderSettings;
import io.parley.recording.SessionTerms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recorder of one bus with its store, if recording is switched on. One that cannot be had is an error in the log, and
 * nothing is recorded: calls go on. Thread-safe.
 */
final class Recordings implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recordings.class);

    private final @Nullable Recorder recorder;
    private final @Nullable ContextStore store;

    private Recordings(@Nullable Recorder recorder, @Nullable ContextStore store) {
        this.recorder = recorder;
        this.store = store;
    }

    static Recordings of(Settings settings) {
        String folder = settings.recording();
        if (folder.isEmpty()) {
            return new Recordings(null, null);
        }
        ContextStore store = null;
        try {
            store = ContextStores.open(settings.recordingStore(folder), StoreSettings.defaults());
            return new Recordings(Recorder.open(RecorderSettings.in(Path.of(folder), store)), store);
        } catch (IOException | ParleyException e) {
            LOG.error("{}: conversations are not recorded in {}", Settings.RECORDING, folder, e);
            if (store != null) {
                store.close();
            }
            return new Recordings(null, null);
        }
    }

    /** Begins the recording of a session with these terms; returns null if it is not recorded. */
    @Nullable
    RecordedSession begin(String role, Agreement agreement, String endpoint, Terms terms, EndpointModel model) {
        return recorder == null
                ? null
                : recorder.begin(new SessionTerms(
                        role,
                        agreement.id(),
                        endpoint,
                        terms.representations(),
                        terms.parts(),
                        List.of(model.schemas())));
    }

    @Override
    public void close() {
        if (recorder != null) {
            recorder.close();
        }
        if (store != null) {
            store.close();
        }
    }
}
