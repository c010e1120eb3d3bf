package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.conformance.Clients;
import io.parley.conformance.Result;
import io.parley.conformance.Result.Outcome;
import io.parley.conformance.ShownCertificate;
import io.parley.conformance.Suite;
import io.parley.cxf.ParleyFeature;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.testkit.NewKeys;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the clients of Parley against the protocol's pages, by a service that shares no codec with them. */
class ConformingClientsTest {
    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Sums.Numbers.class, Sums.Total.class)
            .message("note", Sums.Note.class)
            .actions(name -> "")
            .build();

    @TempDir
    private static Path folder;

    private static KeyStore keys;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = KeyStore.getInstance(NewKeys.in(folder, "service").toFile(), NewKeys.PASSWORD.toCharArray());
    }

    @Test
    void theStandaloneClientConforms() throws Exception {
        judge(url -> callStandalone(url, "stream", false));
    }

    @Test
    void theStandaloneClientConformsOverTls() throws Exception {
        judgeByTls(url -> callStandalone(url, "stream", false));
    }

    private static void callStandalone(URI url, String channel, boolean isResumed) throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trusted(), null);
        HttpClient http = HttpClient.newBuilder().sslContext(tls).build();
        HttpEndpointClient.Builder builder = HttpEndpointClient.of(CONTRACT)
                .mode(Mode.ALWAYS)
                .channels(channel)
                .http(http);
        if (isResumed) {
            builder.resumable();
        }
        try (HttpEndpointClient client = builder.open(url)) {
            var unused = client.call("sum", new Sums.Numbers(), Sums.Total.class);
        }
    }

    @Test
    void webSocketsOfTheStandaloneClientConform() throws Exception {
        judgeWebSockets(url -> callStandalone(url, "websocket", false));
    }

    @Test
    void webSocketsOfTheClientOfCxfConform() throws Exception {
        judgeWebSockets(url -> callByCxf(url, "websocket", false));
    }

    @Test
    void postsConform() throws Exception {
        List<Clients.Caller> callers =
                List.of(url -> callStandalone(url, "http", false), url -> callByCxf(url, "http", false));
        for (Clients.Caller caller : callers) {
            try (Clients clients = Clients.listen(0, "", caller)) {
                judge(clients, Suite.ofClients().only(List.of("14", "16")), 15);
            }
        }
    }

    @Test
    void sessionsThatAreResumedConform() throws Exception {
        List<Clients.Caller> callers =
                List.of(url -> callStandalone(url, "stream", true), url -> callByCxf(url, "stream", true));
        for (Clients.Caller caller : callers) {
            try (Clients clients = Clients.listen(0, "", caller)) {
                judge(clients, Suite.ofClients().only(List.of("12")), 15);
            }
        }
    }

    @Test
    void theClientOfCxfConforms() throws Exception {
        judge(url -> callByCxf(url, "stream", false));
    }

    @Test
    void theClientOfCxfConformsOverTls() throws Exception {
        judgeByTls(url -> callByCxf(url, "stream", false));
    }

    private static TrustManager[] trusted() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(keys);
        return factory.getTrustManagers();
    }

    private static void callByCxf(URI url, String channel, boolean isResumed) throws Exception {
        Bus bus = BusFactory.newInstance().createBus();
        try {
            BusFactory.setThreadDefaultBus(bus);
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Sums.Service.class);
            factory.setAddress(url.toString());
            factory.getFeatures()
                    .add(new ParleyFeature()
                            .set("parley.mode", "always")
                            .set("parley.channels", channel)
                            .set("parley.reliability", isResumed ? "resume" : "none"));
            Sums.Service service = (Sums.Service) factory.create();
            TLSClientParameters tls = new TLSClientParameters();
            tls.setTrustManagers(trusted());
            ((HTTPConduit) ClientProxy.getClient(service).getConduit()).setTlsClientParameters(tls);
            var unused = service.sum(new Sums.Numbers());
        } finally {
            BusFactory.setThreadDefaultBus(null);
            bus.shutdown(true);
        }
    }

    private static void judge(Clients.Caller caller) throws Exception {
        try (Clients clients = Clients.listen(0, "", caller)) {
            judge(clients, 140);
        }
    }

    private static void judgeByTls(Clients.Caller caller) throws Exception {
        ShownCertificate certificate = ShownCertificate.of(keys, NewKeys.PASSWORD.toCharArray());
        try (Clients clients = Clients.listenByTls(0, "", certificate, caller)) {
            assertThat(judge(clients, 150))
                    .filteredOn(each -> each.section().equals("2.1"))
                    .hasSizeGreaterThan(6)
                    .allMatch(each -> each.outcome() == Outcome.PASSED);
        }
    }

    private static void judgeWebSockets(Clients.Caller caller) throws Exception {
        try (Clients clients = Clients.listen(0, "", caller)) {
            judge(clients, Suite.ofClients().only(List.of("15", "16")), 35);
        }
    }

    private static List<Result> judge(Clients clients, int least) throws InterruptedException {
        return judge(clients, Suite.ofClients(), least);
    }

    private static List<Result> judge(Clients clients, Suite<Clients> suite, int least) throws InterruptedException {
        List<Result> results = suite.run(clients, result -> {});
        assertThat(results).filteredOn(each -> each.outcome() == Outcome.FAILED).isEmpty();
        assertThat(results).filteredOn(each -> each.outcome() == Outcome.PASSED).hasSizeGreaterThanOrEqualTo(least);
        return results;
    }
}
