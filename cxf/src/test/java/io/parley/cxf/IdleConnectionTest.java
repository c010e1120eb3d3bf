package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.services.StationsImpl;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.campaign.WireFault;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests offers over pooled connections that the server closes as idle, possibly while the offer is on its way. */
class IdleConnectionTest {
    private final Published published = new Published();
    private final AtomicInteger connections = new AtomicInteger();

    @BeforeEach
    void publish() {
        StationsImpl service = new WrappedStationsImpl();
        published.publish(service, SOAPBinding.SOAP11HTTP_BINDING, Published.feature(Mode.ALWAYS));
    }

    @AfterEach
    void close() {
        published.close();
    }

    /** Returns a proxy that cuts this many connections after their first byte, and forwards the others. */
    private FaultProxy cutting(int first) throws IOException {
        return FaultProxy.open(
                new InetSocketAddress(InetAddress.getByName("localhost"), published.port),
                () -> connections.getAndIncrement() < first
                        ? new WireFault(WireFault.Kind.CUT, 1)
                        : new WireFault(WireFault.Kind.NONE, 0));
    }

    private WrappedStations by(FaultProxy proxy) {
        return published.proxy(
                WrappedStations.class,
                "http://127.0.0.1:" + proxy.port() + "/stations",
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.feature(Mode.ALWAYS));
    }

    @Test
    void anOfferWhoseConnectionTheServerClosesIsSentAgain() throws Exception {
        try (FaultProxy proxy = cutting(1)) {
            WrappedStations stations = by(proxy);
            assertThat(stations.echo("x")).isEqualTo("x");
            assertThat(Published.status(stations).streamedCalls()).isOne();
            assertThat(proxy.spoiled()).isOne();
        }
    }

    @Test
    void anOfferIsSentAgainOnlyOnce() throws Exception {
        try (FaultProxy proxy = cutting(2)) {
            WrappedStations stations = by(proxy);
            assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("the offer did not get through");
            assertThat(proxy.spoiled()).isEqualTo(2);
        }
    }
}
