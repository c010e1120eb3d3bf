package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.Published;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.Holder;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SOAP over a queue, and from there over the jms channel. */
class SoapQueueTest {
    private final WrappedStationsImpl service = new WrappedStationsImpl();
    private OnQueue on;

    @BeforeEach
    void start() throws Exception {
        on = new OnQueue();
    }

    @AfterEach
    void stop() throws Exception {
        on.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void plainSoapGoesAsTextAndAsBytes(boolean bytes) throws Exception {
        on.publish(service);
        WrappedStations proxy =
                on.proxy(WrappedStations.class, bytes ? on.queue().withBytes() : on.queue());
        callAll(proxy);
    }

    @Test
    void withParleyTheConversationGoesOnOverTheJmsChannel() throws Exception {
        on.publish(service, Published.patient());
        WrappedStations proxy = on.proxy(WrappedStations.class, Published.patient().mode(Mode.ALWAYS));
        callAll(proxy);
        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(6);
        assertThat(OnQueue.status(proxy).typedParts()).isPositive();
        assertThat(OnQueue.status(proxy).agreement().orElseThrow().channel()).isEqualTo("jms");
    }

    private void callAll(WrappedStations proxy) throws Exception {
        assertThat(proxy.echo("ünï©ødé \uD83D\uDE00 & <markup>")).isEqualTo("ünï©ødé \uD83D\uDE00 & <markup>");
        assertThat(proxy.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4.0);
        Holder<Reading> current = new Holder<>(Reading.of("north", 7, 8));
        Holder<Integer> count = new Holder<>();
        assertThat(proxy.swap(current, count)).isEqualTo(Reading.of("north", 7, 8));
        assertThat(current.value).isEqualTo(Reading.of("north'", 1, 2, 3));
        assertThatThrownBy(() -> proxy.fail("checked"))
                .isInstanceOfSatisfying(
                        StationException.class,
                        fault -> assertThat(fault.getFaultInfo().code).isEqualTo(42));
        assertThatThrownBy(() -> proxy.fail("other")).hasMessage("unchecked: other");
        proxy.tell("later");
        assertThat(service.told().poll(20, TimeUnit.SECONDS)).isEqualTo("later");
    }
}
