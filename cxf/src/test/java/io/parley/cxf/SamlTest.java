package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.SamlOffice.Brought;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.wss4j.common.saml.bean.Version;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests SAML assertions that WSS4J creates, signs and checks: each streamed message carries one and is checked by it.
 */
class SamlTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int CALLS = 3;

    @TempDir
    private static Path folder;

    private static SamlOffice office;
    private static SamlOffice stranger;

    private final Published published = new Published();
    private Server server;

    @BeforeAll
    static void openTheOffice() throws Exception {
        office = new SamlOffice(Certificates.forWss4j(folder, "office.p12", "office", "-keyalg", "EC"), "office");
        stranger = new SamlOffice(Certificates.forWss4j(folder, "stranger.p12", "office", "-keyalg", "EC"), "office");
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.SAML)
    @Shows(Use.VERDICT_SAML)
    @ParameterizedTest
    @CsvSource({
        "SAML_20, GOOD",
        "SAML_20, ALTERED",
        "SAML_20, EXPIRED",
        "SAML_20, UNSIGNED",
        "SAML_20, OF_A_STRANGER",
        "SAML_20, NOTHING",
        "SAML_11, GOOD",
        "SAML_11, ALTERED",
        "SAML_11, EXPIRED",
        "SAML_11, UNSIGNED",
        "SAML_11, OF_A_STRANGER"
    })
    void anAssertionIsJudgedOnTheStreamAsOverSoap(Version version, Brought brought) {
        server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        server.getEndpoint().getInInterceptors().add(office.judge());
        Reasons reasons = new Reasons();
        server.getEndpoint().getOutFaultInterceptors().add(reasons);

        List<String> bySoap = verdicts(version, brought, Mode.NEVER);
        List<String> reasonsBySoap = reasons.taken();
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isZero();
        List<String> streamed = verdicts(version, brought, Mode.ALWAYS);

        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls())
                .as("also those that were denied came on the stream")
                .isEqualTo(CALLS);
        assertThat(streamed).isEqualTo(bySoap);
        assertThat(reasons.taken()).isEqualTo(reasonsBySoap);
        if (brought == Brought.GOOD) {
            assertThat(bySoap).hasSize(CALLS).containsOnly("as alice");
        } else {
            assertThat(bySoap).hasSize(CALLS).allMatch(verdict -> verdict.contains("SecurityError"));
            assertThat(reasonsBySoap).hasSize(CALLS).allMatch(reason -> reason.startsWith(brought.reason));
        }
    }

    /** Records why the service denied its callers, which they do not learn. */
    private static final class Reasons extends AbstractPhaseInterceptor<Message> {
        private final List<String> reasons = new CopyOnWriteArrayList<>();

        Reasons() {
            super(Phase.SETUP);
        }

        @Override
        public void handleMessage(Message message) {
            reasons.add(message.getContent(Exception.class).getCause().getMessage());
        }

        List<String> taken() {
            List<String> taken = List.copyOf(reasons);
            reasons.clear();
            return taken;
        }
    }

    private List<String> verdicts(Version version, Brought brought, Mode mode) {
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(mode));
        (brought == Brought.OF_A_STRANGER ? stranger : office).equip(Published.client(stations), version, brought);
        List<String> verdicts = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            verdicts.add(verdict(stations));
        }
        return verdicts;
    }

    private static String verdict(WrappedStations stations) {
        try {
            return "as " + stations.whoAmI();
        } catch (SOAPFaultException e) {
            return e.getFault().getFaultCode() + " " + e.getFault().getFaultString();
        }
    }
}
