package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.Stations;
import io.parley.cxf.services.StationsImpl;
import jakarta.xml.ws.Holder;
import java.util.concurrent.TimeUnit;

/** A call of each kind, with the result that every transport must return. */
final class StationCalls {
    /** Number of calls with a response; over a queue only those stream. */
    static final int ASKED = 5;

    static final int COUNT = ASKED + 1;

    private StationCalls() {}

    static void make(Stations proxy, StationsImpl service) throws InterruptedException {
        ask(proxy);
        proxy.tell("later");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("later");
    }

    static void ask(Stations proxy) {
        assertThat(proxy.echo("ünï©ødé \uD83D\uDE00 & <markup>")).isEqualTo("ünï©ødé \uD83D\uDE00 & <markup>");
        assertThat(proxy.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4.0);
        Holder<Reading> current = new Holder<>(Reading.of("north", 7, 8));
        Holder<Integer> count = new Holder<>();
        assertThat(proxy.swap(current, count)).isEqualTo(Reading.of("north", 7, 8));
        assertThat(current.value).isEqualTo(Reading.of("north'", 1, 2, 3));
        assertThat(count.value).isEqualTo(2);
        assertThatThrownBy(() -> proxy.fail("checked"))
                .isInstanceOfSatisfying(
                        StationException.class,
                        fault -> assertThat(fault.getFaultInfo().code).isEqualTo(42));
        assertThatThrownBy(() -> proxy.fail("other")).hasMessage("unchecked: other");
    }
}
