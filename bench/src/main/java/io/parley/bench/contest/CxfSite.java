package io.parley.bench.contest;

import io.parley.testkit.FreePort;
import io.parley.testkit.NewKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;

/** A web service on CXF and Jetty with a bus of its own, and clients for it. Thread-safe. */
public final class CxfSite implements AutoCloseable {
    private static final String SECURE = "https";

    private final CxfSettings settings;
    private final String host;
    private final String scheme;
    private final int httpPort = FreePort.find();
    private final int streamPort = FreePort.find();
    private final CxfService service;

    private CxfSite(CxfSettings settings, Door door, Object service, String scheme) throws IOException {
        this.settings = settings;
        this.host = door.host();
        this.scheme = scheme;
        Bus bus = CxfService.newBus();
        if (scheme.equals(SECURE)) {
            showKeys(bus, door.server());
        }
        this.service = CxfService.publish(
                bus,
                service,
                address(door.server()),
                settings.properties(),
                settings.features(door.host(), streamPort));
    }

    /**
     * Publishes a service with the given settings.
     *
     * @param door the door that its clients will connect through; the caller opens it
     */
    public static CxfSite publish(CxfSettings settings, Door door, Object service) throws IOException {
        return new CxfSite(settings, door, service, "http");
    }

    /** Publishes a service and opens the door that its clients connect through. */
    public static CxfSite open(CxfSettings settings, Door door, Object service) throws IOException {
        CxfSite site = publish(settings, door, service);
        try {
            door.open(site.site().ports());
            return site;
        } catch (IOException e) {
            site.close();
            throw e;
        }
    }

    /** Publishes a service at an https address, with a self-signed certificate. */
    static CxfSite publishSecure(CxfSettings settings, Door door, Object service) throws IOException {
        return new CxfSite(settings, door, service, SECURE);
    }

    /** Installs the TLS key for this address only: the door uses the same port at another address of this machine. */
    private void showKeys(Bus bus, String server) throws IOException {
        try (Scratch scratch = Scratch.of("keys")) {
            Path file = scratch.folder().resolve("keys.p12");
            NewKeys.write(file, "localhost", "-keyalg", "EC", "-ext", "san=dns:localhost,ip:127.0.0.1");
            char[] password = NewKeys.PASSWORD.toCharArray();
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyStore.getInstance(file.toFile(), password), password);
            TLSServerParameters tls = new TLSServerParameters();
            tls.setKeyManagers(keys.getKeyManagers());
            bus.getExtension(JettyHTTPServerEngineFactory.class).setTLSServerParametersForPort(server, httpPort, tls);
        } catch (GeneralSecurityException e) {
            throw new IOException("Jetty takes no keys", e);
        }
    }

    /** Returns this server with its address and ports. */
    public Site site() {
        List<Integer> ports = settings.hasPort() ? List.of(httpPort, streamPort) : List.of(httpPort);
        return new Site(address(host), ports, service);
    }

    /**
     * Creates a client with its own bus, so that it does not share other clients' agreements.
     *
     * @param form the client's settings, which may differ from the service's
     * @param busProperties the properties of the client's bus
     */
    public <P> CxfClient<P> client(Class<P> port, CxfSettings form, Door door, Map<String, Object> busProperties) {
        return CxfClient.open(port, address(door.host()), form, form.features("", 0), busProperties);
    }

    @Override
    public void close() {
        service.close();
    }

    private String address(String at) {
        return scheme + "://" + at + ":" + httpPort + "/port";
    }
}
