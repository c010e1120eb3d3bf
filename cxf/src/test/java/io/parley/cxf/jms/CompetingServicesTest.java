package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jws.WebService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests several instances of a service on one queue: they compete for SOAP messages and offers, and a session stays at
 * the instance that agreed on it.
 */
class CompetingServicesTest {
    private static final int CLIENTS = 3;

    private OnQueue on;

    /** An instance of the service, which would have its own process in production. */
    private final class Instance implements AutoCloseable {
        private final Bus bus = BusFactory.newInstance().createBus();
        private final Server server;

        Instance() {
            SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(on.broker.localUrl()), OnQueue.NAME);
            server = OnQueue.publish(bus, new WrappedStationsImpl(), queue, Published.patient());
        }

        long streamedCalls() {
            return ParleyStatus.of(server).orElseThrow().streamedCalls();
        }

        @Override
        public void close() {
            bus.shutdown(true);
        }
    }

    @BeforeEach
    void start() throws Exception {
        on = new OnQueue();
    }

    @AfterEach
    void stop() throws Exception {
        on.close();
    }

    /** Notes the calls that it got, and answers those named "slow" when it may. */
    @WebService(endpointInterface = "io.parley.cxf.services.WrappedStations", serviceName = "WrappedStationsService")
    public static class BusyStations extends WrappedStationsImpl {
        private final List<String> got = new CopyOnWriteArrayList<>();
        private final CountDownLatch permission = new CountDownLatch(1);

        @Override
        public String echo(String value) {
            got.add(value);
            if (value.equals("slow")) {
                awaitPermission();
            }
            return value;
        }

        private void awaitPermission() {
            try {
                assertThat(permission.await(1, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void anIdleInstanceTakesWhatWaitsBehindABusyOne() {
        SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(on.broker.localUrl()), OnQueue.NAME)
                .withConsumers(1);
        BusyStations busy = new BusyStations();
        BusyStations idle = new BusyStations();
        OnQueue.publish(on.serviceBus, busy, queue);
        WrappedStations client = on.proxy(WrappedStations.class, queue);
        CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> client.echo("slow"));
        await().until(() -> busy.got.contains("slow"));
        CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> client.echo("next"));
        await().until(() -> on.broker.waiting(OnQueue.NAME) == 2);

        Bus other = BusFactory.newInstance().createBus();
        try {
            OnQueue.publish(other, idle, queue);
            assertThat(next).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("next");
            assertThat(idle.got).containsExactly("next");
            busy.permission.countDown();
            assertThat(slow).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("slow");
        } finally {
            other.shutdown(true);
        }
    }

    /** Each instance in turn is stopped and replaced while clients call continuously. */
    @Test
    void noCallFailsWhileTheInstancesAreReplaced() throws Exception {
        Instance first = new Instance();
        Instance second = new Instance();
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong calls = new AtomicLong();
        List<WrappedStations> proxies = new ArrayList<>();
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            WrappedStations proxy = on.proxy(
                    WrappedStations.class,
                    SoapQueue.of(BrokerAccess.byUrl(on.broker.localUrl()), OnQueue.NAME),
                    Published.patient());
            proxies.add(proxy);
            clients.add(CompletableFuture.runAsync(() -> call(proxy, over, calls), task -> new Thread(task).start()));
        }
        awaitCalls(calls);

        first.close();
        awaitCalls(calls);
        Instance third = new Instance();
        awaitCalls(calls);
        second.close();
        awaitCalls(calls);
        Instance fourth = new Instance();
        awaitCalls(calls);
        // The instance whose turn comes last agrees on a session as well, at any progress of the others.
        await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(proxies)
                        .allSatisfy(proxy -> assertThat(OnQueue.status(proxy).streamedCalls())
                                .isPositive()));

        over.set(true);
        CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        assertThat(on.broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
        third.close();
        fourth.close();
    }

    private static void call(WrappedStations proxy, AtomicBoolean over, AtomicLong calls) {
        while (!over.get()) {
            String value = "call " + calls.incrementAndGet();
            assertThat(proxy.echo(value)).isEqualTo(value);
        }
    }

    private static void awaitCalls(AtomicLong calls) {
        long enough = calls.get() + 40;
        await().atMost(60, TimeUnit.SECONDS).until(() -> calls.get() >= enough);
    }

    /** The queue's consumers do not matter to a session: all its calls are answered where it was agreed. */
    @Test
    void aSessionStaysWithItsInstance() {
        try (Instance first = new Instance();
                Instance second = new Instance()) {
            WrappedStations proxy =
                    on.proxy(WrappedStations.class, Published.patient().mode(Mode.ALWAYS));
            for (int i = 0; i < 20; i++) {
                assertThat(proxy.echo("x" + i)).isEqualTo("x" + i);
            }
            assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(20);
            assertThat(OnQueue.status(proxy).fallbacks()).isEmpty();
            assertThat(List.of(first.streamedCalls(), second.streamedCalls())).containsExactlyInAnyOrder(20L, 0L);
        }
    }
}
