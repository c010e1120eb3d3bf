package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.conformance.Result;
import io.parley.conformance.Result.Outcome;
import io.parley.conformance.Server;
import io.parley.conformance.Suite;
import io.parley.conformance.raw.RawDigests;
import io.parley.cxf.ParleyFeature;
import io.parley.endpoint.Contract;
import io.parley.testkit.FreePort;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.stream.endpoint.Invitation;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.Test;

/** The servers of Parley, held against the protocol's pages by who shares no codec with them. */
class ConformingServersTest {
    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Sums.Numbers.class, Sums.Total.class)
            .message("note", Sums.Note.class)
            .actions(name -> "")
            .build();

    @Test
    void aStandaloneServiceConforms() throws Exception {
        try (HttpEndpoint endpoint = HttpEndpoint.serve(CONTRACT)
                .on("sum", Sums.Numbers.class, Sums::sum)
                .onMessage("note", Sums.Note.class, (note, session) -> {})
                .representations("hhfr", "bnux", "xml")
                .start(0)) {
            judge(Server.at(endpoint.url()), 200);
        }
    }

    @Test
    void aServiceOfCxfConforms() throws Exception {
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.clearDefaultBusForAnyThread(bus);
        String address = "http://localhost:" + FreePort.find() + "/sums";
        try {
            JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
            publisher.setBus(bus);
            publisher.setServiceBean(new RawClientOfServiceTest.Summing(new ConcurrentLinkedQueue<>()));
            publisher.setAddress(address);
            publisher
                    .getFeatures()
                    .add(new ParleyFeature()
                            .set("parley.bind", "localhost")
                            .set("parley.reliability", "resume")
                            .set("parley.compression", "gzip")
                            .set("parley.representations", "hhfr,bnux,xml"));
            publisher.create();
            judge(Server.at(URI.create(address)), 200);
        } finally {
            bus.shutdown(true);
        }
    }

    @Test
    void aListenerOfInvitedClientsConforms() throws Exception {
        try (StreamEndpoint endpoint = StreamEndpoint.serve(CONTRACT)
                .on("sum", Sums.Numbers.class, Sums::sum)
                .onMessage("note", Sums.Note.class, (note, session) -> {})
                .start(0)) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), endpoint.port());
            byte[] terms = RawDigests.sameNumbering(RawDigests.data(Sums.PARTS));
            judge(
                    Server.at(address, () -> {
                        Invitation invitation = endpoint.invite("the suite");
                        return new Server.Invited(
                                invitation.token(),
                                invitation.agreement().digest().bytes(),
                                terms);
                    }),
                    120);
        }
    }

    private static void judge(Server server, int least) throws InterruptedException {
        List<Result> results = Suite.ofServers().run(server, result -> {});
        assertThat(results).filteredOn(each -> each.outcome() == Outcome.FAILED).isEmpty();
        assertThat(results).filteredOn(each -> each.outcome() == Outcome.PASSED).hasSizeGreaterThanOrEqualTo(least);
    }
}
