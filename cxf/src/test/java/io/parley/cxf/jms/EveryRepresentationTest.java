package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.EmbeddedBroker;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every representation over every channel of the plugin, with typed parts if it has them and whole envelopes
 * otherwise: calls of all kinds, and messages of several fragments, whose length {@code
 * -Dparley.everywhere.doubles=2000000} increases. EXI gets fewer numbers, since its reading time grows faster than
 * their count.
 */
class EveryRepresentationTest {
    private static final String[] ALL = {"hhfr", "bnux", "tdxml", "xml", "fastinfoset", "exi", "exi-schema"};
    private static final Set<String> TYPED = Set.of("hhfr", "tdxml");
    private static final int DOUBLES = Integer.getInteger("parley.everywhere.doubles", 20_000);

    private static final WrappedStationsImpl SERVICE = new WrappedStationsImpl();
    private static EmbeddedBroker broker;
    private static OnQueue on;
    private static String url;

    @BeforeAll
    static void publish() throws Exception {
        broker = OnQueue.start();
        on = new OnQueue(broker);
        on.publish(SERVICE, offering(Published.patient(), String.join(",", ALL)));
        url = "http://localhost:" + Published.freePort() + "/stations";
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(on.serviceBus);
        publisher.setServiceBean(SERVICE);
        publisher.setAddress(url);
        publisher.getFeatures().add(offering(Published.patient(), String.join(",", ALL)));
        Server server = publisher.create();
        assertThat(server.isStarted()).isTrue();
    }

    @AfterAll
    static void stop() throws Exception {
        on.closeBuses();
        broker.close();
    }

    static Stream<Arguments> pairs() {
        return Arrays.stream(ALL)
                .flatMap(representation ->
                        Stream.of("stream", "http", "jms").map(channel -> Arguments.of(representation, channel)));
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("pairs")
    void answersAsOverSoap(String representation, String channel) throws Exception {
        ParleyFeature feature = offering(Published.patient().mode(Mode.ALWAYS), representation);
        boolean onQueue = channel.equals("jms");
        WrappedStations stations =
                onQueue ? on.proxy(WrappedStations.class, feature) : overHttp(feature.set("parley.channels", channel));

        if (onQueue) {
            StationCalls.ask(stations);
        } else {
            StationCalls.make(stations, SERVICE);
        }
        double[] values = DoubleStream.iterate(1.5, value -> value + 0.25)
                .limit(representation.startsWith("exi") ? DOUBLES / 10 : DOUBLES)
                .toArray();
        assertThat(stations.sum(Reading.of("north", values)))
                .isEqualTo(DoubleStream.of(values).sum());
        String text = "many letters, <é> & 東京\n".repeat(10_000);
        assertThat(stations.echo(text)).isEqualTo(text);

        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(stations)).orElseThrow();
        assertThat(status.agreement().orElseThrow().representation()).isEqualTo(representation);
        assertThat(status.agreement().orElseThrow().channel()).isEqualTo(channel);
        assertThat(status.streamedCalls()).isEqualTo((onQueue ? StationCalls.ASKED : StationCalls.COUNT) + 2);
        assertThat(status.typedParts() > 0).isEqualTo(TYPED.contains(representation));
        assertThat(status.fallbacks()).isEmpty();
        ClientProxy.getClient(stations).destroy();
    }

    @Test
    void operationsOfOneServiceHaveDifferentOnesOverTheSameChannel() throws Exception {
        WrappedStations stations = on.proxy(
                WrappedStations.class,
                offering(
                        Published.patient().mode(Mode.ALWAYS),
                        "hhfr,bnux; echo=tdxml; sum=exi; swap=fastinfoset; fail=xml"));

        StationCalls.ask(stations);

        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(stations)).orElseThrow();
        assertThat(status.agreement().orElseThrow().representations())
                .containsExactly("hhfr", "exi", "fastinfoset", "tdxml", "xml");
        assertThat(status.streamedCalls()).isEqualTo(StationCalls.ASKED);
        assertThat(status.fallbacks()).isEmpty();
        ClientProxy.getClient(stations).destroy();
    }

    private static WrappedStations overHttp(ParleyFeature feature) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(on.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(url);
        factory.getFeatures().add(feature);
        return (WrappedStations) factory.create();
    }

    private static ParleyFeature offering(ParleyFeature feature, String representations) {
        return feature.set("parley.representations", representations);
    }
}
