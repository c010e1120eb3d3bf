package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.cxf.SamlOffice.Brought;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.runtime.Timers;
import io.parley.schema.SafeXml;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.security.AccessDeniedException;
import org.apache.cxf.interceptor.security.SimpleAuthorizingInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.common.saml.bean.Version;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;

/**
 * Tests that authorization decisions are the same over SOAP and on a session. Two of the nine set-ups are covered
 * elsewhere: mutual TLS in {@link MutualTlsTest}, a servlet filter in {@link ServletTest}.
 */
class VerdictTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int CALLS = 5;
    private static final QName SECURITY =
            new QName("http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd", "Security");
    private static final String SAML = "urn:oasis:names:tc:SAML:2.0:assertion";

    @TempDir
    private static Path folder;

    private static Properties keys;
    private static Properties otherKeys;

    private final Published published = new Published();

    /** The check of callers by a service, and the credentials of a caller who is accepted and of one who is denied. */
    enum Setup {
        NONE {
            @Override
            void caller(WrappedStations stations, boolean welcome) {}
        },
        HTTP_BASIC {
            @Override
            List<Interceptor<? extends Message>> judges() {
                return List.of(new Login());
            }

            @Override
            void caller(WrappedStations stations, boolean welcome) {
                user(stations, "alice", welcome ? "secret of alice" : "guessed");
            }
        },
        USERNAME_TOKEN {
            @Override
            List<Interceptor<? extends Message>> judges() {
                return List.of(new WSS4JInInterceptor(wss("UsernameToken", "alice", "of-alice", keys)));
            }

            @Override
            void caller(WrappedStations stations, boolean welcome) {
                Map<String, Object> settings = wss("UsernameToken", "alice", welcome ? "of-alice" : "guessed", keys);
                settings.put("passwordType", "PasswordDigest");
                Published.client(stations).getOutInterceptors().add(new WSS4JOutInterceptor(settings));
            }
        },
        SIGNATURE {
            @Override
            List<Interceptor<? extends Message>> judges() {
                return List.of(new WSS4JInInterceptor(wss("Signature", "alice", "of-alice", keys)));
            }

            /** A denied caller has an untrusted key. */
            @Override
            void caller(WrappedStations stations, boolean welcome) {
                Published.client(stations)
                        .getOutInterceptors()
                        .add(new WSS4JOutInterceptor(
                                wss("Signature", "alice", "of-alice", welcome ? keys : otherKeys)));
            }
        },
        SAML {
            @Override
            List<Interceptor<? extends Message>> judges() {
                return List.of(new SamlOffice(keys, "alice").judge());
            }

            /** A denied caller has an assertion of another issuer; {@link SamlTest} covers further reasons. */
            @Override
            void caller(WrappedStations stations, boolean welcome) {
                new SamlOffice(welcome ? keys : otherKeys, "alice")
                        .equip(Published.client(stations), Version.SAML_20, Brought.GOOD);
            }
        },
        SAML_BY_THE_APPLICATION {
            @Override
            List<Interceptor<? extends Message>> judges() {
                return List.of(new Assertions(Phase.PRE_INVOKE));
            }

            @Override
            void caller(WrappedStations stations, boolean welcome) {
                showAssertion(stations, welcome);
            }
        },
        SAML_BY_THE_APPLICATION_EARLY {
            @Override
            List<Interceptor<? extends Message>> judges() {
                return List.of(new Assertions(Phase.PRE_PROTOCOL));
            }

            @Override
            void caller(WrappedStations stations, boolean welcome) {
                showAssertion(stations, welcome);
            }
        },
        AUTHORIZING {
            @Override
            List<Interceptor<? extends Message>> judges() {
                SimpleAuthorizingInterceptor roles = new SimpleAuthorizingInterceptor();
                roles.setMethodRolesMap(Map.of("whoAmI", "observer", "echo", "observer"));
                return List.of(new Login(), roles);
            }

            /** Bob is authenticated but lacks the role. */
            @Override
            void caller(WrappedStations stations, boolean welcome) {
                String name = welcome ? "alice" : "bob";
                user(stations, name, "secret of " + name);
            }
        },
        THROTTLE {
            @Override
            List<Interceptor<? extends Message>> judges() {
                return List.of(new Login(), new Throttle());
            }

            /** Bob has used most of his quota. */
            @Override
            void caller(WrappedStations stations, boolean welcome) {
                String name = welcome ? "alice" : "bob";
                user(stations, name, "secret of " + name);
            }
        };

        List<Interceptor<? extends Message>> judges() {
            return List.of();
        }

        abstract void caller(WrappedStations stations, boolean welcome);

        /** Returns true if a service checks so early that it also denies offers, which carry no token. */
        boolean deniesOffers() {
            return this == SAML_BY_THE_APPLICATION_EARLY;
        }
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = Certificates.forWss4j(folder, "keys.p12", "alice", "-keyalg", "EC");
        otherKeys = Certificates.forWss4j(folder, "others.p12", "alice", "-keyalg", "EC");
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.VERDICT_NONE)
    @Shows(Use.VERDICT_BASIC)
    @Shows(Use.VERDICT_USERNAME_TOKEN)
    @Shows(Use.VERDICT_SAML)
    @Shows(Use.VERDICT_SIGNATURE)
    @Shows(Use.VERDICT_ROLES)
    @Shows(Use.VERDICT_THROTTLE)
    @ParameterizedTest
    @EnumSource
    void theVerdictIsTheSame(Setup setup) throws Exception {
        for (boolean welcome : new boolean[] {true, false}) {
            List<String> bySoap = verdicts(setup, welcome, Mode.NEVER);
            List<String> streamed = verdicts(setup, welcome, Mode.AUTO);
            assertThat(streamed).as("welcome: %s", welcome).isEqualTo(bySoap);
            if (setup != Setup.NONE) {
                assertThat(bySoap)
                        .as("the set-up judges")
                        .allMatch(verdict -> welcome == verdict.startsWith("as") || setup == Setup.THROTTLE);
            }
        }
    }

    @Shows(Use.EXPIRING)
    @Test
    void aSessionTakesNothingBehindTheEndOfWhatItsCallerWasLetInBy() throws Exception {
        try (Travelling time = new Travelling()) {
            published.serviceBus.setExtension(time, Timers.class);
            published
                    .publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature())
                    .getEndpoint()
                    .getInInterceptors()
                    .add(new Ticket(Instant.now().plus(Duration.ofHours(1))));
            WrappedStations stations = published.proxy(
                    WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
            assertThat(stations.echo("x")).isEqualTo("x");
            assertThat(stations.echo("x")).isEqualTo("x");
            long before = Published.status(stations).streamedCalls();

            time.ahead(Duration.ofHours(2));
            ((BindingProvider) stations).getRequestContext().put("parley.mode", "auto");
            assertThat(stations.echo("x")).as("by SOAP, where he is judged").isEqualTo("x");

            assertThat(before).isEqualTo(2);
            assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.TERMS_CHANGED);
            assertThat(Published.status(stations).lastDetail()).contains("expired");
            published.close();
        }
    }

    /** Accepts all callers, and states when their credentials expire. */
    private static final class Ticket extends AbstractPhaseInterceptor<Message> {
        private final Instant end;

        Ticket(Instant end) {
            super(Phase.RECEIVE);
            this.end = end;
        }

        @Override
        public void handleMessage(Message message) {
            message.put("parley.caller-expires", end);
        }
    }

    /**
     * Returns the outcomes of calls, of which the first uses SOAP. Each run has its own service, since some checks keep
     * state.
     */
    private List<String> verdicts(Setup setup, boolean welcome, Mode mode) throws Exception {
        String address = published.endpoint(setup + "-" + welcome + "-" + mode);
        published
                .publishAny(new WrappedStationsImpl(), address, SOAP11, new ParleyFeature())
                .getEndpoint()
                .getInInterceptors()
                .addAll(setup.judges());
        WrappedStations stations = published.proxy(
                WrappedStations.class, address, SOAP11, Published.patient().mode(mode));
        setup.caller(stations, welcome);
        List<String> verdicts = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            verdicts.add(verdict(stations));
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
        }
        long streamed = Published.status(stations).streamedCalls();
        if (mode == Mode.NEVER || setup.deniesOffers()) {
            assertThat(streamed).isZero();
        } else {
            assertThat(streamed).as("the first call goes by SOAP").isEqualTo(CALLS - 1);
        }
        return verdicts;
    }

    private static String verdict(WrappedStations stations) {
        try {
            return "as " + stations.whoAmI();
        } catch (SOAPFaultException e) {
            return "denied: " + e.getFault().getFaultString();
        } catch (WebServiceException e) {
            return "failed: " + e.getCause();
        }
    }

    private static void user(WrappedStations stations, String name, String password) {
        Map<String, Object> context = ((BindingProvider) stations).getRequestContext();
        context.put(BindingProvider.USERNAME_PROPERTY, name);
        context.put(BindingProvider.PASSWORD_PROPERTY, password);
    }

    private static void showAssertion(WrappedStations stations, boolean welcome) {
        String text = "<s:Security xmlns:s=\"" + SECURITY.getNamespaceURI() + "\"><a:Assertion xmlns:a=\"" + SAML
                + "\"><a:Issuer>" + (welcome ? "urn:office" : "urn:nobody") + "</a:Issuer></a:Assertion></s:Security>";
        Element element = SafeXml.document(
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                .getDocumentElement();
        ((BindingProvider) stations)
                .getRequestContext()
                .put(Header.HEADER_LIST, List.of(new SoapHeader(SECURITY, element)));
    }

    private static Map<String, Object> wss(String action, String user, String password, Properties crypto) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("action", action);
        settings.put("user", user);
        settings.put("signatureUser", user);
        settings.put("signaturePropRefId", "keys");
        settings.put("keys", crypto);
        settings.put("passwordCallbackRef", new Passwords(action.equals("Signature") ? null : password));
        return settings;
    }

    /** Supplies one password, or that of the key store if none is given. */
    private record Passwords(String password) implements CallbackHandler {
        @Override
        public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
            for (Callback each : callbacks) {
                ((WSPasswordCallback) each).setPassword(password == null ? Certificates.password() : password);
            }
        }
    }

    /** Authenticates callers by their HTTP credentials once the operation is known, as applications do. */
    private static final class Login extends AbstractPhaseInterceptor<Message> {
        Login() {
            super(Phase.PRE_INVOKE);
            addBefore(SimpleAuthorizingInterceptor.class.getName());
            addBefore(Throttle.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            AuthorizationPolicy said = message.get(AuthorizationPolicy.class);
            if (said == null || !("secret of " + said.getUserName()).equals(said.getPassword())) {
                throw new AccessDeniedException("Unauthorized");
            }
            message.put(SecurityContext.class, new User(said.getUserName()));
        }
    }

    private record User(String name) implements SecurityContext, Principal {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public Principal getUserPrincipal() {
            return this;
        }

        @Override
        public boolean isUserInRole(String role) {
            return name.equals("alice") && role.equals("observer");
        }
    }

    /** Requires an assertion of the issuer in the security header of each message. */
    private static final class Assertions extends AbstractSoapInterceptor {
        Assertions(String phase) {
            super(phase);
        }

        @Override
        public Set<QName> getUnderstoodHeaders() {
            return Set.of(SECURITY);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            Header header = message.getHeader(SECURITY);
            String issuer = header == null
                    ? ""
                    : ((Element) header.getObject())
                            .getElementsByTagNameNS(SAML, "Issuer")
                            .item(0)
                            .getTextContent();
            if (!issuer.equals("urn:office")) {
                throw new AccessDeniedException("Unauthorized");
            }
            message.put(SecurityContext.class, new User("alice"));
        }
    }

    /** Limits the number of calls per caller; counts those that the login accepted. */
    private static final class Throttle extends AbstractPhaseInterceptor<Message> {
        private static final int MOST = 3;

        private final Map<String, AtomicInteger> calls =
                new ConcurrentHashMap<>(Map.of("alice", new AtomicInteger(-10)));

        Throttle() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            String who = message.get(SecurityContext.class).getUserPrincipal().getName();
            if (calls.computeIfAbsent(who, first -> new AtomicInteger()).incrementAndGet() > MOST) {
                throw new AccessDeniedException("too many");
            }
        }
    }
}
