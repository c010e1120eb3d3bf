package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import io.parley.examples.services.Summation;
import io.parley.examples.services.SummationService;
import io.parley.recording.Masking;
import io.parley.recording.Recording;
import io.parley.recording.SoapRebuilder;
import io.parley.recording.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the guide's example of recording. */
class RecordingExampleTest {
    @TempDir
    Path folder;

    @Test
    void whatAServiceHeardAndSaidIsReadAsSoapOnceItIsGone() throws IOException {
        try (Place place = new Place()) {
            Bus bus = place.bus();
            bus.setProperty(Settings.RECORDING, folder.toString());
            JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
            server.getFeatures().add(new ParleyFeature());
            server.setServiceBean(new SummationService());
            server.setAddress(place.address("summation"));
            server.create();
            JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
            client.setServiceClass(Summation.class);
            client.setAddress(place.address("summation"));
            client.getFeatures().add(new ParleyFeature().set(Settings.MODE, "always"));
            assertThat(client.create(Summation.class).sum(new float[] {1.5f, 2}))
                    .isEqualTo(3.5f);
        }

        List<String> envelopes = new ArrayList<>();
        try (ContextStore store =
                ContextStores.open("sqlite:" + folder.resolve("contexts.db"), StoreSettings.defaults())) {
            for (Recording recording : Recording.allIn(folder, Limits.defaults())) {
                Verification verification = recording.verify(store, null);
                if (verification.result() == Verification.Result.WHOLE) {
                    new SoapRebuilder(recording, store, Masking.nothing())
                            .rebuild(message -> envelopes.add(message.envelope()));
                }
            }
        }

        // A request and its response, each as recorded by the client and by the service.
        assertThat(envelopes).hasSize(4).allMatch(envelope -> envelope.contains("Envelope"));
        assertThat(envelopes.stream().filter(envelope -> envelope.contains(">1.5<")))
                .hasSize(2);
        assertThat(envelopes.stream().filter(envelope -> envelope.contains(">3.5<")))
                .hasSize(2);
    }
}
