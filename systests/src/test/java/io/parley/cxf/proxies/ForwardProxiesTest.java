package io.parley.cxf.proxies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.proxy.ForwardProxy;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.cxf.configuration.security.ProxyAuthorizationPolicy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests CXF clients that reach services only through an HTTP proxy of others, with the configurations of the guide. */
class ForwardProxiesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final List<ForwardProxy> proxies = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void publish() {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
    }

    @AfterEach
    void stop() {
        published.close();
        proxies.forEach(ForwardProxy::close);
    }

    @Shows(Use.FORWARD_PROXIES)
    @ParameterizedTest
    @EnumSource
    void aSessionTakesATunnel(ForwardProxy.Kind kind) throws Exception {
        ForwardProxy proxy = proxy(kind, this::withTunnels);
        WrappedStations client = client(proxy, "websocket,http");

        assertStreams(client, "websocket");

        published.close();
        proxy.awaitTunnels(1);
    }

    /** Not with Tinyproxy, which closes the connection after each request while the next one may be on its way. */
    @Shows(Use.FORWARD_PROXIES)
    @ParameterizedTest
    @EnumSource(names = "SQUID")
    void aProxyWithoutTunnelsToThePortLeavesPosts(ForwardProxy.Kind kind) throws Exception {
        ForwardProxy proxy = proxy(kind, text -> text);
        WrappedStations client = client(proxy, "websocket,http");

        assertStreams(client, "http");
        assertThat(Published.status(client).failedChannels())
                .containsExactly(entry("websocket", FallbackReason.CONNECT_FAILED));

        published.close();
        proxy.awaitTunnels(1);
    }

    @Shows(Use.FORWARD_PROXIES)
    @ParameterizedTest
    @EnumSource
    void aTunnelIsAskedForWithTheConduitsPassword(ForwardProxy.Kind kind) throws Exception {
        ForwardProxy proxy = proxy(kind, text -> withTunnels(ForwardProxy.askingForPasswords(text)));
        WrappedStations client = client(proxy, "websocket,http");
        ProxyAuthorizationPolicy known = new ProxyAuthorizationPolicy();
        known.setAuthorizationType("Basic");
        known.setUserName(ForwardProxy.USER);
        known.setPassword(ForwardProxy.PASSWORD);
        ((HTTPConduit) Published.client(client).getConduit()).setProxyAuthorization(known);

        assertStreams(client, "websocket");

        published.close();
        proxy.awaitTunnels(1);
    }

    private static void assertStreams(WrappedStations client, String channel) {
        for (int call = 0; call < 5; call++) {
            assertThat(client.echo("call " + call)).isEqualTo("call " + call);
            assertThat(client.sum(Reading.of("north", call, 2.5))).isEqualTo(call + 2.5);
        }
        ParleyStatus status = Published.status(client);
        assertThat(status.streamedCalls()).as("%s", status.failedChannels()).isEqualTo(10);
        assertThat(status.agreement().orElseThrow().channel()).isEqualTo(channel);
    }

    private String withTunnels(String configuration) {
        return configuration.replaceAll(
                "\\b8080\\b", String.valueOf(URI.create(published.address()).getPort()));
    }

    private ForwardProxy proxy(ForwardProxy.Kind kind, UnaryOperator<String> change) throws Exception {
        ForwardProxy started = ForwardProxy.start(kind, folder, change);
        proxies.add(started);
        return started;
    }

    private WrappedStations client(ForwardProxy proxy, String channels) {
        WrappedStations client = published.proxy(
                WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS).set("parley.channels", channels));
        HTTPClientPolicy policy = new HTTPClientPolicy();
        policy.setProxyServer("localhost");
        policy.setProxyServerPort(proxy.port());
        ((HTTPConduit) Published.client(client).getConduit()).setClient(policy);
        return client;
    }
}
