package io.parley.cxf.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests one-way calls that fail before their service is called. */
class RefusedOneWayTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.REFUSED_ONE_WAYS)
    @ParameterizedTest
    @CsvSource({
        "read, ''",
        "unmarshal, ''",
        "pre-protocol, ''",
        "pre-logical, ''",
        "read, org.apache.cxf.oneway.robust",
        "read, org.apache.cxf.transport.processOneWayResponse",
        "pre-logical, org.apache.cxf.oneway.robust",
        "user-logical, ''"
    })
    void theCallerOfAOneWayThatAServiceRefusesGetsWhatSoapGivesIt(String phase, String setting) {
        WrappedStationsImpl service = new WrappedStationsImpl();
        Server server = published.publishAny(service, published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        mode(stations, Mode.ALWAYS);
        assertThat(stations.echo("x")).isEqualTo("x");
        server.getEndpoint().getInInterceptors().add(new Refusing(phase));
        if (!setting.isEmpty()) {
            Published.client(stations).getRequestContext().put(setting, true);
            server.getEndpoint().put(setting, true);
        }

        List<List<String>> outcomes = new ArrayList<>();
        for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
            mode(stations, mode);
            outcomes.add(outcome(stations));
        }

        assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
        assertThat(service.told()).isEmpty();
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"setup", "marshal", "send"})
    void theCallerOfAOneWayThatItsOwnChainRefusesGetsWhatSoapGivesIt(String phase) {
        WrappedStationsImpl service = new WrappedStationsImpl();
        published.publishAny(service, published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        mode(stations, Mode.ALWAYS);
        assertThat(stations.echo("x")).isEqualTo("x");
        Published.client(stations).getOutInterceptors().add(new Refusing(phase));

        List<List<String>> outcomes = new ArrayList<>();
        for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
            mode(stations, mode);
            outcomes.add(outcome(stations));
        }

        assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
        assertThat(service.told()).isEmpty();
    }

    private static void mode(Object proxy, Mode mode) {
        Published.client(proxy)
                .getRequestContext()
                .put("parley.mode", mode.name().toLowerCase(Locale.ROOT));
    }

    private static List<String> outcome(WrappedStations stations) {
        List<String> outcome = new ArrayList<>();
        try {
            stations.tell("x");
        } catch (RuntimeException e) {
            for (Throwable each = e; each != null; each = each.getCause()) {
                outcome.add(each.getClass().getName() + ": " + each.getMessage());
            }
        }
        return outcome;
    }

    /** Refuses every one-way call. */
    private static final class Refusing extends AbstractPhaseInterceptor<Message> {
        Refusing(String phase) {
            super(phase);
            if (phase.equals(Phase.PRE_LOGICAL)) {
                addBefore(org.apache.cxf.interceptor.OneWayProcessorInterceptor.class.getName());
            }
        }

        @Override
        public void handleMessage(Message message) {
            throw new Fault(new IllegalStateException("refused in " + getPhase()));
        }
    }
}
