package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.channel.KeyStoreFile;
import io.parley.conformance.Result;
import io.parley.conformance.Result.Outcome;
import io.parley.conformance.Server;
import io.parley.conformance.Suite;
import io.parley.conformance.raw.RawDigests;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.ParleyFeature;
import io.parley.endpoint.Contract;
import io.parley.testkit.FreePort;
import io.parley.testkit.NewKeys;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.stream.endpoint.Invitation;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.KeyManagerFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the servers of Parley against the protocol's pages, by a client that shares no codec with them. */
class ConformingServersTest {
    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Sums.Numbers.class, Sums.Total.class)
            .message("note", Sums.Note.class)
            .actions(name -> "")
            .build();

    @TempDir
    private Path folder;

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
    void aStandaloneServiceWithDurableSessionsConforms() throws Exception {
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                HttpEndpoint endpoint = HttpEndpoint.serve(CONTRACT)
                        .on("sum", Sums.Numbers.class, Sums::sum)
                        .onMessage("note", Sums.Note.class, (note, session) -> {})
                        .streamPort(FreePort.find())
                        .durable(store)
                        .start(0)) {
            List<Result> results = judge(Server.at(endpoint.url()), 260);
            assertThat(results)
                    .filteredOn(each -> each.section().startsWith("12.5"))
                    .hasSizeGreaterThan(6)
                    .allMatch(each -> each.outcome() == Outcome.PASSED);
        }
    }

    @Test
    void aStandaloneServiceAtHttpsConforms() throws Exception {
        // The curve that keytool chooses since JDK 21; the service of CXF has that of the running JDK.
        Path keys = folder.resolve("standalone.p12");
        NewKeys.write(keys, "standalone", "-keyalg", "EC", "-groupname", "secp384r1", "-ext", "san=dns:localhost");
        try (HttpEndpoint endpoint = HttpEndpoint.serve(CONTRACT)
                .on("sum", Sums.Numbers.class, Sums::sum)
                .onMessage("note", Sums.Note.class, (note, session) -> {})
                .representations("hhfr", "bnux", "xml")
                .advertise("localhost")
                .protection(KeyStoreFile.of(keys, NewKeys.PASSWORD).read())
                .start(0)) {
            judgeByTls(Server.at(endpoint.url()));
        }
    }

    @Test
    void aServiceOfCxfAtHttpsConforms() throws Exception {
        int port = FreePort.find();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        char[] password = NewKeys.PASSWORD.toCharArray();
        keys.init(KeyStore.getInstance(NewKeys.in(folder, "cxf").toFile(), password), password);
        TLSServerParameters tls = new TLSServerParameters();
        tls.setKeyManagers(keys.getKeyManagers());
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.clearDefaultBusForAnyThread(bus);
        try {
            bus.getExtension(JettyHTTPServerEngineFactory.class).setTLSServerParametersForPort(port, tls);
            judgeByTls(Server.at(published(bus, "https://localhost:" + port + "/sums")));
        } finally {
            bus.shutdown(true);
        }
    }

    private static void judgeByTls(Server server) throws InterruptedException {
        assertThat(judge(server, 270))
                .filteredOn(each -> each.section().equals("2.1"))
                .hasSizeGreaterThan(12)
                .allMatch(each -> each.outcome() == Outcome.PASSED);
    }

    @Test
    void aServiceOfCxfConforms() throws Exception {
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.clearDefaultBusForAnyThread(bus);
        try {
            judge(Server.at(published(bus, "http://localhost:" + FreePort.find() + "/sums")), 270);
        } finally {
            bus.shutdown(true);
        }
    }

    private static URI published(Bus bus, String address) {
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
        return URI.create(address);
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

    private static List<Result> judge(Server server, int least) throws InterruptedException {
        List<Result> results = Suite.ofServers().run(server, result -> {});
        assertThat(results).filteredOn(each -> each.outcome() == Outcome.FAILED).isEmpty();
        assertThat(results).filteredOn(each -> each.outcome() == Outcome.PASSED).hasSizeGreaterThanOrEqualTo(least);
        return results;
    }
}
