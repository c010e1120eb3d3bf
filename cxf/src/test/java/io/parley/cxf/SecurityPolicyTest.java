package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.cxf.SamlOffice.Brought;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.schema.SafeXml;
import io.parley.testkit.NewKeys;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.policy.WSPolicyFeature;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.common.saml.bean.Version;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests WS-SecurityPolicy: requirements of an endpoint's policy apply to each streamed message in both directions. */
class SecurityPolicyTest {
    private static final String WSS = "ws-security.";
    private static final int CALLS = 3;

    @TempDir
    private static Path folder;

    private static Properties keys;
    private static Properties otherKeys;
    private static KeyStore certificate;

    private final Published published = new Published();

    enum Caller {
        WELCOME,
        UNWELCOME,
        /** Knows nothing of the policy, and so sends no credentials. */
        UNAWARE
    }

    /** The requirement of a policy, and the credentials of a caller who is accepted and of one who is denied. */
    enum Wanted {
        SIGNATURE(asymmetric("<sp:SignedParts><sp:Body/></sp:SignedParts>")),
        SIGNATURE_AND_ENCRYPTION(asymmetric(
                "<sp:SignedParts><sp:Body/></sp:SignedParts><sp:EncryptedParts><sp:Body/></sp:EncryptedParts>")),
        USERNAME_TOKEN(supporting("UsernameToken", "WssUsernameToken11")) {
            @Override
            void bring(Map<String, Object> call, boolean welcome) {
                call.put(WSS + "username", "alice");
                call.put(WSS + "password", welcome ? NewKeys.PASSWORD : "guessed");
            }
        },
        SAML(supporting("SamlToken", "WssSamlV20Token11")) {
            @Override
            void bring(Map<String, Object> call, boolean welcome) {
                SamlOffice office = new SamlOffice(welcome ? keys : otherKeys, "alice");
                call.put(WSS + "saml-callback-handler", office.issuing(Version.SAML_20, Brought.GOOD));
            }
        },
        TLS_AND_USERNAME_TOKEN(transport("") + token("SignedSupportingTokens", "UsernameToken", "WssUsernameToken11")) {
            @Override
            void bring(Map<String, Object> call, boolean welcome) {
                USERNAME_TOKEN.bring(call, welcome);
            }
        },
        TLS_AND_HTTP_BASIC(transport("<sp:HttpBasicAuthentication/>")) {
            /** A denied caller has no password, which its own side detects. */
            @Override
            void bring(Map<String, Object> call, boolean welcome) {
                if (welcome) {
                    call.put(BindingProvider.USERNAME_PROPERTY, "alice");
                    call.put(BindingProvider.PASSWORD_PROPERTY, NewKeys.PASSWORD);
                }
            }
        };

        final String assertions;

        Wanted(String assertions) {
            this.assertions = assertions;
        }

        /** A denied caller has an untrusted key. */
        void bring(Map<String, Object> call, boolean welcome) {
            call.put(WSS + "signature.properties", welcome ? keys : otherKeys);
            call.put(WSS + "signature.username", "alice");
            call.put(WSS + "encryption.properties", keys);
            call.put(WSS + "encryption.username", "alice");
        }

        boolean overTls() {
            return name().startsWith("TLS");
        }

        /** Returns how many of the calls reach the service. */
        int sent(int calls, Caller caller) {
            return this == TLS_AND_HTTP_BASIC && caller == Caller.UNWELCOME ? 0 : calls;
        }
    }

    private static final String SUITE =
            "<sp:AlgorithmSuite><wsp:Policy><sp:Basic256Sha256/></wsp:Policy></sp:AlgorithmSuite>"
                    + "<sp:Layout><wsp:Policy><sp:Lax/></wsp:Policy></sp:Layout>";
    private static final String NAMESPACE = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";

    private static String asymmetric(String parts) {
        return "<sp:AsymmetricBinding><wsp:Policy>"
                + "<sp:InitiatorToken><wsp:Policy>" + certificate("AlwaysToRecipient")
                + "</wsp:Policy></sp:InitiatorToken>"
                + "<sp:RecipientToken><wsp:Policy>" + certificate("AlwaysToInitiator")
                + "</wsp:Policy></sp:RecipientToken>"
                + SUITE + "<sp:IncludeTimestamp/><sp:OnlySignEntireHeadersAndBody/></wsp:Policy></sp:AsymmetricBinding>"
                + parts;
    }

    private static String transport(String credentials) {
        return "<sp:TransportBinding><wsp:Policy><sp:TransportToken><wsp:Policy><sp:HttpsToken><wsp:Policy>"
                + credentials
                + "</wsp:Policy></sp:HttpsToken></wsp:Policy></sp:TransportToken>" + SUITE + "<sp:IncludeTimestamp/>"
                + "</wsp:Policy></sp:TransportBinding>";
    }

    private static String certificate(String included) {
        return "<sp:X509Token sp:IncludeToken=\"" + NAMESPACE + "/IncludeToken/" + included
                + "\"><wsp:Policy><sp:WssX509V3Token10/></wsp:Policy></sp:X509Token>";
    }

    private static String supporting(String token, String kind) {
        return token("SupportingTokens", token, kind);
    }

    private static String token(String place, String token, String kind) {
        return "<sp:" + place + "><wsp:Policy><sp:" + token + " sp:IncludeToken=\"" + NAMESPACE
                + "/IncludeToken/AlwaysToRecipient\"><wsp:Policy><sp:" + kind + "/></wsp:Policy></sp:" + token
                + "></wsp:Policy></sp:" + place + ">";
    }

