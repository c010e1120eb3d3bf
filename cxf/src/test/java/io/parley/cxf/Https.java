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

/** What is published at https in tests, and the clients of it. */
public final class Https {
    private Https() {}

    /** The address of the service, by https. */
    static String address(Published published) {
        return published.address().replace("http:", "https:");
    }

    /** Lets what is published there show these keys. */
    static void serve(Published published, KeyStore keys) throws Exception {
        serve(published, own(keys));
    }

    /** The same, and asks clients for a certificate that these vouch for. */
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

    /** Lets what is published on that bus at that port show these keys. */
    public static void serve(Bus bus, int port, KeyStore keys) throws Exception {
        serve(bus, port, own(keys));
    }

    /** The same, and asks clients for a certificate that these vouch for. */
    public static void serve(Bus bus, int port, KeyStore keys, KeyStore clients) throws Exception {
        serve(bus, port, asking(keys, clients));
    }

    private static void serve(Published published, TLSServerParameters tls) throws Exception {
        serve(published.serviceBus, URI.create(address(published)).getPort(), tls);
    }

    private static void serve(Bus bus, int port, TLSServerParameters tls) throws Exception {
        bus.getExtension(JettyHTTPServerEngineFactory.class).setTLSServerParametersForPort(port, tls);
    }

    /** Lets a client trust these, and show those. */
    public static <T> T trusting(KeyStore trusted, T proxy, KeyManager... own) throws Exception {
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(Certificates.trusting(trusted));
        tls.setKeyManagers(own);
        ((HTTPConduit) Published.client(proxy).getConduit()).setTlsClientParameters(tls);
        return proxy;
    }

    /** For what is no client of CXF: shows these keys, and trusts whom they vouch for. */
    public static SSLContext context(KeyStore keys) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(Certificates.own(keys), Certificates.trusting(keys), null);
        return context;
    }
}
