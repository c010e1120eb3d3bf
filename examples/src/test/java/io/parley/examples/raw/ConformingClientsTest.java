package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.conformance.Clients;
import io.parley.conformance.Result;
import io.parley.conformance.Result.Outcome;
import io.parley.conformance.Suite;
import io.parley.cxf.ParleyFeature;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.net.URI;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.Test;

/** The clients of Parley, held against the protocol's pages by a service that shares no codec with them. */
class ConformingClientsTest {
    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Sums.Numbers.class, Sums.Total.class)
            .message("note", Sums.Note.class)
            .actions(name -> "")
            .build();

    @Test
    void theStandaloneClientConforms() throws Exception {
        judge(ConformingClientsTest::callStandalone);
    }

    private static void callStandalone(URI url) throws Exception {
        try (HttpEndpointClient client = HttpEndpointClient.of(CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("stream")
                .open(url)) {
            var unused = client.call("sum", new Sums.Numbers(), Sums.Total.class);
        }
    }

    @Test
    void theClientOfCxfConforms() throws Exception {
        judge(ConformingClientsTest::callByCxf);
    }

    private static void callByCxf(URI url) {
        Bus bus = BusFactory.newInstance().createBus();
        try {
            BusFactory.setThreadDefaultBus(bus);
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Sums.Service.class);
            factory.setAddress(url.toString());
            factory.getFeatures()
                    .add(new ParleyFeature().set("parley.mode", "always").set("parley.channels", "stream"));
            var unused = ((Sums.Service) factory.create()).sum(new Sums.Numbers());
        } finally {
            BusFactory.setThreadDefaultBus(null);
            bus.shutdown(true);
        }
    }

    private static void judge(Clients.Caller caller) throws Exception {
        try (Clients clients = Clients.listen(0, "", caller)) {
            List<Result> results = Suite.ofClients().run(clients, result -> {});
            assertThat(results)
                    .filteredOn(each -> each.outcome() == Outcome.FAILED)
                    .isEmpty();
            assertThat(results)
                    .filteredOn(each -> each.outcome() == Outcome.PASSED)
                    .hasSizeGreaterThanOrEqualTo(120);
        }
    }
}
