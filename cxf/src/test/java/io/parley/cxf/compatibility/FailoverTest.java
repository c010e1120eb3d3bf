package io.parley.cxf.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.clustering.FailoverFeature;
import org.apache.cxf.clustering.LoadDistributorFeature;
import org.apache.cxf.clustering.SequentialStrategy;
import org.apache.cxf.clustering.circuitbreaker.CircuitBreakerFailoverFeature;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.EndpointException;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.support.JaxWsEndpointImpl;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.service.model.EndpointInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests CXF's clustering with two services that identify themselves: calls go where CXF sends them, and stream there.
 */
class FailoverTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final List<Published> nodes = new ArrayList<>();
    private final Published client = new Published();
    private Server first;
    private Server second;

    @AfterEach
    void stop() {
        client.close();
        nodes.forEach(Published::close);
    }

    private Server node(String name) {
        Published node = new Published();
        nodes.add(node);
        return node.publishAny(
                new WrappedStationsImpl() {
                    @Override
                    public String echo(String value) {
                        return name + " " + value;
                    }
                },
                node.address(),
                SOAP11,
                new ParleyFeature());
    }

    private void publish() {
        first = node("first");
        second = node("second");
    }

    private static String address(Server server) {
        return server.getEndpoint().getEndpointInfo().getAddress();
    }

    private static long streamed(Server server) {
        return ParleyStatus.of(server).orElseThrow().streamedCalls();
    }

    private WrappedStations stations(FailoverFeature clustering, Mode mode) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(client.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(address(first));
        factory.getFeatures().add(clustering);
        factory.getFeatures().add(Published.patient().mode(mode));
        return factory.create(WrappedStations.class);
    }

    private static SequentialStrategy addresses(Server... servers) {
        SequentialStrategy strategy = new SequentialStrategy();
        List<String> addresses = new ArrayList<>();
        for (Server server : servers) {
            addresses.add(address(server));
        }
        strategy.setAlternateAddresses(addresses);
        return strategy;
    }

    /** Makes a call; returns its result and that of the negotiation it started. */
    private static String call(WrappedStations stations) throws Exception {
        try {
            return stations.echo("x");
        } catch (WebServiceException e) {
            return "failed";
        } finally {
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
        }
    }

    private static List<String> calls(WrappedStations stations, int count) throws Exception {
        List<String> results = new ArrayList<>();
        for (int call = 0; call < count; call++) {
            results.add(call(stations));
        }
        return results;
    }

    @Shows(Use.FAILOVER)
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callsGoToAnotherAddressAndStreamThere(boolean breaksCircuits) throws Exception {
        publish();
        FailoverFeature clustering =
                breaksCircuits ? new CircuitBreakerFailoverFeature(1, 60_000) : new FailoverFeature();
        clustering.setStrategy(addresses(second));
        WrappedStations stations = stations(clustering, Mode.AUTO);
        assertThat(calls(stations, 3)).containsOnly("first x");
        assertThat(streamed(first)).isEqualTo(2);

        nodes.get(0).close();

        assertThat(calls(stations, 4)).containsOnly("second x");
        assertThat(streamed(second)).isGreaterThanOrEqualTo(2);
        long before = streamed(second);
        assertThat(call(stations)).isEqualTo("second x");
        assertThat(streamed(second)).isEqualTo(before + 1);
    }

    @Shows(Use.CIRCUIT_BREAKERS)
    @Test
    void anOpenCircuitKeepsCallsAwayAsOverSoap() throws Exception {
        List<List<String>> seen = new ArrayList<>();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.AUTO}) {
            publish();
            CircuitBreakerFailoverFeature clustering = new CircuitBreakerFailoverFeature(1, 60_000);
            clustering.setStrategy(addresses(first, second));
            WrappedStations stations = stations(clustering, mode);
            List<String> results = new ArrayList<>(calls(stations, 2));
            nodes.get(nodes.size() - 2).close();
            results.addAll(calls(stations, 3));
            nodes.get(nodes.size() - 1).close();
            results.addAll(calls(stations, 2));
            seen.add(results);
            assertThat(streamed(second) > 0).isEqualTo(mode == Mode.AUTO);
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains("first x", "second x", "failed");
    }

    @Shows(Use.LOAD_DISTRIBUTION)
    @Test
    void sharedLoadStreamsToEachOfThoseWhoShareIt() throws Exception {
        List<List<String>> seen = new ArrayList<>();
        publish();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.ALWAYS}) {
            LoadDistributorFeature clustering = new LoadDistributorFeature();
            clustering.setStrategy(addresses(first, second));
            seen.add(calls(stations(clustering, mode), 6));
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains("first x", "second x");
        assertThat(streamed(first) + streamed(second)).isEqualTo(6);
        assertThat(streamed(first)).isEqualTo(3);
    }

    /** Selects another endpoint of the service instead of another address. */
    private static final class OtherEndpoint extends SequentialStrategy {
        private final String address;

        OtherEndpoint(String address) {
            this.address = address;
        }

        @Override
        public List<String> getAlternateAddresses(Exchange exchange) {
            return null;
        }

        @Override
        public List<Endpoint> getAlternateEndpoints(Exchange exchange) {
            Endpoint known = exchange.getEndpoint();
            EndpointInfo own = known.getEndpointInfo();
            EndpointInfo other = new EndpointInfo(own.getService(), own.getTransportId());
            other.setName(new QName(own.getName().getNamespaceURI(), "OtherPort"));
            other.setBinding(own.getBinding());
            other.setAddress(address);
            try {
                return new ArrayList<>(List.of(new JaxWsEndpointImpl(exchange.getBus(), known.getService(), other)));
            } catch (EndpointException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Shows(Use.FAILOVER)
    @Test
    void callsGoToAnotherEndpointOfTheServiceAndStreamThere() throws Exception {
        publish();
        FailoverFeature clustering = new FailoverFeature();
        clustering.setStrategy(new OtherEndpoint(address(second)));
        WrappedStations stations = stations(clustering, Mode.AUTO);
        assertThat(calls(stations, 3)).containsOnly("first x");

        nodes.get(0).close();

        assertThat(calls(stations, 4)).containsOnly("second x");
        assertThat(streamed(second)).isGreaterThanOrEqualTo(2);
        assertThat(Published.status(stations).streamedCalls())
                .as("the status is the client's, whichever endpoint it has")
                .isEqualTo(streamed(first) + streamed(second));
    }
}
