package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.testkit.proxy.ProxyKind;
import io.parley.testkit.proxy.ReverseProxy;
import jakarta.xml.ws.soap.SOAPBinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.transport.http.HTTPConduit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests two nodes of a CXF service behind real reverse proxies, with the configurations of the guide. */
class RealProxiesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int CALLS = 13;

    private final List<Published> nodes = new ArrayList<>();
    private final List<ReverseProxy> proxies = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        proxies.forEach(ReverseProxy::close);
        nodes.forEach(Published::close);
    }

    static Stream<ProxyKind> kinds() {
        return ProxyKind.orAll(ProxyKind.HAPROXY, ProxyKind.HTTPD);
    }

    static Stream<Arguments> ways() {
        return kinds().flatMap(kind -> Stream.of(true, false)
                .flatMap(secure -> Stream.of("websocket", "http").map(channel -> Arguments.of(kind, secure, channel))));
    }

    @Shows(Use.BEHIND_PROXIES)
    @ParameterizedTest
    @MethodSource("ways")
    void sessionsMeetTheirNode(ProxyKind kind, boolean secure, String channel) throws Exception {
        ReverseProxy proxy = proxy(kind, text -> text);
        WrappedStations client =
                client(proxy, secure, Published.feature(Mode.ALWAYS).set("parley.channels", channel));
        WrappedStations plain = client(proxy, secure);

        for (int call = 0; call < CALLS; call++) {
            assertThat(client.echo("call " + call)).isEqualTo("call " + call).isEqualTo(plain.echo("call " + call));
            assertThat(client.sum(Reading.of("north", call, 2.5))).isEqualTo(plain.sum(Reading.of("north", call, 2.5)));
        }

        ParleyStatus status = Published.status(client);
        assertThat(status.streamedCalls()).isEqualTo(2 * CALLS);
        assertThat(status.agreement().orElseThrow().channel()).isEqualTo(channel);
        assertThat(status.failedChannels()).isEmpty();
    }

    @Shows(Use.BEHIND_PROXIES)
    @ParameterizedTest
    @MethodSource("kinds")
    void withoutAffinityAWebSocketIsAskedForUntilItsNodeGetsIt(ProxyKind kind) throws Exception {
        ReverseProxy proxy = proxy(kind, RealProxiesTest::roundRobin);
        for (int session = 0; session < 4; session++) {
            try (Published own = new Published()) {
                WrappedStations client =
                        client(own, proxy, false, Published.feature(Mode.ALWAYS).set("parley.channels", "websocket"));

                assertThat(client.echo("x")).isEqualTo("x");

                assertThat(Published.status(client).streamedCalls()).isEqualTo(1);
            }
        }
    }

    /** By default a client would send nothing for twelve seconds. */
    @Shows(Use.IDLE_LIMITS)
    @Test
    void aWebSocketOutlivesAProxyThatEndsSilentOnesAfterTwoSeconds() throws Exception {
        ReverseProxy proxy =
                proxy(ProxyKind.NGINX, text -> text.replaceAll("(proxy_(read|send)_timeout) 60s", "$1 2s"));
        WrappedStations client = client(
                proxy,
                false,
                Published.feature(Mode.ALWAYS)
                        .set("parley.channels", "websocket")
                        .set("parley.websocket-keep-alive-seconds", 1));
        assertThat(client.echo("before")).isEqualTo("before");
        var opened = Published.status(client).agreement().orElseThrow().digest();

        await().during(5, TimeUnit.SECONDS)
                .until(() -> Published.status(client).agreement().isPresent());

        assertThat(client.echo("behind")).isEqualTo("behind");
        assertThat(Published.status(client).agreement().orElseThrow().digest()).isEqualTo(opened);
    }

    @Shows(Use.BEHIND_PROXIES)
    @ParameterizedTest
    @MethodSource("kinds")
    void withoutAffinityThereIsNoSessionByPostsAndTheReasonIsNamed(ProxyKind kind) throws Exception {
        ReverseProxy proxy = proxy(kind, RealProxiesTest::roundRobin);
        WrappedStations always =
                client(proxy, false, Published.feature(Mode.ALWAYS).set("parley.channels", "http"));
        assertThatThrownBy(() -> always.echo("x")).hasStackTraceContaining("WRONG_NODE");
        WrappedStations client =
                client(proxy, false, Published.feature(Mode.AUTO).set("parley.channels", "http"));

        for (int call = 0; call < CALLS; call++) {
            assertThat(client.echo("call " + call)).isEqualTo("call " + call);
        }

        assertThat(Published.status(client).fallbacks()).isNotEmpty();
    }

    /** Removes from each configuration the lines that route requests of a session to one node. */
    private static String roundRobin(String text) {
        return text.replace("        hash $balanced_by consistent;\n", "")
                .replace("balance hdr(Parley-Route)\n    hash-type consistent", "balance roundrobin")
                .replace("lb_policy: RING_HASH", "lb_policy: ROUND_ROBIN")
                .replaceAll("(?m)^ *ProxySet stickysession.*\n|^Header add Set-Cookie.*\n", "");
    }

    private ReverseProxy proxy(ProxyKind kind, UnaryOperator<String> change) throws Exception {
        List<Integer> ports = new ArrayList<>();
        for (int node = 0; node < 2; node++) {
            Published published = new Published();
            nodes.add(published);
            int port = Published.freePort();
            ports.add(port);
            published.publishAny(
                    new WrappedStationsImpl(),
                    "http://localhost:" + port + "/stations",
                    SOAP11,
                    new ParleyFeature().set("parley.channels", "websocket,http"));
        }
        ReverseProxy proxy = ReverseProxy.start(kind, folder, ports, change);
        proxies.add(proxy);
        return proxy;
    }

    private WrappedStations client(ReverseProxy proxy, boolean secure, ParleyFeature... features) throws Exception {
        return client(nodes.get(0), proxy, secure, features);
    }

    private static WrappedStations client(Published by, ReverseProxy proxy, boolean secure, ParleyFeature... features)
            throws Exception {
        WrappedStations client =
                by.proxy(WrappedStations.class, proxy.url(secure, "/stations").toString(), SOAP11, features);
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(proxy.trust().getTrustManagers());
        ((HTTPConduit) Published.client(client).getConduit()).setTlsClientParameters(tls);
        return client;
    }
}
