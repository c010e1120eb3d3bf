package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests calls whose parts travel as tables if both sides name {@code tdxml}, and the choice if one side does not. */
class TablesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final WrappedStationsImpl service = new WrappedStationsImpl();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void everythingAnswersAsOverSoap() throws InterruptedException {
        published.publish(service, SOAP11, offering(Mode.AUTO, "hhfr,tdxml"));
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, offering(Mode.ALWAYS, "tdxml,hhfr"));

        assertThat(stations.echo("ünï©ødé | \\N \n & <markup> ]]>")).isEqualTo("ünï©ødé | \\N \n & <markup> ]]>");
        assertThat(stations.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4.0);
        Holder<Reading> current = new Holder<>(Reading.of("north", 7, 8));
        Holder<Integer> count = new Holder<>();
        assertThat(stations.swap(current, count)).isEqualTo(Reading.of("north", 7, 8));
        assertThat(current.value).isEqualTo(Reading.of("north'", 1, 2, 3));
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
        stations.tell("later");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("later");

        ParleyStatus status = Published.status(stations);
        assertThat(status.agreement().orElseThrow().representation()).isEqualTo("tdxml");
        assertThat(status.streamedCalls()).isEqualTo(5);
        assertThat(status.fallbacks()).isEmpty();
    }

    @Test
    void aServiceWithoutTablesChoosesTheClientsNext() {
        published.publish(service, SOAP11, offering(Mode.AUTO, "hhfr,bnux"));
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, offering(Mode.ALWAYS, "tdxml,hhfr"));

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(Published.status(stations).agreement().orElseThrow().representation())
                .isEqualTo("hhfr");
    }

    @Test
    void withNothingInCommonTheCallGoesBySoapAndTheReasonIsNamed() {
        published.publish(service, SOAP11, offering(Mode.AUTO, "hhfr,bnux"));
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, offering(Mode.AUTO, "tdxml"));

        assertThat(stations.echo("x")).isEqualTo("x");
        await().atMost(60, TimeUnit.SECONDS).until(() -> !ParleyStatus.isNegotiating(Published.client(stations)));
        assertThat(stations.echo("y")).isEqualTo("y");
        assertThat(Published.status(stations).streamedCalls()).isZero();
        assertThat(Published.status(stations).fallbacks()).containsKey(FallbackReason.NO_COMMON_TERM);
    }

    private static ParleyFeature offering(Mode mode, String representations) {
        return Published.feature(mode).set("parley.representations", representations);
    }
}
