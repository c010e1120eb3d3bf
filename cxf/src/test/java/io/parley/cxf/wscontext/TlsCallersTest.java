package io.parley.cxf.wscontext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.Certificates;
import io.parley.cxf.Published;
import io.parley.cxf.callers.CertificatePrincipal;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.WsContextService;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.NoPermissionException;
import io.parley.store.wscontext.message.WsContextPort;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.configuration.security.ClientAuthentication;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the certificate of a TLS client names the owner of its contexts. */
class TlsCallersTest {
    @TempDir
    private Path directory;

    @Test
    void theSubjectOfTheClientsCertificateIsThePrincipal() throws Exception {
        KeyStore server = Certificates.make(directory, "localhost");
        KeyStore alice = Certificates.make(directory, "alice");
        try (Published published = new Published();
                ContextStore store = ContextStores.open("memory:", StoreSettings.defaults())) {
            String address = published.endpoint("ws-context").replace("http:", "https:");
            TLSServerParameters tls = new TLSServerParameters();
            tls.setKeyManagers(Certificates.own(server));
            tls.setTrustManagers(Certificates.trusting(alice));
            ClientAuthentication wanted = new ClientAuthentication();
            wanted.setWant(true);
            tls.setClientAuthentication(wanted);
            published
                    .serviceBus
                    .getExtension(JettyHTTPServerEngineFactory.class)
                    .setTLSServerParametersForPort(java.net.URI.create(address).getPort(), tls);
            JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
            publisher.setBus(published.serviceBus);
            publisher.setServiceBean(
                    new WsContextService(store, Limits.defaults(), address, CallerPolicy.authenticated()));
            publisher.setAddress(address);
            publisher.getFeatures().add(new CertificatePrincipal());
            publisher.create();

            WsContextPort known = client(published, address, server, Certificates.own(alice));
            WsContextPort unknown = client(published, address, server, new KeyManager[0]);
            assertThat(known.begin(null, new BeginRequest()).context()).isPresent();
            assertThatExceptionOfType(NoPermissionException.class)
                    .isThrownBy(() -> unknown.begin(null, new BeginRequest()));

            assertThat(store.usage("CN=alice").entries()).isEqualTo(2);
        }
    }

    private static WsContextPort client(Published published, String address, KeyStore server, KeyManager[] own)
            throws Exception {
        WsContextPort port = published.proxy(WsContextPort.class, address, ContextPlace.SOAP12);
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(Certificates.trusting(server));
        tls.setKeyManagers(own);
        ((HTTPConduit) Published.client(port).getConduit()).setTlsClientParameters(tls);
        return port;
    }
}
