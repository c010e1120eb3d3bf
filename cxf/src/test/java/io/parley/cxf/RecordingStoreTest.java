package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.recording.Masking;
import io.parley.recording.RebuiltMessage;
import io.parley.recording.Recording;
import io.parley.recording.SoapRebuilder;
import io.parley.recording.Verification;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests recordings whose schemas and checkpoints are stored elsewhere than in their folder. */
class RecordingStoreTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    @TempDir
    Path folder;

    private final Published published = new Published();

    @BeforeEach
    void record() {
        published.serviceBus.setProperty("parley.recording", recordings().toString());
        published.serviceBus.setProperty("parley.recording-store", store());
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        assertThat(stations.echo("recorded")).isEqualTo("recorded");
        published.close();
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void theStoreOfTheSettingHasSchemasAndCheckpoints() throws IOException {
        try (ContextStore store = ContextStores.open(store(), StoreSettings.defaults())) {
            for (Recording recording : Recording.allIn(recordings(), Limits.defaults())) {
                assertThat(recording.verify(store, null).result()).isEqualTo(Verification.Result.WHOLE);
            }
            assertThat(rebuilt(store))
                    .hasSize(2)
                    .allSatisfy(message -> assertThat(message.envelope()).contains("recorded"));
        }
    }

    @Test
    void theFolderHasNoStore() throws IOException {
        assertThat(recordings().resolve("contexts.db")).doesNotExist();
        try (ContextStore empty = ContextStores.open("memory:", StoreSettings.defaults())) {
            assertThat(rebuilt(empty))
                    .hasSize(2)
                    .allSatisfy(message -> assertThat(message.problem()).contains("urn:parley:sha256:"));
        }
    }

    private List<RebuiltMessage> rebuilt(ContextStore store) throws IOException {
        List<RebuiltMessage> found = new ArrayList<>();
        for (Recording recording : Recording.allIn(recordings(), Limits.defaults())) {
            new SoapRebuilder(recording, store, Masking.nothing()).rebuild(found::add);
        }
        return found;
    }

    private Path recordings() {
        return folder.resolve("recordings");
    }

    private String store() {
        return "sqlite:" + folder.resolve("elsewhere.db");
    }
}
