package io.parley.cxf;

import java.net.URI;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.apache.cxf.Bus;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.configuration.security.ClientAuthentication;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;

/** Services published over HTTPS in tests, and their clients. */
public final class Https {
    private Https() {}

    /** Returns the HTTPS address of the service. */
    static String address(Published published) {
        return published.address().replace("http:", "https:");
    }

    /** Makes the published service present these keys. */
    static void serve(Published published, KeyStore keys) throws Exception {
        serve(published, own(keys));
    }

    /** Makes the published service present these keys, and request client certificates that the others vouch for. */
    static void serve(Published published, KeyStore keys, KeyStore clients) throws Exception {
        serve(published, asking(keys, clients));
    }

    private static TLSServerParameters asking(KeyStore keys, KeyStore clients) throws Exception {
        TLSServerParameters tls = own(keys);
        tls.setTrustManagers(Certificates.trusting(clients));
        ClientAuthentication asked = new ClientAuthentication();
        asked.setWant(true);
        asked.setRequired(true);
        tls.setClientAuthentication(asked);
        return tls;
    }

    private static TLSServerParameters own(KeyStore keys) throws Exception {
        TLSServerParameters tls = new TLSServerParameters();
        tls.setKeyManagers(Certificates.own(keys));
        return tls;
    }

    /** Makes the services on that bus and port present these keys. */
    public static void serve(Bus bus, int port, KeyStore keys) throws Exception {
        serve(bus, port, own(keys));
    }

    /**
     * Makes the services on that bus and port present these keys, and request client certificates that the others vouch
     * for.
     */
    public static void serve(Bus bus, int port, KeyStore keys, KeyStore clients) throws Exception {
        serve(bus, port, asking(keys, clients));
    }

    private static void serve(Published published, TLSServerParameters tls) throws Exception {
        serve(published.serviceBus, URI.create(address(published)).getPort(), tls);
    }

    private static void serve(Bus bus, int port, TLSServerParameters tls) throws Exception {
        bus.getExtension(JettyHTTPServerEngineFactory.class).setTLSServerParametersForPort(port, tls);
    }

    /** Makes a client trust these certificates, and present its own keys. */
    public static <T> T trusting(KeyStore trusted, T proxy, KeyManager... own) throws Exception {
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(Certificates.trusting(trusted));
        tls.setKeyManagers(own);
        ((HTTPConduit) Published.client(proxy).getConduit()).setTlsClientParameters(tls);
        return proxy;
    }

    /**
     * Returns a context for clients other than CXF: presents these keys, and trusts the certificates they vouch for.
     */
    public static SSLContext context(KeyStore keys) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(Certificates.own(keys), Certificates.trusting(keys), null);
        return context;
    }
}
