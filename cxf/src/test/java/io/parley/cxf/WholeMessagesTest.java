package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests conversations in representations that carry whole messages as infoset. */
class WholeMessagesTest {
    private static final String BINDING = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bnux", "xml", "fastinfoset", "exi", "exi-schema"})
    void aClientAndItsServiceTalkInTheOneThatTheyAgreedOn(String representation) throws Exception {
        published.publish(new WrappedStationsImpl(), BINDING, offering("hhfr," + representation));
        WrappedStations stations = published.proxy(WrappedStations.class, BINDING, offering(representation));
        var current = new Holder<>(Reading.of("nörth, 東京 😀", 1, 2));
        var count = new Holder<Integer>();

        assertThat(stations.sum(Reading.of("north", 1, 2.5))).isEqualTo(3.5);
        assertThat(stations.echo("a < b & c\n]]>")).isEqualTo("a < b & c\n]]>");
        stations.swap(current, count);
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);

        ParleyStatus status = Published.status(stations);
        assertThat(status.agreement().orElseThrow().representation()).isEqualTo(representation);
        assertThat(status.streamedCalls()).isEqualTo(4);
        assertThat(status.infosetParts()).isEqualTo(4);
        assertThat(status.typedParts()).isZero();
        assertThat(status.fallbacks()).isEmpty();
    }

    private static ParleyFeature offering(String representations) {
        return Published.feature(Mode.ALWAYS).set("parley.representations", representations);
    }
}
