package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.Limit;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.workqueue.AutomaticWorkQueueImpl;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Tests on which threads streamed calls of a bus's services run. */
class ServiceThreadsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int SECONDS = 60;

    private final Published published = new Published();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final Slow slow = new Slow();

    @AfterEach
    void stop() {
        slow.release.countDown();
        callers.shutdownNow();
        published.close();
    }

    /** Calls itself as often as requested. */
    public static final class Nested extends WrappedStationsImpl {
        Supplier<WrappedStations> self = () -> this;

        @Override
        public String echo(String value) {
            int depth = Integer.parseInt(value);
            return depth == 0 ? "ground" : self.get().echo(String.valueOf(depth - 1));
        }
    }

    /** Reports the thread on which it runs, and answers when released. */
    public static final class Slow extends WrappedStationsImpl {
        final CountDownLatch release = new CountDownLatch(1);
        final AtomicInteger inside = new AtomicInteger();
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();

        @Override
        public String whoAmI() {
            threads.add(Thread.currentThread());
            return Thread.currentThread().toString();
        }

        @Override
        public String echo(String value) {
            inside.incrementAndGet();
            try {
                return release.await(SECONDS, TimeUnit.SECONDS) ? value : "not released";
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted";
            }
        }
    }

    @Shows(Use.NESTED_CALLS)
    @ParameterizedTest
    @CsvSource({"20, 5", "20, 30"})
    void callersOfAServiceThatCallsItselfAllGetAnswers(int calls, int depth) throws Exception {
        Nested nested = new Nested();
        published.publish(nested, SOAP11, new ParleyFeature());
        WrappedStations inner = onServiceBus(published.address());
        assertThat(inner.echo("0")).isEqualTo("ground");
        nested.self = () -> inner;
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        assertThat(stations.echo("0")).isEqualTo("ground");

        List<Future<String>> answers = call(calls, () -> stations.echo(String.valueOf(depth)));

        for (Future<String> answer : answers) {
            assertThat(answer.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ground");
        }
        assertThat(Published.status(inner).streamedCalls()).isEqualTo((long) calls * depth + 1);
    }

    @Test
    void aCrowdOfSlowCallsDoesNotHoldUpAnotherService() throws Exception {
        published.publish(slow, SOAP11, new ParleyFeature());
        String other = published.endpoint("others");
        published.publishAny(new WrappedStationsImpl(), other, SOAP11, new ParleyFeature());
        WrappedStations crowded = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        WrappedStations others = published.proxy(WrappedStations.class, other, SOAP11, Published.feature(Mode.ALWAYS));
        crowded.whoAmI();
        assertThat(others.echo("warm")).isEqualTo("warm");
        int more = 50;
        List<Future<String>> held = call((int) Limit.THREADS.initial() + more, () -> crowded.echo("x"));
        await().until(() -> slow.inside.get() >= Limit.THREADS.initial());

        assertThat(callers.submit(() -> others.echo("y")).get(SECONDS, TimeUnit.SECONDS))
                .isEqualTo("y");

        assertThat(held).noneMatch(Future::isDone);
        slow.release.countDown();
        for (Future<String> answer : held) {
            assertThat(answer.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("x");
        }
    }

    @Test
    void whatFindsNoThreadAndNoPlaceToWaitGoesBySoap() throws Exception {
        published.publish(
                slow, SOAP11, new ParleyFeature().limit(Limit.THREADS, 1).limit(Limit.QUEUED, 1));
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        stations.whoAmI();
        Published.client(stations).getRequestContext().put("parley.mode", "auto");
        // Two calls run, one of them on the thread reserved for the endpoint, and a third waits.
        List<Future<String>> held = new ArrayList<>(call(2, () -> stations.echo("x")));
        await().until(() -> slow.inside.get() == 2);
        held.addAll(call(2, () -> stations.echo("x")));

        await().until(() -> slow.inside.get() == 3);

        assertThat(Published.status(stations).fallbacks()).containsEntry(FallbackReason.BUDGET, 1L);
        slow.release.countDown();
        for (Future<String> answer : held) {
            assertThat(answer.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("x");
        }
    }

    @Test
    void whatWaitsTooLongForAThreadGoesBySoap() throws Exception {
        published.publish(
                slow, SOAP11, new ParleyFeature().limit(Limit.THREADS, 1).limit(Limit.QUEUE_MILLIS, 50));
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        stations.whoAmI();
        Published.client(stations).getRequestContext().put("parley.mode", "auto");

        List<Future<String>> held = call(3, () -> stations.echo("x"));

        await().until(() -> slow.inside.get() == 3);
        assertThat(Published.status(stations).fallbacks()).containsEntry(FallbackReason.BUDGET, 1L);
        slow.release.countDown();
        for (Future<String> answer : held) {
            assertThat(answer.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("x");
        }
    }

    @Test
    void negotiationsWithSilentServicesDoNotHoldUpAsynchronousAnswers() throws Exception {
        published.publish(slow, SOAP11, new ParleyFeature());
        WrappedStations stations = streamed();
        stations.whoAmI();
        try (ServerSocket silent = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 30; i++) {
                String address = "http://localhost:" + silent.getLocalPort() + "/" + i;
                WrappedStations waits =
                        published.proxy(WrappedStations.class, address, SOAP11, Published.feature(Mode.AUTO));
                call(1, waits::whoAmI);
                await().until(() -> Published.status(waits).fallbacks().containsKey(FallbackReason.NEGOTIATING));
            }
            ClientCallback callback = new ClientCallback();
            Client client = Published.client(stations);

            client.invoke(callback, "whoAmI");

            assertThat((String) callback.get(SECONDS / 2, TimeUnit.SECONDS)[0]).contains("parley-worker-");
        }
    }

    @Shows(Use.SERVICE_EXECUTORS)
    @Test
    void theServicesOwnExecutorRunsTheService() {
        ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own-executor"));
        try {
            Server server = published.publish(slow, SOAP11, new ParleyFeature());
            server.getEndpoint().getService().setExecutor(own);

            assertThat(streamed().whoAmI()).contains("own-executor");
        } finally {
            own.shutdownNow();
        }
    }

    @Shows(Use.SERVICE_EXECUTORS)
    @Test
    void aWorkQueueOfTheApplicationTakesTheChains() {
        published
                .serviceBus
                .getExtension(WorkQueueManager.class)
                .addNamedWorkQueue("parley", new AutomaticWorkQueueImpl("parley"));
        published.publish(slow, SOAP11, new ParleyFeature());

        assertThat(streamed().whoAmI()).contains("parley-workqueue-");
    }

    @Test
    void theThreadsAreNamedDaemonsThatEndWithTheBus() {
        published.publish(slow, SOAP11, new ParleyFeature());
        assertThat(streamed().whoAmI()).contains("parley-worker-");

        published.close();

        assertThat(slow.threads).isNotEmpty().allMatch(Thread::isDaemon);
        await().atMost(Duration.ofSeconds(SECONDS))
                .until(() -> slow.threads.stream().noneMatch(Thread::isAlive));
    }

    @Shows(Use.VIRTUAL_THREADS)
    @Test
    void callsRunOnVirtualThreadsWhereTheyAreSetAndThere() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "skipped: this JVM has no virtual threads");
        Nested nested = new Nested();
        published.serviceBus.setProperty("parley.virtual-threads", true);
        published.publish(nested, SOAP11, new ParleyFeature());
        published.publishAny(slow, published.endpoint("others"), SOAP11, new ParleyFeature());
        WrappedStations inner = onServiceBus(published.address());
        assertThat(inner.echo("0")).isEqualTo("ground");
        nested.self = () -> inner;

        List<Future<String>> answers = call(20, () -> inner.echo("30"));

        for (Future<String> answer : answers) {
            assertThat(answer.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("ground");
        }
        WrappedStations others = published.proxy(
                WrappedStations.class, published.endpoint("others"), SOAP11, Published.feature(Mode.ALWAYS));
        assertThat(others.whoAmI()).startsWith("VirtualThread").contains("parley-worker-");
    }

    /** The threads belong to a bus and are created for the first endpoint that needs any. */
    @Test
    void virtualThreadsThatComeTooLateForTheBusAreWarnedOf() {
        published.publish(slow, SOAP11, new ParleyFeature());
        assertThat(streamed().whoAmI()).contains("parley-worker-");
        String other = published.endpoint("others");
        published.publishAny(slow, other, SOAP11, new ParleyFeature().set("parley.virtual-threads", true));
        Logger logger = (Logger) LoggerFactory.getLogger("io.parley.cxf.bus.SharedSettings");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            published
                    .proxy(WrappedStations.class, other, SOAP11, Published.feature(Mode.ALWAYS))
                    .whoAmI();
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.startsWith("parley.virtual-threads=true comes too late for the bus "))
                .hasSize(1);
    }

    private WrappedStations streamed() {
        return published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
    }

    private List<Future<String>> call(int times, Callable<String> call) {
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            answers.add(callers.submit(call));
        }
        return answers;
    }

    private WrappedStations onServiceBus(String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.serviceBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(address);
        factory.getFeatures().add(Published.feature(Mode.ALWAYS));
        return factory.create(WrappedStations.class);
    }
}
