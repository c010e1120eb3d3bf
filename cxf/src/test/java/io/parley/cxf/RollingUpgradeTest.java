package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Digest;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Timers;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.FastInfosetFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a service with Parley that is replaced by one without, and back, behind one address and under load. Runs three
 * rounds by default, {@code -Dparley.rolling=200} for more.
 */
class RollingUpgradeTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int ROUNDS = Integer.getInteger("parley.rolling", 3);
    private static final int CALLERS = 4;
    /** Minimum number of calls before the next replacement. */
    private static final int CALLS = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Longer than a client caches that a service was not capable. */
    private static final Duration LONGEST_MEMORY = Duration.ofHours(25);

    /** Longer than a client waits before it replaces a session that ended soon after it was opened. */
    private static final Duration YOUNG = Duration.ofMinutes(15);

    private final Published published = new Published();
    private final Travelling time = new Travelling();
    private final Counting service = new Counting();
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private Front front;

    @BeforeEach
    void start() throws IOException {
        published.clientBus.setExtension(time, Timers.class);
        front = new Front();
    }

    @AfterEach
    void stop() throws InterruptedException {
        callers.shutdownNow();
        assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        published.close();
        front.close();
        time.close();
    }

    @Shows(Use.REPLACED)
    @Test
    void noCallFailsAndNoneRunsTwiceWhileAServiceIsReplacedUnderLoad() throws Exception {
        Backend now = backend(new ParleyFeature());
        front.to = now;
        WrappedStations stations = published.proxy(
                WrappedStations.class,
                front.address(),
                SOAP11,
                Published.patient().set("parley.channels", "stream"));
        Load load = new Load(stations);
        for (int caller = 0; caller < CALLERS; caller++) {
            callers.execute(load);
        }
        awaitStreamed(stations);

        for (int round = 0; round < ROUNDS; round++) {
            long refused = refused(stations);
            now = replace(now, backend());
            time.ahead(YOUNG);
            await().atMost(PATIENCE).until(() -> refused(stations) > refused + CALLS);
            now = replace(now, backend(new ParleyFeature()));
            time.ahead(LONGEST_MEMORY);
            awaitStreamed(stations);
        }
        load.isOver = true;
        callers.shutdown();
        assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

        System.out.printf(
                "%d replacements, %d calls, %d of them streamed, %d failed, %d run twice, by SOAP: %s%n",
                2 * ROUNDS,
                load.made.get(),
                Published.status(stations).streamedCalls(),
                load.failed.size(),
                service.runs.values().stream().filter(runs -> runs.get() > 1).count(),
                Published.status(stations).fallbacks());
        assertThat(load.failed).isEmpty();
        assertThat(service.runs)
                .hasSize(load.made.get())
                .allSatisfy((call, runs) -> assertThat(runs).hasValue(1));
    }

    /** Control: the same load with CXF's FastInfoset loses calls for as long as the plain service runs. */
    @Shows(Use.REPLACED_CONTROL)
    @Test
    void theSameLoadByFastInfosetLosesCallsAtEachReplacementByAPlainOne() throws Exception {
        Backend now = fastInfoset();
        front.to = now;
        WrappedStations stations = published.proxy(WrappedStations.class, front.address(), SOAP11);
        new FastInfosetFeature().initialize(Published.client(stations), published.clientBus);
        assertThat(stations.echo("learns")).isEqualTo("learns");
        Load load = new Load(stations);
        for (int caller = 0; caller < CALLERS; caller++) {
            callers.execute(load);
        }
        load.awaitAnswered();

        for (int round = 0; round < ROUNDS; round++) {
            int failed = load.failed.size();
            now = replace(now, backend());
            await().atMost(PATIENCE).until(() -> load.failed.size() > failed + CALLS);
            now = replace(now, fastInfoset());
            load.awaitAnswered();
        }
        load.isOver = true;
        callers.shutdown();
        assertThat(callers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

        System.out.printf(
                "FastInfoset: %d replacements, %d calls, %d failed%n", 2 * ROUNDS, load.made.get(), load.failed.size());
        assertThat(load.failed).hasSizeGreaterThan(ROUNDS * CALLS);
    }

    /** A client of FastInfoset learns once and never forgets. */
    @Test
    void aClientOfFastInfosetFailsForGoodOnceTheServiceIsReplacedByAPlainOne() throws Exception {
        Backend capable = fastInfoset();
        front.to = capable;
        WrappedStations stations = published.proxy(WrappedStations.class, front.address(), SOAP11);
        new FastInfosetFeature().initialize(Published.client(stations), published.clientBus);
        assertThat(stations.echo("learns")).isEqualTo("learns");
        assertThat(stations.echo("binary")).isEqualTo("binary");

        replace(capable, backend());

        for (int call = 0; call < 3; call++) {
            assertThatThrownBy(() -> stations.echo("x")).isInstanceOf(WebServiceException.class);
        }
    }

    @Test
    void aSessionWithoutACallDoesNotOutliveItsService() {
        String address = published.address();
        Server old = published.publishAny(new WrappedStationsImpl(), address, SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, address, SOAP11, Published.patient());
        assertThat(stations.echo("negotiates")).isEqualTo("negotiates");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().join();
        Digest first = Published.status(stations).agreement().orElseThrow().digest();

        old.destroy();
        published.publishAny(service, address, SOAP11, new ParleyFeature());

        assertThat(stations.echo("after")).isEqualTo("after");
        assertThat(service.runs).containsOnlyKeys("after");
        time.ahead(YOUNG);
        await().atMost(PATIENCE)
                .until(() -> stations.echo("more").equals("more")
                        && Published.status(stations)
                                .agreement()
                                .filter(agreement -> !agreement.digest().equals(first))
                                .isPresent());
    }

    private static long refused(WrappedStations stations) {
        return Published.status(stations).fallbacks().getOrDefault(FallbackReason.NOT_CAPABLE, 0L);
    }

    private static void awaitStreamed(WrappedStations stations) {
        long before = Published.status(stations).streamedCalls();
        await().atMost(PATIENCE).until(() -> Published.status(stations).streamedCalls() > before + CALLS);
    }

    /** Sends new requests to the new backend; stops the old one once it has answered its SOAP requests. */
    private Backend replace(Backend old, Backend by) {
        front.to = by;
        await().atMost(PATIENCE).until(() -> old.underWay.get() == 0);
        old.server.destroy();
        return by;
    }

    private Backend backend(ParleyFeature... features) {
        String address = "http://localhost:" + Published.freePort() + "/stations";
        return new Backend(
                published.publishAny(service, address, SOAP11, features), URI.create(address), new AtomicInteger());
    }

    private Backend fastInfoset() {
        Backend capable = backend();
        new FastInfosetFeature().initialize(capable.server, published.serviceBus);
        return capable;
    }

    private record Backend(Server server, URI address, AtomicInteger underWay) {}

    /** Makes calls, each with a unique name. */
    private static final class Load implements Runnable {
        final Map<String, Exception> failed = new ConcurrentHashMap<>();
        final AtomicInteger made = new AtomicInteger();
        final WrappedStations stations;
        final AtomicInteger answered = new AtomicInteger();
        volatile boolean isOver;

        Load(WrappedStations stations) {
            this.stations = stations;
        }

        void awaitAnswered() {
            int before = answered.get();
            await().atMost(PATIENCE).until(() -> answered.get() > before + CALLS);
        }

        @Override
        public void run() {
            while (!isOver) {
                String call = "call " + made.incrementAndGet();
                try {
                    assertThat(stations.echo(call)).isEqualTo(call);
                    answered.incrementAndGet();
                } catch (WebServiceException e) {
                    failed.put(call, e);
                }
            }
        }
    }

    /** Counts how often each call ran. */
    private static final class Counting extends WrappedStationsImpl {
        final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();

        @Override
        public String echo(String value) {
            runs.computeIfAbsent(value, first -> new AtomicInteger()).incrementAndGet();
            return value;
        }
    }

    /** The shared address: forwards each request to the current backend, like a load balancer. */
    private static final class Front implements AutoCloseable {
        private final HttpClient onward = HttpClient.newHttpClient();
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final HttpServer server;
        volatile Backend to;

        Front() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/", this::pass);
            server.start();
        }

        String address() {
            return "http://localhost:" + server.getAddress().getPort() + "/stations";
        }

        private void pass(HttpExchange exchange) throws IOException {
            Backend backend = enter();
            try (exchange) {
                HttpResponse<byte[]> response =
                        onward.send(request(exchange, backend), HttpResponse.BodyHandlers.ofByteArray());
                response.headers()
                        .firstValue("Content-Type")
                        .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
                exchange.sendResponseHeaders(response.statusCode(), response.body().length);
                exchange.getResponseBody().write(response.body());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            } finally {
                backend.underWay.decrementAndGet();
            }
        }

        /** Enters the current backend; a caller counted at a backend that was just replaced retries with the next. */
        private Backend enter() {
            while (true) {
                Backend backend = to;
                backend.underWay.incrementAndGet();
                if (backend.equals(to)) {
                    return backend;
                }
                backend.underWay.decrementAndGet();
            }
        }

        private static HttpRequest request(HttpExchange exchange, Backend backend) throws IOException {
            HttpRequest.Builder request = HttpRequest.newBuilder(backend.address);
            for (String name : new String[] {"Content-Type", "SOAPAction", "Accept"}) {
                String value = exchange.getRequestHeaders().getFirst(name);
                if (value != null) {
                    request.header(name, value);
                }
            }
            return request.POST(HttpRequest.BodyPublishers.ofByteArray(
                            exchange.getRequestBody().readAllBytes()))
                    .build();
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
