package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.BareStations;
import io.parley.cxf.services.BareStationsImpl;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.RpcStations;
import io.parley.cxf.services.RpcStationsImpl;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.Stations;
import io.parley.cxf.services.StationsImpl;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests client and service, each with or without Parley, over real HTTP: the application sees no difference. */
class PairingsTest {
    private static final int CALLS = 7;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    static Stream<Arguments> pairings() {
        List<Arguments> all = new ArrayList<>();
        for (boolean client : new boolean[] {true, false}) {
            for (boolean service : new boolean[] {true, false}) {
                for (String version : List.of(SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING)) {
                    all.add(Arguments.of(client, service, version, WrappedStations.class, new WrappedStationsImpl()));
                    all.add(Arguments.of(client, service, version, RpcStations.class, new RpcStationsImpl()));
                }
            }
        }
        return all.stream();
    }

    @Shows(Use.HOLDERS)
    @Shows(Use.ONE_WAY)
    @Shows(Use.FAULTS)
    @ParameterizedTest(name = "client {0}, service {1}, {2}, {3}")
    @MethodSource("pairings")
    <T extends Stations> void everythingAnswersAsOverSoap(
            boolean client, boolean service, String version, Class<T> type, StationsImpl stations)
            throws InterruptedException {
        published.publish(stations, version, features(service));
        T proxy = published.proxy(type, version, features(client));
        proxy.echo("first");
        if (client) {
            settle(proxy);
        }
        long before = client ? Published.status(proxy).streamedCalls() : 0;

        call(proxy, stations);

        if (client && service) {
            assertThat(Published.status(proxy).streamedCalls() - before).isEqualTo(CALLS);
            assertThat(Published.status(proxy).fallbacks()).containsOnlyKeys(FallbackReason.NEGOTIATING);
        } else if (client) {
            assertThat(Published.status(proxy).streamedCalls()).isZero();
            assertThat(Published.status(proxy).fallbacks())
                    .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.NOT_CAPABLE);
        }
    }

    static Stream<Arguments> barePairings() {
        return Stream.of(true, false)
                .flatMap(client -> Stream.of(true, false)
                        .flatMap(service -> Stream.of(SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING)
                                .map(version -> Arguments.of(client, service, version))));
    }

    @Shows(Use.FAULTS)
    @ParameterizedTest(name = "client {0}, service {1}, {2}")
    @MethodSource("barePairings")
    void bareOperationsAnswerAsOverSoap(boolean client, boolean service, String version) throws InterruptedException {
        BareStationsImpl stations = new BareStationsImpl();
        published.publish(stations, version, features(service));
        BareStations proxy = published.proxy(BareStations.class, version, features(client));
        proxy.echo("first");
        if (client) {
            settle(proxy);
        }

        assertThat(proxy.echo("x")).isEqualTo("x");
        assertThat(proxy.sum(Reading.of("n", 1, 2))).isEqualTo(3);
        assertThatThrownBy(() -> proxy.fail("checked")).isInstanceOf(StationException.class);
        proxy.tell("bare");
        assertThat(stations.told().poll(60, TimeUnit.SECONDS)).isEqualTo("bare");
        if (client && service) {
            assertThat(Published.status(proxy).streamedCalls()).isEqualTo(4);
        }
    }

    private static ParleyFeature[] features(boolean on) {
        return on ? new ParleyFeature[] {Published.feature(Mode.AUTO)} : new ParleyFeature[0];
    }

    /** Waits until the negotiation started by the first call has ended, with any outcome. */
    private static void settle(Object proxy) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> !ParleyStatus.isNegotiating(Published.client(proxy)));
    }

    private static void call(Stations proxy, StationsImpl service) throws InterruptedException {
        assertThat(proxy.echo("ünï©ødé \uD83D\uDE00 & <markup>")).isEqualTo("ünï©ødé \uD83D\uDE00 & <markup>");
        assertThat(proxy.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4.0);

        Holder<Reading> current = new Holder<>(Reading.of("north", 7, 8));
        Holder<Integer> count = new Holder<>();
        assertThat(proxy.swap(current, count)).isEqualTo(Reading.of("north", 7, 8));
        assertThat(current.value).isEqualTo(Reading.of("north'", 1, 2, 3));
        assertThat(count.value).isEqualTo(2);

        assertThatThrownBy(() -> proxy.fail("checked")).isInstanceOfSatisfying(StationException.class, fault -> {
            assertThat(fault.getFaultInfo().code).isEqualTo(42);
            assertThat(fault).hasMessage("station is down");
        });
        assertThatThrownBy(() -> proxy.fail("other"))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessage("unchecked: other");

        proxy.tell("later");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("later");
        assertThat(proxy.whoAmI()).isEqualTo("nobody");
    }
}
