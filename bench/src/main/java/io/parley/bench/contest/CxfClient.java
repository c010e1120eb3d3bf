package io.parley.bench.contest;

import io.parley.cxf.ParleyStatus;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.https.InsecureTrustManager;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;

/**
 * An ordinary proxy on a bus that belongs to it. Thread-safe.
 *
 * @param <P> the service's interface
 */
public final class CxfClient<P> implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 300_000;

    private final P proxy;
    private final Client client;
    private final Bus bus;

    private CxfClient(P proxy, Bus bus) {
        this.proxy = proxy;
        this.client = ClientProxy.getClient(proxy);
        this.bus = bus;
    }

    /**
     * Creates a proxy for a running service. It has its own bus, so that it does not share other clients' agreements.
     *
     * @param settings the client's settings, which may differ from the service's
     * @param features the features of the settings, and any others
     * @param busProperties the properties of the client's bus
     */
    public static <P> CxfClient<P> open(
            Class<P> port,
            String address,
            CxfSettings settings,
            List<Feature> features,
            Map<String, Object> busProperties) {
        Bus bus = CxfService.newBus();
        bus.getProperties().putAll(busProperties);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(port);
        factory.setAddress(address);
        factory.setProperties(settings.properties());
        factory.getFeatures().addAll(features);
        CxfClient<P> opened = new CxfClient<>(factory.create(port), bus);
        if (opened.client.getConduit() instanceof HTTPConduit conduit) {
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setReceiveTimeout(PATIENCE_MILLIS);
            conduit.setClient(policy);
            if (address.startsWith("https:")) {
                conduit.setTlsClientParameters(trustingAll());
            }
        }
        return opened;
    }

    /** Returns TLS parameters that accept any certificate: a benchmark's servers have certificates made for one run. */
    private static TLSClientParameters trustingAll() {
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(InsecureTrustManager.getNoOpX509TrustManagers());
        tls.setDisableCNCheck(true);
        return tls;
    }

    /** Returns the proxy. */
    public P proxy() {
        return proxy;
    }

    /** Returns CXF's client below the proxy. */
    public Client client() {
        return client;
    }

    /**
     * Returns the status of the client's calls.
     *
     * @throws IllegalStateException if Parley is not enabled for the client
     */
    public ParleyStatus status() {
        return ParleyStatus.of(client).orElseThrow(() -> new IllegalStateException("a client without Parley"));
    }

    /**
     * Checks that calls were sent on a channel and typed.
     *
     * @param before the number of calls on a channel before them
     * @throws IllegalStateException otherwise
     */
    public void expectStreamed(long before) {
        ParleyStatus status = status();
        if (status.streamedCalls() == before || status.infosetParts() > 0) {
            throw new IllegalStateException("expected typed calls on a channel, found " + status.streamedCalls()
                    + " on one, " + status.infosetParts() + " parts as infoset, " + status.fallbacks());
        }
    }

    @Override
    public void close() {
        client.destroy();
        bus.shutdown(true);
    }
}
