package io.parley.bench.fault;

import io.parley.Limit;
import io.parley.bench.contest.CxfService;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;

/** Web services on CXF: plain, with Parley, and with WS-ReliableMessaging. */
record CxfRival(Kind kind) implements Rival {
    /** The features that are enabled. */
    enum Kind {
        SOAP,
        PARLEY,
        DURABLE,
        RELIABLE
    }

    @Override
    public String setUp() {
        return switch (kind) {
            case SOAP -> "SOAP 1.1 over HTTP, defaults";
            case PARLEY -> "`ParleyFeature` on both sides, `parley.reliability=resume`, keep-alive of 6 s";
            case DURABLE -> "the same with `parley.reliability=durable`, SQLite";
            case RELIABLE ->
                "WS-ReliableMessaging 1.0 with a JDBC store (Derby) on both sides, retransmission after 1 s";
        };
    }

    @Override
    public AutoCloseable serve(Place place, UnaryOperator<byte[]> work) throws Exception {
        Bus bus = bus(place, "server");
        String address = "http://" + Place.SERVER + ":" + place.port() + "/port";
        return CxfService.publish(bus, new Service(work), address, Map.of(), features(place, true));
    }

    @Override
    public Client connect(Place place) throws Exception {
        // A Derby database belongs to one process, and there may be two clients.
        Bus bus = bus(place, "client-" + ProcessHandle.current().pid());
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(FaultPort.class);
        factory.setAddress("http://" + Place.FRONT + ":" + place.port() + "/port");
        factory.getFeatures().addAll(features(place, false));
        FaultPort port = factory.create(FaultPort.class);
        HTTPConduit conduit = (HTTPConduit) ClientProxy.getClient(port).getConduit();
        conduit.getClient().setReceiveTimeout(FaultClient.PATIENCE_MILLIS);
        conduit.getClient().setConnectionTimeout(FaultClient.PATIENCE_MILLIS);
        return new BlockingCalls(port::exchange, () -> bus.shutdown(true));
    }

    private Bus bus(Place place, String side) throws Exception {
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(bus);
        if (kind == Kind.RELIABLE) {
            RMTxStore store = new RMTxStore();
            store.setDriverClassName("org.apache.derby.iapi.jdbc.AutoloadedDriver");
            store.setUrl("jdbc:derby:" + place.folder().resolve(side) + ";create=true");
            store.init();
            RMManager manager = bus.getExtension(RMManager.class);
            manager.setStore(store);
            manager.getConfiguration().setBaseRetransmissionInterval(1_000L);
        }
        return bus;
    }

    private List<Feature> features(Place place, boolean server) {
        return switch (kind) {
            case SOAP -> List.of();
            case PARLEY -> List.of(parley(place, server).set(Settings.RELIABILITY, "resume"));
            case DURABLE -> {
                ParleyFeature feature = parley(place, server).set(Settings.RELIABILITY, "durable");
                yield List.of(
                        server
                                ? feature.set(
                                        Settings.CONTEXT_STORE,
                                        "sqlite:" + place.folder().resolve("sessions.db"))
                                : feature);
            }
            case RELIABLE -> List.of(new WSAddressingFeature(), new RMFeature());
        };
    }

    private static ParleyFeature parley(Place place, boolean server) {
        ParleyFeature feature = new ParleyFeature().set(Limit.KEEP_ALIVE_MILLIS.setting(), (int) KEEP_ALIVE_MILLIS);
        return server
                ? feature.set(Settings.PORT, place.second())
                        .set(Settings.BIND, Place.SERVER)
                        .set(Settings.ADVERTISED_HOST, Place.FRONT)
                : feature;
    }

    /** The web service. */
    public static final class Service implements FaultPort {
        private final UnaryOperator<byte[]> work;

        Service(UnaryOperator<byte[]> work) {
            this.work = work;
        }

        @Override
        public byte[] exchange(byte[] request) {
            return work.apply(request);
        }
    }
}
