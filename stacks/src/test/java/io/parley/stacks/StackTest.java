package io.parley.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.util.Version;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.negotiation.Agreement;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.Optional;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StackTest {
    private final Bus ofService = BusFactory.newInstance().createBus();
    private final Bus ofClient = BusFactory.newInstance().createBus();
    private String address = "";

    @BeforeEach
    void takePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            address = "http://localhost:" + free.getLocalPort() + "/shop";
        }
    }

    @AfterEach
    void end() {
        ofClient.shutdown(true);
        ofService.shutdown(true);
    }

    @Test
    void theStackIsTheOneThatThePomNames() {
        assertThat(org.apache.cxf.version.Version.getCurrentVersion()).isEqualTo(System.getProperty("stack.cxf"));
        assertThat(Version.identify().values())
                .extracting(Version::artifactVersion)
                .containsOnly(System.getProperty("stack.netty"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void callsTravelOnTheChannelAndMeanWhatTheyMeanOverSoap(String channel) throws Exception {
        publish(true);
        Shop plain = proxy(null);
        Shop shop = proxy(channel);

        double[] numbers = new double[10_000];
        Arrays.setAll(numbers, i -> i / 3.0);
        assertThat(shop.sum(numbers)).isEqualTo(plain.sum(numbers));
        assertThat(shop.confirm(order(3))).usingRecursiveComparison().isEqualTo(plain.confirm(order(3)));
        Shop.SoldOut thrown = catchThrowableOfType(Shop.SoldOut.class, () -> shop.confirm(order(101)));
        assertThat(thrown).hasMessage("there are not so many");
        assertThat(thrown.getFaultInfo()).isEqualTo("tea");
        shop.note("first");
        await().untilAsserted(() -> assertThat(shop.notes()).containsExactly("first"));
        assertThat(status(shop).flatMap(ParleyStatus::agreement).map(Agreement::channel))
                .contains(channel);
        assertThat(status(shop).orElseThrow().parts()).allMatch(part -> part.isTyped());
    }

    @Test
    void aNettyThatIsTooOldForWebSocketsIsNamedWithTheFix() throws Exception {
        assumeTrue(System.getProperty("stack.netty").startsWith("4.1."), "this stack has a Netty that is new enough");
        publish(true);
        Shop shop = proxy("websocket");

        assertThatThrownBy(() -> shop.sum(new double[] {1}))
                .hasStackTraceContaining("websocket needs netty-codec-http and netty-handler 4.2.18 or 4.1.137, or later:");
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true"})
    void aSideWithoutParleyIsServedBySoap(boolean service, boolean client) throws Exception {
        publish(service);
        Shop shop = proxy(client ? "" : null);

        assertThat(shop.confirm(order(3)).state).isEqualTo(Shop.State.CONFIRMED);
        assertThat(shop.sum(new double[] {1, 2})).isEqualTo(3);
    }

    private void publish(boolean withParley) {
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(ofService);
        server.setServiceBean(new Till());
        server.setAddress(address);
        if (withParley) {
            server.getFeatures().add(new ParleyFeature());
        }
        server.create();
    }

    /**
     * Returns a client.
     *
     * @param channel null for a client without Parley, empty for one that need not stream
     */
    private Shop proxy(@Nullable String channel) {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(ofClient);
        client.setServiceClass(Shop.class);
        client.setAddress(address);
        if (channel != null) {
            ParleyFeature feature = new ParleyFeature();
            if (!channel.isEmpty()) {
                feature.set("parley.mode", "always");
                feature.set("parley.channels", channel);
            }
            client.getFeatures().add(feature);
        }
        return client.create(Shop.class);
    }

    private static Optional<ParleyStatus> status(Shop shop) {
        return ParleyStatus.of(ClientProxy.getClient(shop));
    }

    private static Shop.Order order(int count) throws Exception {
        Shop.Order order = new Shop.Order();
        order.customer = "Ada";
        order.placed = DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-11-26T12:00:00Z");
        Shop.Line line = new Shop.Line();
        line.article = "tea";
        line.count = count;
        line.price = new BigDecimal("3.50");
        line.picture = new byte[] {1, 2, 3};
        order.line.add(line);
        return order;
    }
}
