package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.client.CallStatus;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests calls with changing credentials, and their cost for the service. */
class ManyIdentitiesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int CALLS = 100;
    /** Number of offers for first identities of clients at an address at which no identity has called twice. */
    private static final int UNPROVEN = 8;

    private final Published published = new Published();
    private final Requests requests = new Requests();

    /** Counts requests over HTTP, including offers, but not calls over sessions. */
    private static final class Requests extends AbstractPhaseInterceptor<Message> {
        final AtomicInteger count = new AtomicInteger();

        Requests() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            if (message.get(AbstractHTTPDestination.HTTP_REQUEST) != null) {
                count.incrementAndGet();
            }
        }
    }

    @BeforeEach
    void publish() {
        published
                .publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature())
                .getEndpoint()
                .getInInterceptors()
                .add(requests);
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.CHANGING_IDENTITY)
    @Test
    void aHundredCallsWithATokenEachAreAHundredRequestsAndOneOffer() throws Exception {
        WrappedStations stations = stations();

        for (int i = 0; i < CALLS; i++) {
            call(stations, "token " + i);
        }
        settle(stations);

        assertThat(requests.count).hasValueBetween(CALLS, CALLS + 1);
        assertThat(Published.status(stations).fallbacks())
                .containsOnly(Map.entry(FallbackReason.NEGOTIATING, 1L), Map.entry(FallbackReason.NEW_IDENTITY, 99L));
    }

    @Test
    void anotherIdentityIsNegotiatedForAtItsSecondCall() throws Exception {
        WrappedStations stations = stations();
        assertThat(call(stations, "alice")).contains(FallbackReason.NEGOTIATING);
        settle(stations);
        assertThat(call(stations, "alice")).isEmpty();

        assertThat(call(stations, "bob")).contains(FallbackReason.NEW_IDENTITY);
        assertThat(call(stations, "carol")).contains(FallbackReason.NEW_IDENTITY);
        assertThat(call(stations, "bob")).contains(FallbackReason.NEGOTIATING);
        settle(stations);
        assertThat(call(stations, "bob")).isEmpty();
        assertThat(call(stations, "alice")).isEmpty();
    }

    @Test
    void tokensThatAreUsedOnceLeaveTheSessionsOfOthersAlone() throws Exception {
        WrappedStations stations = stations();
        call(stations, "service");
        settle(stations);
        assertThat(call(stations, "service")).isEmpty();
        String agreed = agreement(stations);
        int before = requests.count.get();

        for (int i = 0; i < CALLS; i++) {
            call(stations, "token " + i);
        }

        assertThat(requests.count).as("no offer").hasValue(before + CALLS);
        assertThat(call(stations, "service")).isEmpty();
        assertThat(agreement(stations)).isEqualTo(agreed);
    }

    @Test
    void theFirstIdentityOfEachClientIsNegotiatedForAtOnce() throws Exception {
        for (String user : List.of("alice", "bob", "carol")) {
            WrappedStations stations = stations();
            assertThat(call(stations, user)).contains(FallbackReason.NEGOTIATING);
            settle(stations);
            assertThat(call(stations, user)).isEmpty();
        }
    }

    @Test
    void clientsThatAreMadeForOneCallWithATokenSoonOfferNothing() throws Exception {
        for (int i = 0; i < CALLS; i++) {
            WrappedStations stations = stations();
            call(stations, "token " + i);
            settle(stations);
            Published.client(stations).destroy();
        }

        assertThat(requests.count).hasValueBetween(CALLS, CALLS + UNPROVEN);
    }

    @Test
    void anotherIdentityGoesByThePolicyFromItsSecondCallOn() throws Exception {
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().set(Settings.POLICY, "after-2"));
        call(stations, "alice");

        assertThat(call(stations, "bob")).contains(FallbackReason.NEW_IDENTITY);
        assertThat(call(stations, "bob")).contains(FallbackReason.POLICY);
        assertThat(call(stations, "bob")).contains(FallbackReason.NEGOTIATING);
    }

    @Test
    void inModeAlwaysEachIdentityStreamsFromItsFirstCall() {
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));

        for (String user : List.of("alice", "bob", "carol")) {
            assertThat(call(stations, user)).isEmpty();
        }
    }

    private WrappedStations stations() {
        return published.proxy(WrappedStations.class, SOAP11, Published.patient());
    }

    private static Optional<FallbackReason> call(WrappedStations stations, String token) {
        BindingProvider provider = (BindingProvider) stations;
        provider.getRequestContext().put(Message.PROTOCOL_HEADERS, Map.of("Authorization", List.of("Bearer " + token)));
        assertThat(stations.echo("x")).isEqualTo("x");
        return ((CallStatus) provider.getResponseContext().get(CallStatus.KEY)).reason();
    }

    private static String agreement(WrappedStations stations) {
        return Published.status(stations).agreement().orElseThrow().id();
    }

    private static void settle(WrappedStations stations) throws Exception {
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
