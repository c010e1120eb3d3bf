package io.parley.cxf.headers;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.recording.Masking;
import io.parley.recording.RebuiltMessage;
import io.parley.recording.RecordedMessage;
import io.parley.recording.Recording;
import io.parley.recording.SoapRebuilder;
import io.parley.recording.Verification;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.headers.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a recording of calls whose headers were sent as numbers yields the envelopes that SOAP would have sent.
 */
class RecordedHeadersTest {
    private static final String BLOCK = "<t:tenant xmlns:t=\"urn:tenants\">4711</t:tenant>";
    private static final int CALLS = 5;

    @TempDir
    Path folder;

    private final Published published = new Published();

    @BeforeEach
    void call() {
        published.serviceBus.setProperty(
                "parley.recording", folder.resolve("service").toString());
        published.clientBus.setProperty(
                "parley.recording", folder.resolve("client").toString());
        published.publishAny(
                new WrappedStationsImpl(), published.address(), SOAPBinding.SOAP11HTTP_BINDING, new ParleyFeature());
        WrappedStations stations =
                published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, Published.feature(Mode.ALWAYS));
        ((BindingProvider) stations).getRequestContext().put(Header.HEADER_LIST, Blocks.headers(List.of(BLOCK)));
        for (int call = 0; call < CALLS; call++) {
            stations.echo("call " + call);
        }
        published.close();
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void everyRequestHasItsHeaders() throws IOException {
        for (String side : List.of("client", "service")) {
            List<RebuiltMessage> requests = requests(side, Masking.nothing());
            assertThat(requests).hasSize(CALLS).allSatisfy(message -> {
                assertThat(message.problem()).isEmpty();
                assertThat(message.envelope()).contains(BLOCK).doesNotContain("urn:parley:1");
            });
        }
    }

    @Test
    void aHeaderThatIsMaskedIsMaskedWhereItWasANumber() throws IOException {
        Masking masking = Masking.of(List.of("{urn:tenants}tenant"));
        assertThat(requests("service", masking))
                .hasSize(CALLS)
                .allSatisfy(message ->
                        assertThat(message.envelope()).contains("tenant").doesNotContain("4711"));
    }

    @Test
    void aRecordingWithoutItsStoreSaysWhatIsMissing() throws IOException {
        try (ContextStore empty = ContextStores.open("memory:", StoreSettings.defaults())) {
            List<RebuiltMessage> found = rebuilt("service", empty, Masking.nothing());
            assertThat(found)
                    .isNotEmpty()
                    .allSatisfy(message -> assertThat(message.problem()).contains("urn:parley:sha256:"));
        }
    }

    private List<RebuiltMessage> requests(String side, Masking masking) throws IOException {
        String store = "sqlite:" + folder.resolve(side).resolve("contexts.db");
        try (ContextStore open = ContextStores.open(store, StoreSettings.defaults())) {
            return rebuilt(side, open, masking).stream()
                    .filter(message -> message.message().kind() == RecordedMessage.Kind.REQUEST)
                    .toList();
        }
    }

    private List<RebuiltMessage> rebuilt(String side, ContextStore store, Masking masking) throws IOException {
        List<RebuiltMessage> found = new ArrayList<>();
        for (Recording recording : Recording.allIn(folder.resolve(side), Limits.defaults())) {
            Verification.Result result = recording.verify(store, null).result();
            assertThat(result).isNotEqualTo(Verification.Result.BROKEN);
            new SoapRebuilder(recording, store, masking).rebuild(found::add);
        }
        return found;
    }
}
