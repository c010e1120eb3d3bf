package io.parley.cxf.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.aegis.databinding.AegisDatabinding;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.frontend.ClientProxyFactoryBean;
import org.apache.cxf.frontend.ServerFactoryBean;
import org.apache.cxf.jaxws.endpoint.dynamic.JaxWsDynamicClientFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.throttling.ThrottleResponse;
import org.apache.cxf.throttling.ThrottlingFeature;
import org.apache.cxf.throttling.ThrottlingManager;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests clients created in other ways than with JAX-WS, and indirect paths to a service. */
class ClientsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    /** Headers that a proxy sets itself. */
    private static final Set<String> HOP = Set.of(
            "host",
            "connection",
            "content-length",
            "transfer-encoding",
            "upgrade",
            "http2-settings",
            "proxy-connection");

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    private void switchOn() {
        published.clientBus.setProperty(ParleyFeature.ENABLED, true);
        published.clientBus.setProperty("parley.mode", "always");
        published.clientBus.setProperty("parley.negotiation-millis", 60_000);
        published.clientBus.setProperty("parley.channels", Published.CHANNEL);
    }

    @Shows(Use.DYNAMIC_CLIENTS)
    @Test
    void aClientThatIsMadeOfAWsdlAtRunTimeStreams() throws Exception {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        switchOn();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (Client client = JaxWsDynamicClientFactory.newInstance(published.clientBus)
                .createClient(published.address() + "?wsdl")) {
            assertThat(client.invoke("echo", "dynamic")).containsExactly("dynamic");
            assertThat(client.invoke("waitFor", 1L)).containsExactly(1L);

            ParleyStatus status = ParleyStatus.of(client).orElseThrow();
            assertThat(status.streamedCalls()).isEqualTo(2);
            assertThat(status.fallbacks()).isEmpty();
            assertThat(status.parts()).isNotEmpty().allSatisfy(part -> {
                assertThat(part.isTyped()).isFalse();
                assertThat(part.reason()).contains("tells neither its classes nor its settings", "use a proxy");
            });
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** A contract without annotations. */
    public interface Simple {
        String greet(String name);

        List<String> list(List<String> names);
    }

    public static final class SimpleImpl implements Simple {
        @Override
        public String greet(String name) {
            return "hello " + name;
        }

        @Override
        public List<String> list(List<String> names) {
            List<String> more = new ArrayList<>(names);
            more.add("one more");
            return more;
        }
    }

    private Simple simple(boolean aegis) {
        ServerFactoryBean publisher = new ServerFactoryBean();
        publisher.setBus(published.serviceBus);
        publisher.setServiceClass(Simple.class);
        publisher.setServiceBean(new SimpleImpl());
        publisher.setAddress(published.address());
        publisher.getFeatures().add(Published.feature(Mode.AUTO));
        ClientProxyFactoryBean factory = new ClientProxyFactoryBean();
        factory.setBus(published.clientBus);
        factory.setServiceClass(Simple.class);
        factory.setAddress(published.address());
        factory.getFeatures().add(Published.feature(Mode.ALWAYS));
        if (aegis) {
            publisher.setDataBinding(new AegisDatabinding());
            factory.setDataBinding(new AegisDatabinding());
        }
        publisher.create();
        return factory.create(Simple.class);
    }

    @Shows(Use.SIMPLE_FRONTEND)
    @Test
    void theSimpleFrontendStreams() {
        Simple simple = simple(false);

        assertThat(simple.greet("simple")).isEqualTo("hello simple");
        assertThat(simple.list(List.of("a", "b"))).containsExactly("a", "b", "one more");
        assertThat(ParleyStatus.of(ClientProxy.getClient(simple)).orElseThrow().streamedCalls())
                .isEqualTo(2);
    }

    @Shows(Use.AEGIS)
    @Test
    void aegisTravelsAsInfoset() {
        Simple simple = simple(true);

        assertThat(simple.greet("Ünï & <x>")).isEqualTo("hello Ünï & <x>");
        assertThat(simple.list(List.of("a", "b"))).containsExactly("a", "b", "one more");
        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(simple)).orElseThrow();
        assertThat(status.streamedCalls()).isEqualTo(2);
        assertThat(status.typedParts()).isZero();
    }

    @Shows(Use.REDIRECTS)
    @Test
    void anAddressThatHasMovedIsFollowedAndStreamedTo() throws IOException {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        AtomicInteger asked = new AtomicInteger();
        HttpServer old = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        old.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Location", published.address());
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
        });
        old.start();
        try {
            WrappedStations stations = published.proxy(
                    WrappedStations.class,
                    "http://localhost:" + old.getAddress().getPort() + "/moved",
                    SOAP11,
                    Published.patient().mode(Mode.ALWAYS).set("parley.channels", "stream"));
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setAutoRedirect(true);
            ((HTTPConduit) Published.client(stations).getConduit()).setClient(policy);

            for (int call = 0; call < 3; call++) {
                assertThat(stations.echo("moved")).isEqualTo("moved");
            }
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
            assertThat(asked).as("by the offer alone").hasValue(1);
        } finally {
            old.stop(0);
        }
    }

    /** Starts a proxy that forwards requests and counts them. */
    private static HttpServer proxy(AtomicInteger asked, ExecutorService threads) throws IOException {
        HttpClient onward = HttpClient.newHttpClient();
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.setExecutor(threads);
        proxy.createContext("/", exchange -> {
            try (exchange) {
                asked.incrementAndGet();
                HttpRequest.Builder request = HttpRequest.newBuilder(exchange.getRequestURI())
                        .method(
                                exchange.getRequestMethod(),
                                HttpRequest.BodyPublishers.ofByteArray(
                                        exchange.getRequestBody().readAllBytes()));
                exchange.getRequestHeaders().forEach((name, values) -> {
                    if (!HOP.contains(name.toLowerCase(Locale.ROOT))) {
                        values.forEach(value -> request.header(name, value));
                    }
                });
                HttpResponse<byte[]> response = onward.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
                response.headers().map().forEach((name, values) -> {
                    if (!HOP.contains(name.toLowerCase(Locale.ROOT))) {
                        exchange.getResponseHeaders().put(name, values);
                    }
                });
                byte[] body = response.body();
                exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        });
        proxy.start();
        return proxy;
    }

    @Shows(Use.PROXIES)
    @Test
    void nothingGoesAroundAProxyAndSessionsGoThroughIt() throws IOException {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        AtomicInteger asked = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer proxy = proxy(asked, threads);
        try {
            WrappedStations stations = published.proxy(
                    WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setProxyServer("localhost");
            policy.setProxyServerPort(proxy.getAddress().getPort());
            ((HTTPConduit) Published.client(stations).getConduit()).setClient(policy);

            for (int call = 0; call < 3; call++) {
                assertThat(stations.echo("by proxy")).isEqualTo("by proxy");
            }

            ParleyStatus status = Published.status(stations);
            assertThat(status.streamedCalls()).isEqualTo(3);
            assertThat(status.agreement().orElseThrow().channel()).isEqualTo("http");
            assertThat(status.failedChannels())
                    .as("the proxy makes no tunnels")
                    .isEqualTo(Map.of("websocket", FallbackReason.CONNECT_FAILED));
            assertThat(asked).as("the offers and the calls").hasValueGreaterThanOrEqualTo(5);

            WrappedStations other = published.proxy(
                    WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
            ((HTTPConduit) Published.client(other).getConduit()).setClient(policy);
            ((BindingProvider) other).getRequestContext().put(BindingProvider.USERNAME_PROPERTY, "somebody");
            ((BindingProvider) other).getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "else");
            assertThat(other.echo("by proxy")).isEqualTo("by proxy");
            assertThat(Published.status(other).failedChannels())
                    .as("not tried again")
                    .isEmpty();
        } finally {
            proxy.stop(0);
            threads.shutdownNow();
        }
    }

    @Shows(Use.COOKIES)
    @Test
    void aCallWhoseHttpSessionIsMaintainedGoesBySoapAndSaysWhy() {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.AUTO));
        ((BindingProvider) stations).getRequestContext().put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);

        assertThat(stations.echo("cookie")).isEqualTo("cookie");

        assertThat(Published.status(stations).streamedCalls()).isZero();
        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NOT_STREAMABLE);
        assertThat(Published.status(stations).lastDetail()).contains("HTTP session");
    }

    /** Delays each message once, and denies those above the limit. */
    private static final class Few implements ThrottlingManager {
        private static final int TOO_MANY_REQUESTS = 429;
        private static final long DELAY_MILLIS = 50;

        private final AtomicInteger held = new AtomicInteger();
        private final int most;

        Few(int most) {
            this.most = most;
        }

        @Override
        public List<String> getDecisionPhases() {
            return List.of(Phase.PRE_STREAM);
        }

        @Override
        public ThrottleResponse getThrottleResponse(String phase, Message message) {
            if (message.getExchange().get(ThrottleResponse.class) != null) {
                return null; // it was delayed once, and proceeds now
            }
            return held.incrementAndGet() <= most
                    ? new ThrottleResponse().setDelay(DELAY_MILLIS)
                    : new ThrottleResponse(TOO_MANY_REQUESTS);
        }
    }

    @Shows(Use.THROTTLING)
    @Test
    void aThrottleHoldsUpAndDeniesAsOverSoap() {
        List<String> seen = new ArrayList<>();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.ALWAYS}) {
            Few few = new Few(mode == Mode.NEVER ? 3 : 4); // an offer counts as a message
            String address = published.endpoint("throttled");
            Server server =
                    published.publishAny(new WrappedStationsImpl(), address, SOAP11, Published.feature(Mode.AUTO));
            new ThrottlingFeature(few).initialize(server, published.serviceBus);
            WrappedStations stations = published.proxy(WrappedStations.class, address, SOAP11, Published.feature(mode));
            StringBuilder results = new StringBuilder();
            for (int call = 0; call < 5; call++) {
                try {
                    results.append(stations.echo("x"));
                } catch (RuntimeException e) {
                    results.append(' ').append(e.getMessage()).append(' ').append(e.getCause());
                }
            }
            server.destroy();
            seen.add(results.toString());
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(mode == Mode.ALWAYS ? 5 : 0);
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).startsWith("xxx ").contains("429");
    }
}
