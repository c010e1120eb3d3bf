package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.NewKeys;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.security.policy.interceptors.SecureConversationTokenInterceptorProvider;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JStaxInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JStaxOutInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.handler.WSHandlerConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests WS-Security with its real library, over trees and over events: no session bypasses it. */
class SecurityTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    @TempDir
    private static Path folder;

    private static Properties keys;

    private final Published published = new Published();
    private Server server;
    private WrappedStations stations;

    /** The processing style of the library. */
    enum Style {
        DOM {
            @Override
            Interceptor<? extends Message> in(Map<String, Object> settings) {
                return new WSS4JInInterceptor(settings);
            }

            @Override
            Interceptor<? extends Message> out(Map<String, Object> settings) {
                return new WSS4JOutInterceptor(settings);
            }
        },
        STAX {
            @Override
            Interceptor<? extends Message> in(Map<String, Object> settings) {
                return new WSS4JStaxInInterceptor(settings);
            }

            @Override
            Interceptor<? extends Message> out(Map<String, Object> settings) {
                return new WSS4JStaxOutInterceptor(settings);
            }
        };

        abstract Interceptor<? extends Message> in(Map<String, Object> settings);

        abstract Interceptor<? extends Message> out(Map<String, Object> settings);
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = Certificates.forWss4j(folder, "keys.p12", "alice", "-keyalg", "RSA");
    }

    @AfterEach
    void stop() {
        published.close();
    }

    private void publish() {
        server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
    }

    @Test
    void whereEventsAreLookedAtForATokenCallsGoBySoapAndBringIt() throws Exception {
        publish();
        server.getEndpoint().getInInterceptors().add(Style.STAX.in(token()));
        Published.client(stations).getOutInterceptors().add(Style.STAX.out(token()));
        WrappedStations without = published.proxy(WrappedStations.class, SOAP11, Published.patient());

        for (int call = 0; call < 2; call++) {
            assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);
            settle(stations);
            assertThatThrownBy(() -> without.echo("x")).isInstanceOf(SOAPFaultException.class);
            settle(without);
        }

        assertThat(Published.status(stations).streamedCalls()).isZero();
        assertThat(Published.status(without).streamedCalls()).isZero();
        assertThat(Published.status(stations).fallbacks()).containsKey(FallbackReason.NOT_STREAMABLE);
        assertThat(ParleyStatus.of(server).orElseThrow().agreement()).isEmpty();
    }

    /** The offer needs no token: each message of the session it opens is checked by itself. */
    @Shows(Use.USERNAME_TOKENS)
    @Test
    void whereTreesAreLookedAtForATokenEachStreamedCallBringsItsOwn() throws Exception {
        publish();
        server.getEndpoint().getInInterceptors().add(Style.DOM.in(token()));
        Published.client(stations).getOutInterceptors().add(Style.DOM.out(token()));
        WrappedStations without = published.proxy(WrappedStations.class, SOAP11, Published.patient());

        for (int call = 0; call < 3; call++) {
            assertThat(stations.whoAmI()).isEqualTo("alice");
            settle(stations);
            assertThatThrownBy(() -> without.whoAmI()).isInstanceOf(SOAPFaultException.class);
            settle(without);
        }

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
        assertThat(Published.status(without).streamedCalls())
                .as("calls that were denied on the session: to HTTP both are the same caller, and share it")
                .isEqualTo(3);
    }

    /** The actions that each side applies to its own messages and requires of the peer's. */
    @Shows(Use.DOM_SECURITY)
    @Shows(Use.USERNAME_TOKENS)
    @Shows(Use.SAML)
    @Shows(Use.TIMESTAMPS)
    @ParameterizedTest
    @CsvSource({
        "Timestamp, hhfr",
        "Signature, hhfr",
        "Signature, bnux",
        "Timestamp Signature Encrypt, hhfr",
        "Timestamp Signature Encrypt, bnux",
        "UsernameToken Timestamp Signature Encrypt, bnux",
        "SAMLTokenSigned, hhfr",
        "SAMLTokenSigned, bnux",
        "SAMLTokenSigned Timestamp Encrypt, bnux"
    })
    void protectedMessagesAreVerifiedOnTheOtherSideOfTheStreamBothWays(String actions, String representation)
            throws Exception {
        server = published.publish(
                new WrappedStationsImpl(), SOAP11, new ParleyFeature().set("parley.representations", representation));
        stations = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(Mode.ALWAYS).set("parley.representations", representation));
        Verified byService = protect(server.getEndpoint(), actions);
        Verified byClient = protect(Published.client(stations), actions);

        assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);
        Holder<Reading> current = new Holder<>(Reading.of("south", 4, 5));
        assertThat(stations.swap(current, new Holder<>())).isEqualTo(Reading.of("south", 4, 5));
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
        assertThat(Published.status(stations).agreement().orElseThrow().representation())
                .isEqualTo(representation);
        assertThat(byService.results).hasSize(3).doesNotContainNull();
        assertThat(byClient.results)
                .as("faults have a chain of their own")
                .hasSize(2)
                .doesNotContainNull();
    }

    @Test
    void aStreamedRequestThatIsNotSignedIsRefusedAsOverSoap() throws Exception {
        publish();
        protect(server.getEndpoint(), "Signature");
        String bySoap = fault(Mode.NEVER);

        assertThat(fault(Mode.ALWAYS)).isEqualTo(bySoap);
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(1);
    }

    /** The change is made by an intermediary's interceptor after the signature and before the writer. */
    @Test
    void aStreamedRequestThatWasChangedBehindItsSignatureIsRefused() throws Exception {
        publish();
        protect(server.getEndpoint(), "Signature");
        Published.client(stations).getOutInterceptors().add(Style.DOM.out(settings("Signature")));
        Published.client(stations).getRequestContext().put("parley.mode", "always");
        assertThat(stations.echo("honest")).isEqualTo("honest");

        Published.client(stations)
                .getOutInterceptors()
                .add(new AfterSigning(signed -> signed.getSOAPBody()
                        .getElementsByTagName("value")
                        .item(0)
                        .setTextContent("forged")));
        assertThatThrownBy(() -> stations.echo("honest")).isInstanceOf(SOAPFaultException.class);

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    private String fault(Mode mode) {
        WrappedStations plain = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(mode));
        try {
            return "answered " + plain.echo("x");
        } catch (SOAPFaultException e) {
            return e.getFault().getFaultCode() + " " + e.getFault().getFaultString();
        }
    }

    /**
     * Applies the same actions to outgoing messages and requires them of incoming ones; returns the verification
     * results.
     */
    private static Verified protect(InterceptorProvider side, String actions) {
        Map<String, Object> settings = settings(actions);
        side.getOutInterceptors().add(Style.DOM.out(settings));
        side.getOutFaultInterceptors().add(Style.DOM.out(settings));
        // A sender that signs with a SAML assertion signs both it and the message, which WSS4J reports as two actions.
        Map<String, Object> wanted = settings(actions.replace("SAMLTokenSigned", "SAMLTokenSigned Signature"));
        side.getInInterceptors().add(Style.DOM.in(wanted));
        side.getInFaultInterceptors().add(Style.DOM.in(wanted));
        Verified verified = new Verified();
        side.getInInterceptors().add(verified);
        return verified;
    }

    @Shows(Use.DOM_SECURITY)
    @Test
    void aSignatureOverTheTreeOfAResponseSurvivesTheStream() throws Exception {
        publish();
        server.getEndpoint().getOutInterceptors().add(Style.DOM.out(signature()));
        Published.client(stations).getInInterceptors().add(Style.DOM.in(signature()));
        Verified verified = new Verified();
        Published.client(stations).getInInterceptors().add(verified);

        for (int call = 0; call < 3; call++) {
            assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);
            settle(stations);
        }

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
        assertThat(verified.results).hasSize(3).doesNotContainNull();
    }

    @Test
    void aStreamedResponseThatIsNotSignedIsRefusedByAClientThatWantsASignature() throws Exception {
        publish();
        Published.client(stations).getInInterceptors().add(Style.DOM.in(signature()));
        Published.client(stations).getRequestContext().put("parley.mode", "always");

        assertThatThrownBy(() -> stations.echo("x")).isInstanceOf(SOAPFaultException.class);

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.STAX_SECURITY)
    @Test
    void aClientThatVerifiesSignaturesByEventsStaysOnSoap() throws Exception {
        publish();
        server.getEndpoint().getOutInterceptors().add(Style.STAX.out(signature()));
        Published.client(stations).getInInterceptors().add(Style.STAX.in(signature()));

        assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);

        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NOT_STREAMABLE);
        assertThat(Published.status(stations).lastDetail()).startsWith("WSS4JStaxInInterceptor");
    }

    /** Adds the interceptors that a policy for secure conversations would add. */
    private static void holdConversations(InterceptorProvider side) {
        SecureConversationTokenInterceptorProvider conversations = new SecureConversationTokenInterceptorProvider();
        side.getInInterceptors().addAll(conversations.getInInterceptors());
        side.getOutInterceptors().addAll(conversations.getOutInterceptors());
    }

    @Shows(Use.SECURE_CONVERSATION)
    @Test
    void aClientThatHoldsASecureConversationStaysOnSoap() throws Exception {
        publish();
        holdConversations(Published.client(stations));

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NOT_STREAMABLE);
        assertThat(Published.status(stations).lastDetail()).startsWith("SecureConversation");
    }

    @Test
    void aServiceThatHoldsSecureConversationsTakesNoOffer() throws Exception {
        publish();
        holdConversations(server.getEndpoint());

        assertThat(stations.echo("x")).isEqualTo("x");
        settle(stations);
        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).streamedCalls()).isZero();
        assertThat(Published.status(stations).fallbacks()).containsKey(FallbackReason.UNSUPPORTED_ENDPOINT);
    }

    @Test
    void aTokenThatIsWantedLaterIsWantedOnTheSessionToo() throws Exception {
        publish();
        streams();
        server.getEndpoint().getInInterceptors().add(Style.DOM.in(token()));

        assertThatThrownBy(() -> stations.echo("x")).isInstanceOf(SOAPFaultException.class);
        Published.client(stations).getOutInterceptors().add(Style.DOM.out(token()));
        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
    }

    @Test
    void aServiceThatLooksAtEventsLaterIsCalledBySoapFromThen() throws Exception {
        publish();
        streams();
        server.getEndpoint().getInInterceptors().add(Style.STAX.in(token()));
        long before = ParleyStatus.of(server).orElseThrow().streamedCalls();

        assertThatThrownBy(() -> stations.echo("x")).isInstanceOf(SOAPFaultException.class);
        Published.client(stations).getOutInterceptors().add(Style.STAX.out(token()));
        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(before);
        assertThat(Published.status(stations).fallbacks())
                .containsKeys(FallbackReason.TERMS_CHANGED, FallbackReason.NOT_STREAMABLE);
    }

    private void streams() throws Exception {
        assertThat(stations.echo("x")).isEqualTo("x");
        settle(stations);
        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    private static void settle(WrappedStations stations) throws Exception {
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** Records what the library verified in messages. */
    private static final class Verified extends AbstractPhaseInterceptor<Message> {
        final List<Object> results = new CopyOnWriteArrayList<>();

        Verified() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            results.add(message.get(WSHandlerConstants.RECV_RESULTS));
        }
    }

    private static Map<String, Object> token() {
        Map<String, Object> settings = settings("UsernameToken");
        settings.put("passwordType", "PasswordText");
        return settings;
    }

    private static Map<String, Object> signature() {
        return settings("Signature");
    }

    private static Map<String, Object> settings(String action) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("action", action);
        settings.put("user", "alice");
        CallbackHandler passwords = callbacks -> {
            for (Callback each : callbacks) {
                ((WSPasswordCallback) each).setPassword(NewKeys.PASSWORD);
            }
        };
        settings.put("passwordCallbackRef", passwords);
        settings.put("signatureUser", "alice");
        settings.put("signaturePropRefId", "keys");
        settings.put("encryptionUser", "alice");
        settings.put("encryptionPropRefId", "keys");
        settings.put("decryptionPropRefId", "keys");
        settings.put("keys", keys);
        settings.put("samlCallbackRef", new SamlOffice(keys, "alice").vouching());
        return settings;
    }
}
