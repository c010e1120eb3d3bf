package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a service in CXF's servlet in Jetty, behind an authenticating filter. */
class ServletTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String KEY = "X-Key";

    private final Published published = new Published();
    private final Server jetty = new Server();
    private final ServerConnector connector = new ServerConnector(jetty);
    private final Gate gate = new Gate();
    private final FilterHolder filter = new FilterHolder(gate);
    private final ServletHolder servlet = new ServletHolder();

    @AfterEach
    void stop() throws Exception {
        published.close();
        jetty.stop();
    }

    @Shows(Use.SERVLETS)
    @Test
    void byDefaultNothingGoesAroundTheFiltersAndFramesGoThroughThem() throws Exception {
        publish(new ParleyFeature());
        ParleyStatus.ready(published.server()).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(ParleyStatus.of(published.server()).orElseThrow().listening())
                .isEmpty();
        WrappedStations stations = open(Published.patient().mode(Mode.ALWAYS));

        assertThat(stations.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4);
        assertThatThrownBy(() -> stations.fail("other")).hasMessage("unchecked: other");
        assertThat(stations.whoAmI()).isEqualTo("nobody");

        ParleyStatus status = Published.status(stations);
        assertThat(status.agreement().orElseThrow().channel()).isEqualTo("http");
        assertThat(status.streamedCalls()).isEqualTo(3);
        assertThat(gate.passed).as("the offer, the first post and each call's").hasValueGreaterThanOrEqualTo(5);
    }

    @Shows(Use.VERDICT_FILTER)
    @Test
    void whoIsNoLongerLetInLosesTheSession() throws Exception {
        publish(new ParleyFeature());
        WrappedStations stations = open(Published.patient().mode(Mode.ALWAYS));
        assertThat(stations.echo("x")).isEqualTo("x");

        gate.closed = true;

        assertThatThrownBy(() -> stations.echo("y")).isNotNull();
        assertThat(Published.status(stations).streamedCalls()).isLessThanOrEqualTo(2);
    }

    @Test
    void wherePostsAreUnwelcomeOnlySoapIsSpoken() throws Exception {
        publish(new ParleyFeature().set("parley.channels", "stream"));
        WrappedStations stations = open(Published.patient());

        assertThat(stations.echo("x")).isEqualTo("x");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(stations.echo("y")).isEqualTo("y");

        assertThat(Published.status(stations).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.FILTERS_BYPASSED);
        assertThat(Published.status(stations).streamedCalls()).isZero();
        assertThat(gate.passed).as("two calls and an offer").hasValue(3);
    }

    @Shows(Use.SERVLETS_WITHOUT_ASYNC)
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereRequestsCannotBeLetGoOnlySoapIsSpokenAndSaysWhy(boolean filterMay) throws Exception {
        filter.setAsyncSupported(filterMay);
        servlet.setAsyncSupported(!filterMay);
        publish(new ParleyFeature());
        WrappedStations stations = open(Published.patient());

        assertThat(stations.echo("x")).isEqualTo("x");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(stations.echo("y")).isEqualTo("y");

        assertThat(Published.status(stations).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.ASYNC_NOT_SUPPORTED);
        assertThat(FallbackReason.ASYNC_NOT_SUPPORTED.fix()).contains("async-supported");
        assertThat(gate.passed).as("two calls and an offer").hasValue(3);
    }

    @Test
    void wherePermittedTheCallsBehindTheNegotiationStream() throws Exception {
        publish(new ParleyFeature().set("parley.servlets-allowed", true));
        WrappedStations stations = open(Published.patient().mode(Mode.ALWAYS));

        assertThat(stations.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4);
        assertThatThrownBy(() -> stations.fail("other")).hasMessage("unchecked: other");
        assertThat(stations.whoAmI()).isEqualTo("nobody");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
        assertThat(gate.passed).as("the offer alone").hasValue(1);
    }

    @Shows(Use.VERDICT_FILTER)
    @Test
    void whoTheFilterDeniesGetsNoStream() throws Exception {
        publish(new ParleyFeature().set("parley.servlets-allowed", true));
        WrappedStations stations = published.proxy(WrappedStations.class, address(), SOAP11, Published.patient());

        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("403");
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .join();
        }

        assertThat(gate.passed).hasValue(0);
        assertThat(Published.status(stations).agreement()).isEmpty();
    }

    @Test
    void whoTheFilterDeniesDoesNotUseTheStreamOfAnother() throws Exception {
        publish(new ParleyFeature().set("parley.servlets-allowed", true));
        WrappedStations stations = open(Published.patient().mode(Mode.ALWAYS));
        assertThat(stations.echo("x")).isEqualTo("x");
        WrappedStations denied = published.proxy(WrappedStations.class, address(), SOAP11, Published.patient());

        assertThatThrownBy(() -> denied.echo("x")).hasStackTraceContaining("403");

        assertThat(Published.status(denied).fallbacks()).containsOnlyKeys(FallbackReason.IDENTITY_DIFFERS);
        assertThat(Published.status(denied).streamedCalls()).isZero();
        assertThat(stations.echo("y")).isEqualTo("y");
    }

    @Test
    void whoLosesTheirKeyLosesTheStream() throws Exception {
        publish(new ParleyFeature().set("parley.servlets-allowed", true));
        WrappedStations stations = open(Published.patient());
        Map<String, Object> context = Published.client(stations).getRequestContext();
        context.put("parley.mode", "always");
        assertThat(stations.echo("x")).isEqualTo("x");

        context.remove("parley.mode");
        context.put(Message.PROTOCOL_HEADERS, Map.of(KEY, List.of("forged")));

        assertThatThrownBy(() -> stations.echo("y")).hasStackTraceContaining("403");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    private void start() throws Exception {
        CXFNonSpringServlet ofCxf = new CXFNonSpringServlet();
        ofCxf.setBus(published.serviceBus);
        servlet.setServlet(ofCxf);
        ServletContextHandler context = new ServletContextHandler("/app");
        context.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST));
        context.addServlet(servlet, "/services/*");
        connector.setHost("localhost");
        jetty.addConnector(connector);
        jetty.setHandler(context);
        jetty.start();
    }

    private void publish(ParleyFeature feature) throws Exception {
        start();
        published.publishAny(new WrappedStationsImpl(), "/stations", SOAP11, feature);
    }

    private String address() {
        return "http://localhost:" + connector.getLocalPort() + "/app/services/stations";
    }

    /** Returns a client that the filter accepts. */
    private WrappedStations open(ParleyFeature feature) {
        WrappedStations stations = published.proxy(WrappedStations.class, address(), SOAP11, feature);
        ((BindingProvider) stations).getRequestContext().put(Message.PROTOCOL_HEADERS, Map.of(KEY, List.of("open")));
        return stations;
    }

    /** Accepts and counts requests with the key. */
    private static final class Gate implements Filter {
        final AtomicInteger passed = new AtomicInteger();
        volatile boolean closed;

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (!closed && "open".equals(((HttpServletRequest) request).getHeader(KEY))) {
                passed.incrementAndGet();
                chain.doFilter(request, response);
            } else {
                ((HttpServletResponse) response).sendError(HttpServletResponse.SC_FORBIDDEN);
            }
        }
    }
}
