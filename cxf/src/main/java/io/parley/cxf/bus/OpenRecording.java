package io.parley.cxf.bus;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.cxf.stax.Terms;
import io.parley.negotiation.Agreement;
import io.parley.recording.Recorder;
import io.parley.recording.RecorderSettings;
import io.parley.recording.SessionTerms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Recorder of {@code parley-recording} and its store. Loaded only if recording is switched on, because the module is
 * optional. Thread-safe.
 */
final class OpenRecording implements AutoCloseable {
    private final Recorder recorder;
    private final ContextStore store;

    private OpenRecording(Recorder recorder, ContextStore store) {
        this.recorder = recorder;
        this.store = store;
    }

    /**
     * Opens a recording.
     *
     * @param limits limits of the store
     * @throws IOException if the folder is not writable
     * @throws ParleyException if the store cannot be opened
     */
    static OpenRecording in(String folder, String store, Limits limits) throws IOException {
        ContextStore opened = ContextStores.open(store, StoreSettings.defaults().with(limits));
        try {
            return new OpenRecording(
                    Recorder.open(RecorderSettings.in(Path.of(folder), opened).within(limits)), opened);
        } catch (IOException | ParleyException e) {
            opened.close();
            throw e;
        }
    }

    SessionCopy begin(String role, Agreement agreement, String endpoint, Terms terms, EndpointModel model) {
        return RecordedCopies.of(recorder.begin(new SessionTerms(
                role, agreement.id(), endpoint, terms.representations(), terms.parts(), List.of(model.schemas()))));
    }

    @Override
    public void close() {
        recorder.close();
        store.close();
    }
}
