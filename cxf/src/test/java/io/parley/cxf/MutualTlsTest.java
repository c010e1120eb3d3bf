package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.callers.CertificatePrincipal;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.runtime.Timers;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.interceptor.security.AccessDeniedException;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a service that requires client certificates: callers have the same identity and permissions on each channel.
 */
class MutualTlsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    @TempDir
    private static Path directory;

    private static KeyStore keys;
    private static KeyStore alice;
    private static KeyStore bob;

    private final Published published = new Published();
    private final String address = Https.address(published);

    @BeforeAll
    static void make() throws Exception {
        keys = Certificates.make(directory, "localhost");
        alice = Certificates.make(directory, "alice");
        bob = Certificates.make(directory, "bob");
    }

    @BeforeEach
    void serve() throws Exception {
        KeyStore both = KeyStore.getInstance("PKCS12");
        both.load(null, null);
        both.setCertificateEntry("alice", alice.getCertificate("alice"));
        both.setCertificateEntry("bob", bob.getCertificate("bob"));
        Https.serve(published, keys, both);
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.MUTUAL_TLS)
    @Shows(Use.IDENTITY)
    @ParameterizedTest
    @ValueSource(strings = {"stream", "websocket", "http"})
    void callsRunAsWhomTheCertificateNames(String channel) throws Exception {
        publish();
        WrappedStations ofAlice = client(alice, streaming(channel));
        WrappedStations ofBob = client(bob, streaming(channel));

        for (int call = 0; call < 2; call++) {
            assertThat(ofAlice.whoAmI()).isEqualTo("CN=alice");
            assertThat(ofBob.whoAmI()).isEqualTo("CN=bob");
        }

        assertThat(client(alice).whoAmI()).as("by SOAP").isEqualTo("CN=alice");
        assertThat(Published.status(ofAlice).streamedCalls()).isEqualTo(2);
        assertThat(Published.status(ofBob).streamedCalls()).isEqualTo(2);
        assertThat(Published.status(ofAlice).agreement().orElseThrow().channel())
                .isEqualTo(channel);
        assertThat(Published.status(ofAlice).agreement().orElseThrow().digest())
                .as("each has a session of its own")
                .isNotEqualTo(Published.status(ofBob).agreement().orElseThrow().digest());
    }

    /**
     * The certificate is checked at either place of the chain: before offers are processed, or once the operation is
     * known.
     */
    @Shows(Use.MUTUAL_TLS)
    @Shows(Use.VERDICT_MUTUAL_TLS)
    @ParameterizedTest
    @CsvSource({
        "read, stream",
        "read, websocket",
        "read, http",
        "user-logical, stream",
        "user-logical, websocket",
        "user-logical, http"
    })
    void whoIsDeniedBySoapIsDeniedOnEachChannel(String phase, String channel) throws Exception {
        publish(new OnlyAlice(phase));
        WrappedStations ofAlice = client(alice, streaming(channel));
        WrappedStations ofBob = client(bob, Published.patient().set("parley.channels", channel));

        assertThat(ofAlice.echo("x")).isEqualTo("x");
        assertThat(Published.status(ofAlice).streamedCalls()).isEqualTo(1);
        assertThatThrownBy(() -> client(bob).echo("by SOAP")).hasMessageContaining("Unauthorized");
        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> ofBob.echo("x")).hasMessageContaining("Unauthorized");
            ParleyStatus.settled(Published.client(ofBob)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        }

        assertThat(Published.status(ofBob).streamedCalls())
                .as("calls that the same interceptor denied on a session")
                .isEqualTo(phase.equals(Phase.READ) ? 0 : 1);
    }

    @Shows(Use.EXPIRING)
    @ParameterizedTest
    @ValueSource(strings = {"stream", "websocket", "http"})
    void aSessionTakesNothingBehindTheEndOfItsCallersCertificate(String channel) throws Exception {
        try (Travelling time = new Travelling()) {
            published.serviceBus.setExtension(time, Timers.class);
            publish();
            WrappedStations ofAlice = client(alice, streaming(channel));
            assertThat(ofAlice.whoAmI()).isEqualTo("CN=alice");
            assertThat(ofAlice.whoAmI()).isEqualTo("CN=alice");
            long before = Published.status(ofAlice).streamedCalls();

            time.ahead(Duration.ofDays(1000));
            Published.client(ofAlice).getRequestContext().put("parley.mode", "auto");
            assertThat(ofAlice.whoAmI()).as("by SOAP, where TLS judges").isEqualTo("CN=alice");

            assertThat(before).isEqualTo(2);
            assertThat(Published.status(ofAlice).fallbacks()).containsOnlyKeys(FallbackReason.TERMS_CHANGED);
            assertThat(Published.status(ofAlice).lastDetail()).contains("expired");
            published.close();
        }
    }

    @Test
    void whoShowsNoCertificateHasNeitherSoapNorASession() throws Exception {
        publish();
        WrappedStations nobody =
                Https.trusting(keys, published.proxy(WrappedStations.class, address, SOAP11, Published.patient()));

        assertThatThrownBy(() -> nobody.echo("x")).isInstanceOf(WebServiceException.class);

        assertThat(Published.status(nobody).agreement()).isEmpty();
        assertThat(Published.status(nobody).streamedCalls()).isZero();
    }

    private static ParleyFeature streaming(String channel) {
        return Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel);
    }

    private void publish(OnlyAlice... judges) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(published.serviceBus);
        publisher.setServiceBean(new WrappedStationsImpl());
        publisher.setAddress(address);
        publisher.getFeatures().add(new ParleyFeature());
        publisher.getFeatures().add(new CertificatePrincipal());
        publisher.getInInterceptors().addAll(List.of(judges));
        publisher.create();
    }

    private WrappedStations client(KeyStore own, ParleyFeature... features) throws Exception {
        return Https.trusting(
                keys, published.proxy(WrappedStations.class, address, SOAP11, features), Certificates.own(own));
    }

    /** Checks the client's TLS identity, as policies do. */
    private static final class OnlyAlice extends AbstractPhaseInterceptor<Message> {
        OnlyAlice(String phase) {
            super(phase);
        }

        @Override
        public void handleMessage(Message message) {
            String who = CertificatePrincipal.of(message).orElseThrow().getName();
            if (!who.equals("CN=alice")) {
                throw new AccessDeniedException("Unauthorized");
            }
        }
    }
}
