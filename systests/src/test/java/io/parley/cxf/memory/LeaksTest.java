package io.parley.cxf.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Tests that closed clients and applications leave nothing behind. {@code -Dparley.leaks=1000} sets the number of
 * clients, with a fifth as many redeployments; a build uses a few of each.
 */
class LeaksTest {
    private static final String SOAP11 = "http://schemas.xmlsoap.org/wsdl/soap/http";
    private static final int CLIENTS = Integer.getInteger("parley.leaks", 0);
    private static final int BEFORE = 30;
    private static final int FEW = 10;
    /** Number of clients after which no more classes are loaded. */
    private static final int WARM_UP = 20;
    /** More calls than a service has threads; a call starts each thread, which ends after a minute of idling. */
    private static final int ALL_THREADS = 80;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Idle threads end after a minute, so this test takes longer than that. */
    @Test
    @EnabledIfSystemProperty(named = "parley.leaks", matches = "[0-9]+")
    void clientsThatAreClosedLeaveNoThreadsClassesOrConnections() throws Exception {
        try (Published published = new Published()) {
            Server server = published.publishAny(
                    new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
            for (int i = 0; i < BEFORE; i++) {
                useAndClose(published.address());
            }
            Counts before = Counts.settled(server);
            int streamed = 0;
            for (int i = 0; i < CLIENTS; i++) {
                streamed += useAndClose(published.address()) ? 1 : 0;
            }
            System.out.printf(
                    "%d clients, %d of them with a session, before %s, after %s%n",
                    CLIENTS, streamed, before, Counts.settled(server));
            assertThat(streamed).isPositive();
            await().atMost(PATIENCE).untilAsserted(() -> Counts.settled(server).assertAsFewAs(before));
        }
    }

    /** A leak per client would appear as often as there were clients. */
    @Shows(Use.CLOSED)
    @Test
    void ofClientsThatAreClosedNothingGrowsWithTheirNumber() throws Exception {
        try (Published published = new Published()) {
            Server server = published.publishAny(
                    new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
            for (int i = 0; i < WARM_UP; i++) {
                useAndClose(published.address());
            }
            useAndClose(published.address(), ALL_THREADS);
            Counts before = Counts.settled(server);
            boolean streamed = false;
            for (int i = 0; i < FEW; i++) {
                streamed |= useAndClose(published.address());
            }
            assertThat(streamed).isTrue();
            await().atMost(PATIENCE).untilAsserted(() -> Counts.settled(server).assertFewerMore(before, FEW));
        }
    }

    @Shows(Use.REDEPLOYED)
    @Test
    void applicationsThatAreTakenDownCanBeUnloaded() throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        AtomicInteger streamed = new AtomicInteger();
        int deployments = Math.max(3, CLIENTS / 5);
        for (int i = 0; i < deployments; i++) {
            loaders.add(deployAndTakeDown(streamed));
        }
        System.out.println(deployments + " deployments, " + streamed + " of them called over a session");
        assertThat(streamed).hasPositiveValue();
        await().atMost(PATIENCE).untilAsserted(() -> {
            System.gc();
            assertThat(loaders).allMatch(loader -> loader.refersTo(null));
        });
    }

    private static boolean useAndClose(String address) throws Exception {
        return useAndClose(address, 1);
    }

    /** Returns true if it had a session, which on a busy machine may not open in time. */
    private static boolean useAndClose(String address, int calls) throws Exception {
        Bus bus = BusFactory.newInstance().createBus();
        try {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(WrappedStations.class);
            factory.setAddress(address);
            factory.getFeatures().add(Published.feature(Mode.AUTO));
            WrappedStations stations = factory.create(WrappedStations.class);
            try {
                assertThat(stations.echo("x")).isEqualTo("x");
                ParleyStatus.settled(Published.client(stations))
                        .toCompletableFuture()
                        .get(1, TimeUnit.MINUTES);
                for (int i = 0; i < calls; i++) {
                    assertThat(stations.echo("y")).isEqualTo("y");
                }
                boolean streamed = Published.status(stations).streamedCalls() > 0;
                Published.client(stations).destroy();
                return streamed;
            } finally {
                // Prevents CXF from destroying the client of a collected proxy at the same time.
                Reference.reachabilityFence(stations);
            }
        } finally {
            bus.shutdown(true);
        }
    }

    private static WeakReference<ClassLoader> deployAndTakeDown(AtomicInteger streamed) throws Exception {
        ClassLoader loader = new ApplicationLoader();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Callable<?> application = (Callable<?>) loader.loadClass(Deployed.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            if (application.call().equals(true)) {
                streamed.incrementAndGet();
            }
        } finally {
            thread.setContextClassLoader(before);
        }
        return new WeakReference<>(loader);
    }

    /** Defines the application's classes itself, and delegates all others to its parent. */
    private static final class ApplicationLoader extends ClassLoader {
        ApplicationLoader() {
            super(LeaksTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.parley.cxf.services.") && !name.equals(Deployed.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream bytes = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] all = bytes.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Counters of a JVM that grow if a resource is not released. */
    private record Counts(int threads, int classes, long messagesOfSessions) {
        private static final double MORE = 1.01;

        static Counts settled(Server server) {
            System.gc();
            return new Counts(
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                    ParleyStatus.of(server).orElseThrow().traffic().messagesIn());
        }

        /** Pools may have idle threads, and a few more classes are always loaded. */
        void assertFewerMore(Counts before, int clients) {
            assertNoMoreClassesAndSessions(before);
            assertThat(threads).as("threads").isLessThan(before.threads + clients);
        }

        private void assertNoMoreClassesAndSessions(Counts before) {
            assertThat(messagesOfSessions)
                    .as("messages of sessions that are open")
                    .isZero();
            assertThat(classes).as("classes").isLessThanOrEqualTo((int) (before.classes * MORE));
        }

        void assertAsFewAs(Counts before) {
            assertNoMoreClassesAndSessions(before);
            assertThat(threads).as("threads").isLessThanOrEqualTo((int) (before.threads * MORE));
        }
    }
}
