package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.negotiation.Mode;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.campaign.WireFault;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that an offer is retried if the server closes the idle connection on which it was sent. */
class IdleConnectionTest {
    @Test
    void anOfferWhoseConnectionTheServerClosesIsSentAgain() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        AtomicInteger connections = new AtomicInteger();
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, numbers -> {
                            handled.incrementAndGet();
                            return Samples.sum(numbers);
                        })
                        .start(0);
                FaultProxy proxy = FaultProxy.open(
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), endpoint.url().getPort()),
                        () -> connections.getAndIncrement() == 0
                                ? new WireFault(WireFault.Kind.CUT, 1)
                                : new WireFault(WireFault.Kind.NONE, 0));
                HttpEndpointClient client = HttpEndpointClient.of(Samples.CONTRACT)
                        .mode(Mode.ALWAYS)
                        .channels("http")
                        .open(URI.create("http://127.0.0.1:" + proxy.port() + "/"))) {
            assertThat(client.call("sum", Numbers.of(1, 2), Total.class).value).isEqualTo(3.0);
            assertThat(client.channel()).contains("http");
            assertThat(proxy.spoiled()).isOne();
            assertThat(handled).hasValue(1);
        }
    }
}
