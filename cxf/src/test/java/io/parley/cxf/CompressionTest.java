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
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests compressed messages in every representation and over both channels. */
class CompressionTest {
    private static final String BINDING = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String LONG = "the same words again and again, ".repeat(10_000);

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @ParameterizedTest
    @CsvSource({
        "zstd, hhfr, stream",
        "zstd, bnux, http",
        "zstd, tdxml, stream",
        "lz4, xml, stream",
        "lz4, hhfr, http",
        "gzip, fastinfoset, stream",
        "gzip, exi, http",
        "gzip, bnux, stream"
    })
    void messagesAreCompressedAndCallsNoticeNothing(String compression, String representation, String channel)
            throws Exception {
        ParleyFeature service = offering(compression, representation, channel);
        published.publish(new WrappedStationsImpl(), BINDING, service);
        WrappedStations stations =
                published.proxy(WrappedStations.class, BINDING, offering(compression, representation, channel));
        double[] values = new double[20_000];
        Arrays.setAll(values, i -> i % 10);
        var current = new Holder<>(Reading.of("nörth, 東京 😀", values));
        var count = new Holder<Integer>();

        assertThat(stations.echo("short")).isEqualTo("short");
        assertThat(stations.echo(LONG)).isEqualTo(LONG);
        assertThat(stations.sum(Reading.of("north", values))).isEqualTo(90_000);
        stations.swap(current, count);
        stations.tell(LONG);
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);

        ParleyStatus status = Published.status(stations);
        assertThat(status.agreement().orElseThrow().compression()).isEqualTo(compression);
        assertThat(status.agreement().orElseThrow().representation()).isEqualTo(representation);
        assertThat(status.streamedCalls()).isEqualTo(6);
        assertThat(status.fallbacks()).isEmpty();
        assertThat(status.traffic().bytesOut()).isBetween(500L, 2L * LONG.length() / 3);
    }

    @Test
    void whereTheOtherSideHasNoneOfThemMessagesGoAsTheyAre() {
        published.publish(new WrappedStationsImpl(), BINDING, compressing("gzip"));
        WrappedStations stations = published.proxy(WrappedStations.class, BINDING, compressing("zstd, lz4"));

        assertThat(stations.echo(LONG)).isEqualTo(LONG);

        ParleyStatus status = Published.status(stations);
        assertThat(status.agreement().orElseThrow().compression()).isEqualTo("none");
        assertThat(status.traffic().bytesOut()).isGreaterThan(LONG.length());
    }

    @Test
    void theFirstOfTheClientsThatTheServiceHasIsChosen() {
        published.publish(new WrappedStationsImpl(), BINDING, compressing("gzip, lz4"));
        WrappedStations stations = published.proxy(WrappedStations.class, BINDING, compressing("zstd, lz4, gzip"));

        assertThat(stations.echo(LONG)).isEqualTo(LONG);

        assertThat(Published.status(stations).agreement().orElseThrow().compression())
                .isEqualTo("lz4");
    }

    @Test
    void nothingIsCompressedUnlessSwitchedOn() {
        published.publish(new WrappedStationsImpl(), BINDING, compressing("zstd"));
        WrappedStations stations = published.proxy(WrappedStations.class, BINDING, Published.feature(Mode.ALWAYS));

        assertThat(stations.echo(LONG)).isEqualTo(LONG);

        assertThat(Published.status(stations).agreement().orElseThrow().compression())
                .isEqualTo("none");
    }

    private static ParleyFeature compressing(String compressions) {
        return Published.feature(Mode.ALWAYS).set("parley.compression", compressions);
    }

    private static ParleyFeature offering(String compression, String representation, String channel) {
        return compressing(compression)
                .set("parley.representations", representation)
                .set("parley.channels", channel);
    }
}
