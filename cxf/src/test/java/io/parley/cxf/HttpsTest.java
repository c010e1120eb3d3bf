package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service at an https address, with a certificate that only its own clients trust. */
class HttpsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final String address = published.address().replace("http:", "https:");

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void sessionsGoThroughTheServicesOwnTls() throws Exception {
        KeyStore keys = Certificates.make(directory, "localhost");
        Server server = publish(keys);
        WrappedStations stations = client(keys, Published.patient().mode(Mode.ALWAYS));

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);

        ParleyStatus status = Published.status(stations);
        Agreement agreement = status.agreement().orElseThrow();
        assertThat(agreement.channel()).isEqualTo("http");
        assertThat(agreement.security()).isEqualTo(ChannelSecurity.TLS);
        assertThat(status.streamedCalls()).isEqualTo(2);
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(2);
        assertThat(ParleyStatus.of(server).orElseThrow().listening())
                .as("ports that speak in the clear")
                .isEmpty();
    }

    /** Attack: somebody else's certificate; the conduit that judges calls judges frames. */
    @Test
    void whoDoesNotTrustTheServiceHasNoSessionWithIt() throws Exception {
        publish(Certificates.make(directory, "localhost"));
        WrappedStations stations = client(Certificates.make(directory, "other"), Published.patient());

        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("SSLHandshakeException");

        assertThat(Published.status(stations).streamedCalls()).isZero();
    }

    private Server publish(KeyStore keys) throws Exception {
        TLSServerParameters tls = new TLSServerParameters();
        tls.setKeyManagers(Certificates.own(keys));
        published
                .serviceBus
                .getExtension(JettyHTTPServerEngineFactory.class)
                .setTLSServerParametersForPort(URI.create(address).getPort(), tls);
        return published.publishAny(new WrappedStationsImpl(), address, SOAP11, new ParleyFeature());
    }

    private WrappedStations client(KeyStore trusted, ParleyFeature feature) throws Exception {
        WrappedStations stations = published.proxy(WrappedStations.class, address, SOAP11, feature);
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(Certificates.trusting(trusted));
        ((HTTPConduit) Published.client(stations).getConduit()).setTlsClientParameters(tls);
        return stations;
    }
}
