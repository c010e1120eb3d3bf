package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.client.CallStatus;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.security.DefaultSecurityContext;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients whose application supplies the caller's identity for each call. */
class SuppliedCredentialsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    /** The current user: known only to the calling thread, like that of a request being handled. */
    private final ThreadLocal<@Nullable String> user = new ThreadLocal<>();

    /** Accepts any token, as the user whom it names. */
    private static final class Tokens extends AbstractPhaseInterceptor<Message> {
        Tokens() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
            List<String> shown = headers.getOrDefault("Authorization", List.of());
            if (shown.size() != 1 || !shown.get(0).startsWith("Bearer ")) {
                throw new Fault(new SecurityException("expected a token"));
            }
            String name = shown.get(0).substring("Bearer ".length());
            message.put(SecurityContext.class, new DefaultSecurityContext(() -> name, null));
        }
    }

    /** Supplies a token with the name of the thread's user; none if the thread has no user. */
    private final class Supplier implements HttpAuthSupplier {
        @Override
        public boolean requiresRequestCaching() {
            return false;
        }

        @Override
        public @Nullable String getAuthorization(
                AuthorizationPolicy policy, URI uri, Message message, @Nullable String challenge) {
            String name = user.get();
            return name == null ? null : "Bearer " + name;
        }
    }

    @BeforeEach
    void publish() {
        published
                .publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature())
                .getEndpoint()
                .getInInterceptors()
                .add(new Tokens());
    }

    @AfterEach
    void stop() {
        published.close();
    }

    private WrappedStations stations(ParleyFeature feature) {
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, feature);
        ((HTTPConduit) Published.client(stations).getConduit()).setAuthSupplier(new Supplier());
        return stations;
    }

    private Optional<FallbackReason> callAs(String name, WrappedStations stations) {
        user.set(name);
        assertThat(stations.whoAmI()).isEqualTo(name);
        BindingProvider provider = (BindingProvider) stations;
        return ((CallStatus) provider.getResponseContext().get(CallStatus.KEY)).reason();
    }

    private static void settle(WrappedStations stations) throws Exception {
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** The negotiation runs on a thread without a user, and its session on further threads. */
    @Shows(Use.SUPPLIED_CREDENTIALS)
    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void nobodyRunsAsSomebodyElse(String channel) throws Exception {
        WrappedStations stations = stations(Published.patient().set("parley.channels", channel));
        assertThat(callAs("alice", stations)).contains(FallbackReason.NEGOTIATING);
        settle(stations);
        assertThat(callAs("alice", stations)).isEmpty();

        assertThat(callAs("bob", stations)).contains(FallbackReason.NEW_IDENTITY);
        assertThat(callAs("bob", stations)).contains(FallbackReason.NEGOTIATING);
        settle(stations);
        assertThat(callAs("bob", stations)).isEmpty();
        assertThat(callAs("alice", stations)).isEmpty();
    }

    @Test
    void tokensOfOneCallEachAreShownByTheCallThatTheyAreFor() {
        WrappedStations stations = stations(Published.patient());

        for (int i = 0; i < 20; i++) {
            callAs("token " + i, stations);
        }

        assertThat(Published.status(stations).streamedCalls()).isZero();
    }

    @Test
    void inModeAlwaysEachUserHasASession() {
        WrappedStations stations = stations(Published.feature(Mode.ALWAYS));

        assertThat(callAs("alice", stations)).isEmpty();
        assertThat(callAs("bob", stations)).isEmpty();
        assertThat(callAs("alice", stations)).isEmpty();
    }

    /** The supplier may wait for a challenge before it supplies an identity. */
    @Test
    void aSupplierThatSaysNothingBeforehandKeepsItsCallsOnSoap() {
        try (Published open = new Published()) {
            open.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
            WrappedStations stations = open.proxy(WrappedStations.class, SOAP11, Published.patient());
            ((HTTPConduit) Published.client(stations).getConduit()).setAuthSupplier(new Supplier());

            assertThat(stations.echo("x")).isEqualTo("x");

            assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NOT_STREAMABLE);
            assertThat(Published.status(stations).lastDetail()).contains("Supplier");
        }
    }
}