    private static WSPolicyFeature feature(Wanted wanted) {
        String policy = "<wsp:Policy xmlns:wsp=\"http://www.w3.org/ns/ws-policy\" xmlns:sp=\"" + NAMESPACE + "\">"
                + wanted.assertions + "</wsp:Policy>";
        WSPolicyFeature feature = new WSPolicyFeature();
        feature.setPolicyElements(List.of(
                SafeXml.document(new ByteArrayInputStream(policy.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                        .getDocumentElement()));
        return feature;
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = Certificates.forWss4j(folder, "keys.p12", "alice", "-keyalg", "RSA");
        otherKeys = Certificates.forWss4j(folder, "others.p12", "alice", "-keyalg", "RSA");
        certificate = Certificates.make(folder, "localhost");
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.SECURITY_POLICY)
    @Shows(Use.VERDICT_SIGNATURE)
    @ParameterizedTest
    @EnumSource
    void whatAPolicyWantsIsWantedOnTheStreamAsOverSoap(Wanted wanted) throws Exception {
        String address = wanted.overTls() ? Https.address(published) : published.address();
        if (wanted.overTls()) {
            Https.serve(published, certificate);
        }
        Server service = publish(wanted, address);
        for (Caller caller : Caller.values()) {
            long before = streamed(service);
            List<String> bySoap = verdicts(wanted, address, caller, Mode.NEVER);
            assertThat(streamed(service)).isEqualTo(before);
            List<String> streamed = verdicts(wanted, address, caller, Mode.ALWAYS);

            assertThat(streamed).as("%s", caller).isEqualTo(bySoap);
            assertThat(bySoap).hasSize(CALLS).allMatch(verdict -> verdict.equals("3.0") == (caller == Caller.WELCOME));
            assertThat(streamed(service) - before).as("%s", caller).isEqualTo(wanted.sent(CALLS, caller));
        }
    }

    /**
     * CXF chooses between two implementations of a policy; the one that works on bytes alone refuses the offer with its
     * bytes.
     */
    @Shows(Use.SECURITY_POLICY_BY_EVENTS)
    @ParameterizedTest
    @CsvSource({"true, NOT_STREAMABLE", "false, NOT_CAPABLE"})
    void whereAPolicyIsMetOverEventsCallsGoBySoapAndSayWhy(boolean byTheClientToo, FallbackReason reason)
            throws Exception {
        Server service = publish(Wanted.SIGNATURE, published.address());
        service.getEndpoint().put(WSS + "enable.streaming", true);
        WrappedStations stations = stations(Wanted.SIGNATURE, published.address(), Caller.WELCOME, Mode.AUTO);
        ((BindingProvider) stations).getRequestContext().put(WSS + "enable.streaming", byTheClientToo);

        for (int i = 0; i < CALLS; i++) {
            assertThat(verdict(stations)).isEqualTo("3.0");
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
        }

        assertThat(streamed(service)).isZero();
        assertThat(Published.status(stations).fallbacks()).containsKey(reason);
    }

    private static long streamed(Server service) {
        return ParleyStatus.of(service).orElseThrow().streamedCalls();
    }

    private Server publish(Wanted wanted, String address) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(published.serviceBus);
        publisher.setServiceBean(new WrappedStationsImpl());
        publisher.setAddress(address);
        publisher.setProperties(new HashMap<>(Map.of(
                WSS + "signature.properties", keys,
                WSS + "encryption.properties", keys,
                WSS + "encryption.username", "useReqSigCert",
                WSS + "callback-handler", PASSWORDS)));
        publisher.getFeatures().addAll(List.of(new ParleyFeature(), feature(wanted)));
        return publisher.create();
    }

    private List<String> verdicts(Wanted wanted, String address, Caller caller, Mode mode) throws Exception {
        WrappedStations stations = stations(wanted, address, caller, mode);
        List<String> verdicts = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            verdicts.add(verdict(stations));
        }
        return verdicts;
    }

    private WrappedStations stations(Wanted wanted, String address, Caller caller, Mode mode) throws Exception {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(address);
        factory.getFeatures().add(Published.patient().mode(mode));
        if (caller != Caller.UNAWARE) {
            factory.getFeatures().add(feature(wanted));
        }
        WrappedStations stations = factory.create(WrappedStations.class);
        if (wanted.overTls()) {
            Https.trusting(certificate, stations);
        }
        if (caller != Caller.UNAWARE) {
            Map<String, Object> call = ((BindingProvider) stations).getRequestContext();
            call.put(WSS + "callback-handler", PASSWORDS);
            wanted.bring(call, caller == Caller.WELCOME);
        }
        return stations;
    }

    private static String verdict(WrappedStations stations) {
        try {
            return String.valueOf(stations.sum(Reading.of("north", 1, 2)));
        } catch (SOAPFaultException e) {
            return e.getFault().getFaultCode() + " " + e.getFault().getFaultString();
        } catch (WebServiceException e) {
            return "failed: " + e.getCause();
        }
    }

    /** Supplies the one password of all keys and users. */
    private static final CallbackHandler PASSWORDS = callbacks -> {
        for (Callback each : callbacks) {
            ((WSPasswordCallback) each).setPassword(NewKeys.PASSWORD);
        }
    };
}
