package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.EmbeddedBroker;
import org.apache.cxf.endpoint.Server;
import org.junit.jupiter.api.Test;

/**
 * Tests queues of the same name at two brokers, called by the clients of one bus: they do not share a frame provider.
 */
class BrokersApartTest {
    @Test
    void framesGoToTheBrokerThatTheClientCalls() throws Exception {
        try (EmbeddedBroker one = OnQueue.start();
                EmbeddedBroker two = OnQueue.start();
                OnQueue here = new OnQueue(one);
                OnQueue there = new OnQueue(two)) {
            Server first = here.publish(new WrappedStationsImpl(), Published.patient());
            Server second = there.publish(new WrappedStationsImpl(), Published.patient());
            WrappedStations toFirst = client(here, here);
            WrappedStations toSecond = client(here, there);

            assertThat(toFirst.echo("x")).isEqualTo("x");
            assertThat(toSecond.echo("x")).isEqualTo("x");
            assertThat(toSecond.echo("x")).isEqualTo("x");

            assertThat(ParleyStatus.of(first).orElseThrow().streamedCalls()).isEqualTo(1);
            assertThat(ParleyStatus.of(second).orElseThrow().streamedCalls()).isEqualTo(2);
        }
    }

    private static WrappedStations client(OnQueue bus, OnQueue called) {
        return bus.proxy(
                WrappedStations.class, called.queue(), Published.patient().mode(Mode.ALWAYS));
    }
}
