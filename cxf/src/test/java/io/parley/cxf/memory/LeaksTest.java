package io.parley.cxf.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
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
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What clients and applications leave behind when they are closed: nothing. {@code -Dparley.leaks=1000} makes so many
 * clients, and a fifth of it redeployments; a build makes three of these.
 */
class LeaksTest {
    private static final String SOAP11 = "http://schemas.xmlsoap.org/wsdl/soap/http";
    private static final int CLIENTS = Integer.getInteger("parley.leaks", 0);
    private static final int BEFORE = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Idle threads end after a minute, so this one takes longer than that. */
    @Test
    @EnabledIfSystemProperty(named = "parley.leaks", matches = "[0-9]+")
    void clientsThatAreClosedLeaveNoThreadsClassesOrConnections() {
        try (Published published = new Published()) {
            Server server = published.publishAny(
                    new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
            for (int i = 0; i < BEFORE; i++) {
                useAndClose(published.address());
            }
            Counts before = Counts.settled(server);
            for (int i = 0; i < CLIENTS; i++) {
                useAndClose(published.address());
            }
            System.out.println(CLIENTS + " clients, before " + before + ", after " + Counts.settled(server));
            await().atMost(PATIENCE).untilAsserted(() -> Counts.settled(server).assertAsFewAs(before));
        }
    }

    @Test
    void applicationsThatAreTakenDownCanBeUnloaded() throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < Math.max(3, CLIENTS / 5); i++) {
            loaders.add(deployAndTakeDown());
        }
        await().atMost(PATIENCE).untilAsserted(() -> {
            System.gc();
            assertThat(loaders).allMatch(loader -> loader.refersTo(null));
        });
    }

    private static void useAndClose(String address) {
        Bus bus = BusFactory.newInstance().createBus();
        try {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(WrappedStations.class);
            factory.setAddress(address);
            factory.getFeatures().add(Published.feature(Mode.ALWAYS));
            WrappedStations stations = factory.create(WrappedStations.class);
            assertThat(stations.echo("x")).isEqualTo("x");
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
            Published.client(stations).destroy();
            // CXF destroys the client of a proxy that is collected: not at the same time.
            Reference.reachabilityFence(stations);
        } finally {
            bus.shutdown(true);
        }
    }

    private static WeakReference<ClassLoader> deployAndTakeDown() throws Exception {
        ClassLoader loader = new ApplicationLoader();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Runnable application = (Runnable) loader.loadClass(Deployed.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            application.run();
        } finally {
            thread.setContextClassLoader(before);
        }
        return new WeakReference<>(loader);
    }

    /** Has the application's classes itself, and everything else of its parent. */
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

    /** What of a JVM grows if something is not given back. */
    private record Counts(int threads, int classes, long messagesOfSessions) {
        private static final double MORE = 1.01;

        static Counts settled(Server server) {
            System.gc();
            return new Counts(
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                    ParleyStatus.of(server).orElseThrow().traffic().messagesIn());
        }

        void assertAsFewAs(Counts before) {
            assertThat(messagesOfSessions)
                    .as("messages of sessions that are open")
                    .isZero();
            assertThat(classes).as("classes").isLessThanOrEqualTo((int) (before.classes * MORE));
            assertThat(threads).as("threads").isLessThanOrEqualTo((int) (before.threads * MORE));
        }
    }
}
