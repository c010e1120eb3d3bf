package io.parley.bench.contest;

import io.parley.cxf.ParleyStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;

/** A web service on CXF and Jetty, and an ordinary proxy that all callers share; each side has a bus of its own. */
final class CxfContestant implements Contestant {
    private static final long PATIENCE_MILLIS = 300_000;

    private final CxfSettings settings;
    private final Match match;
    private final Bus serverBus = newBus();
    private final Bus clientBus = newBus();
    private final Server server;
    private final Port proxy;

    private CxfContestant(CxfSettings settings, Match match, int httpPort, int streamPort) {
        this.settings = settings;
        this.match = match;
        clientBus.getProperties().putAll(settings.busProperties(match.workload()));
        List<Feature> features = settings.features(match.door(), streamPort);
        this.server = serve(httpPort, features);
        this.proxy = proxy(httpPort, settings.features(match.door(), streamPort));
    }

    static Contestant start(CxfSettings settings, Match match) throws IOException {
        int httpPort = freePort();
        int streamPort = freePort();
        CxfContestant started = new CxfContestant(settings, match, httpPort, streamPort);
        try {
            match.door().open(settings == CxfSettings.PARLEY ? List.of(httpPort, streamPort) : List.of(httpPort));
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    @Override
    public Caller caller() {
        Caller caller = new PortCaller(match, proxy);
        return settings == CxfSettings.PARLEY ? new Streaming(caller) : caller;
    }

    @Override
    public void close() {
        ClientProxy.getClient(proxy).destroy();
        server.destroy();
        // Jetty's threads would keep the JVM alive.
        clientBus.shutdown(true);
        serverBus.shutdown(true);
    }

    private Server serve(int port, List<Feature> features) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(serverBus);
        factory.setServiceBean(new PortService(match.workload()));
        factory.setAddress(address(Door.SERVER, port));
        factory.setProperties(settings.properties());
        factory.getFeatures().addAll(features);
        return factory.create();
    }

    private Port proxy(int port, List<Feature> features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(Port.class);
        factory.setAddress(address(match.door().host(), port));
        factory.setProperties(settings.properties());
        factory.getFeatures().addAll(features);
        Port made = (Port) factory.create();
        HTTPClientPolicy policy = new HTTPClientPolicy();
        policy.setReceiveTimeout(PATIENCE_MILLIS);
        ((HTTPConduit) ClientProxy.getClient(made).getConduit()).setClient(policy);
        return made;
    }

    private static String address(String host, int port) {
        return "http://" + host + ":" + port + "/port";
    }

    private static Bus newBus() {
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(before);
        return bus;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Makes sure that it is the stream, and typed parts, that are measured. */
    private final class Streaming implements Caller {
        private final Client client = ClientProxy.getClient(proxy);
        private final Caller caller;

        Streaming(Caller caller) {
            this.caller = caller;
        }

        @Override
        public Object call() {
            return caller.call();
        }

        @Override
        public void check() {
            long before = status().streamedCalls();
            caller.check();
            ParleyStatus status = status();
            if (status.streamedCalls() == before || status.infosetParts() > 0) {
                throw new IllegalStateException("expected typed calls on the stream, found "
                        + status.streamedCalls() + " streamed, " + status.infosetParts() + " parts as infoset, "
                        + status.fallbacks());
            }
        }

        private ParleyStatus status() {
            return ParleyStatus.of(client).orElseThrow();
        }
    }
}
