package io.parley.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.negotiation.FallbackReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what idle clients cost a Tomcat that has fewer threads than clients. */
class TomcatThreadsTest {
    private static final int THREADS = 8;
    private static final int CLIENTS = 12;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Tomcat tomcat = new Tomcat();
    private final Bus serviceBus = BusFactory.newInstance().createBus();
    private final List<Bus> buses = new ArrayList<>(List.of(serviceBus));
    private final List<Twice> clients = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() throws Exception {
        for (int i = buses.size() - 1; i >= 0; i--) {
            buses.get(i).shutdown(true);
        }
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    void withoutAsyncSupportClientsHoldNoThreadAndGoBySoap() throws Exception {
        start(false, "http");

        callFromAll();

        for (Twice each : clients) {
            assertThat(status(each).fallbacks()).containsKey(FallbackReason.ASYNC_NOT_SUPPORTED);
            assertThat(status(each).streamedCalls()).isZero();
        }
        assertNoThreadIsHeld();
    }

    @Test
    void withAsyncSupportClientsHoldNoThreadAndStream() throws Exception {
        start(true, "http");

        callFromAll();

        for (Twice each : clients) {
            assertThat(status(each).agreement().orElseThrow().channel()).isEqualTo("http");
            assertThat(status(each).streamedCalls()).isPositive();
        }
        assertNoThreadIsHeld();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void byDefaultClientsHaveWebSocketsAndHoldNoThread(boolean async) throws Exception {
        start(async, "stream,websocket,http");

        callFromAll();

        for (Twice each : clients) {
            assertThat(status(each).agreement().orElseThrow().channel()).isEqualTo("websocket");
            assertThat(status(each).streamedCalls()).isPositive();
        }
        assertNoThreadIsHeld();
    }

    private void assertNoThreadIsHeld() throws Exception {
        ThreadPoolExecutor threads =
                (ThreadPoolExecutor) tomcat.getConnector().getProtocolHandler().getExecutor();
        await().atMost(PATIENCE).until(() -> threads.getActiveCount() == 0);
        Twice plain = proxy();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            answers.add(CompletableFuture.supplyAsync(() -> plain.twice(4)));
        }
        for (CompletableFuture<Integer> answer : answers) {
            assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(8);
        }
    }

    private void start(boolean async, String channels) throws Exception {
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("maxThreads", String.valueOf(THREADS));
        Context context = tomcat.addContext("", folder.toString());
        CXFNonSpringServlet servlet = new CXFNonSpringServlet();
        servlet.setBus(serviceBus);
        Wrapper wrapper = Tomcat.addServlet(context, "cxf", servlet);
        wrapper.setAsyncSupported(async);
        context.addServletMappingDecoded("/*", "cxf");
        tomcat.start();
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(serviceBus);
        publisher.setServiceClass(Twice.Doubling.class);
        publisher.setServiceBean(new Twice.Doubling());
        publisher.setAddress("/twice");
        publisher.getFeatures().add(new ParleyFeature().set("parley.channels", channels));
        publisher.create();
    }

    /** Calls with all clients, each of which has a bus and sessions of its own. */
    private void callFromAll() throws Exception {
        for (int i = 0; i < CLIENTS; i++) {
            Twice client = proxy(new ParleyFeature().set("parley.negotiation-millis", 60_000));
            clients.add(client);
            assertThat(client.twice(21)).isEqualTo(42);
            ParleyStatus.settled(ClientProxy.getClient(client))
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(client.twice(21)).isEqualTo(42);
        }
    }

    private Twice proxy(ParleyFeature... features) {
        Bus bus = BusFactory.newInstance().createBus();
        buses.add(bus);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Twice.class);
        factory.setAddress("http://localhost:" + tomcat.getConnector().getLocalPort() + "/twice");
        factory.getFeatures().addAll(List.of(features));
        return factory.create(Twice.class);
    }

    private static ParleyStatus status(Object proxy) {
        return ParleyStatus.of(ClientProxy.getClient(proxy)).orElseThrow();
    }
}
