package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSMessageHeadersType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests offers over SOAP on a queue, and the sessions that follow on the jms channel. */
class JmsChannelTest {
    private final WrappedStationsImpl service = new WrappedStationsImpl();
    private static EmbeddedBroker broker;
    private final OnQueue on = new OnQueue(broker);

    @BeforeAll
    static void start() throws Exception {
        broker = OnQueue.start();
    }

    @AfterEach
    void leave() {
        on.closeBuses();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    @ParameterizedTest(name = "client {0}, service {1}, bytes {2}")
    @CsvSource({
        "true, true, false",
        "true, true, true",
        "true, false, false",
        "true, false, true",
        "false, true, false",
        "false, false, true"
    })
    void everythingAnswersAsOverSoap(boolean client, boolean with, boolean bytes) throws Exception {
        on.publish(service, features(with));
        WrappedStations proxy =
                on.proxy(WrappedStations.class, bytes ? on.queue().withBytes() : on.queue(), features(client));
        assertThat(proxy.echo("first")).isEqualTo("first");
        if (client) {
            settle(proxy);
        }

        StationCalls.make(proxy, service);

        if (client && with) {
            assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(StationCalls.ASKED);
            assertThat(OnQueue.status(proxy).typedParts()).isPositive();
            assertThat(OnQueue.status(proxy).fallbacks())
                    .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.NOT_STREAMABLE);
            assertThat(channel(proxy)).isEqualTo("jms");
        } else if (client) {
            assertThat(OnQueue.status(proxy).streamedCalls()).isZero();
            assertThat(OnQueue.status(proxy).fallbacks())
                    .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.NOT_CAPABLE);
        }
        assertThat(on.broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    @Shows(Use.JMS)
    @Test
    void oneServiceIsThereOverHttpTheStreamAndJmsAtOnce() throws Exception {
        Server onQueue = on.publish(service, Published.patient());
        String url = "http://localhost:" + Published.freePort() + "/stations";
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(on.serviceBus);
        publisher.setServiceBean(service);
        publisher.setAddress(url);
        publisher.getFeatures().add(Published.patient());
        Server onUrl = publisher.create();

        WrappedStations overStream = overHttp(on.clientBus, url, always());
        StationCalls.make(overStream, service);
        assertThat(channel(overStream)).isEqualTo("stream");
        WrappedStations overUrl = overHttp(on.serviceBus, url, always().set("parley.channels", "http"));
        StationCalls.make(overUrl, service);
        assertThat(channel(overUrl)).isEqualTo("http");
        WrappedStations overQueue = on.proxy(WrappedStations.class, always());
        StationCalls.ask(overQueue);
        assertThat(channel(overQueue)).isEqualTo("jms");

        assertThat(ParleyStatus.of(onQueue).orElseThrow().streamedCalls()).isEqualTo(StationCalls.ASKED);
        assertThat(ParleyStatus.of(onUrl).orElseThrow().streamedCalls()).isEqualTo(2L * StationCalls.COUNT);
    }

    private static WrappedStations overHttp(Bus bus, String url, ParleyFeature feature) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(url);
        factory.getFeatures().add(feature);
        return factory.create(WrappedStations.class);
    }

    @Shows(Use.JMS)
    @Test
    void aMessageOfTwentyTwoMegabytesGoesThrough() {
        on.publish(service, Published.patient());
        WrappedStations proxy = on.proxy(WrappedStations.class, always());
        double[] values = new double[22_000_000 / Double.BYTES];
        Arrays.fill(values, 0.5);

        assertThat(proxy.sum(Reading.of("north", values))).isEqualTo(values.length / 2.0);

        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
    }

    @Test
    void aCallThatMustStreamEndsWithTheTimeOfItsQueue() {
        WrappedStations proxy =
                on.proxy(WrappedStations.class, on.queue().withReceiveTimeout(Duration.ofSeconds(1)), always());

        assertThat(catchThrowable(() -> proxy.echo("x")))
                .hasCauseInstanceOf(SocketTimeoutException.class)
                .hasStackTraceContaining("NEGOTIATING");
    }

    @Test
    void aCallWithJmsHeadersOfItsOwnGoesBySoap() {
        on.publish(service, Published.patient());
        WrappedStations proxy = on.proxy(WrappedStations.class, Published.patient());
        JMSMessageHeadersType headers = new JMSMessageHeadersType();
        headers.setJMSPriority(7);
        Published.client(proxy).getRequestContext().put(JMSConstants.JMS_CLIENT_REQUEST_HEADERS, headers);

        assertThat(proxy.echo("x")).isEqualTo("x");

        assertThat(OnQueue.status(proxy).fallbacks()).containsOnlyKeys(FallbackReason.NOT_STREAMABLE);
    }

    @Test
    void channelsWithPortsAreNoneForAQueue() {
        on.publish(service, Published.patient());
        WrappedStations proxy =
                on.proxy(WrappedStations.class, Published.patient().set("parley.channels", "stream,http"));

        assertThat(proxy.echo("x")).isEqualTo("x");
        settle(proxy);

        assertThat(proxy.echo("y")).isEqualTo("y");
        assertThat(OnQueue.status(proxy).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.NO_COMMON_TERM);
    }

    /** The service sees the user accepted by the broker, over SOAP and over the channel. */
    @Test
    void callsRunAsTheUserOfTheBroker() throws Exception {
        EmbeddedBroker guarded = EmbeddedBroker.builder()
                .queue(OnQueue.NAME)
                .user("service", "s1", "services")
                .user("till 7", "t7", "tills")
                .user("till 8", "t8", "tills")
                .permit(OnQueue.NAME, "services", false, true)
                .permit(OnQueue.NAME, "tills", true, false)
                .permit("parley.stations.*", "services", false, true)
                .permit("parley.stations.*", "tills", true, false)
                .permit(EmbeddedBroker.TEMPORARY, "services", true, true)
                .permit(EmbeddedBroker.TEMPORARY, "tills", true, true)
                .permit(EmbeddedBroker.DEAD_LETTERS, "services", true, false)
                .start();
        try (OnQueue users = new OnQueue(guarded)) {
            BrokerAccess broker = BrokerAccess.byUrl(guarded.localUrl());
            OnQueue.publish(
                    users.serviceBus,
                    service,
                    SoapQueue.of(broker.as("service", "s1"), OnQueue.NAME).withUsersOfBroker(),
                    Published.patient());
            SoapQueue seven = SoapQueue.of(broker.as("till 7", "t7"), OnQueue.NAME);
            SoapQueue eight = SoapQueue.of(broker.as("till 8", "t8"), OnQueue.NAME);

            assertThat(users.proxy(WrappedStations.class, seven).whoAmI()).isEqualTo("till 7");
            WrappedStations first = users.proxy(WrappedStations.class, seven, always());
            WrappedStations second = users.proxy(WrappedStations.class, eight, always());
            assertThat(first.whoAmI()).isEqualTo("till 7");
            assertThat(second.whoAmI()).isEqualTo("till 8");
            assertThat(first.whoAmI()).isEqualTo("till 7");
            assertThat(OnQueue.status(first).streamedCalls()).isEqualTo(2);
            assertThat(agreement(first).id()).isNotEqualTo(agreement(second).id());
        }
    }

    @Test
    void aServiceThatIsStoppedLeavesItsClientsToSoap() throws Exception {
        Server first = on.publish(service, Published.patient());
        WrappedStations proxy = on.proxy(WrappedStations.class, Published.patient());
        proxy.echo("x");
        settle(proxy);
        proxy.echo("y");
        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
        first.destroy();
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> on.broker.queues().stream().noneMatch(name -> name.startsWith("parley.")));

        on.publish(service, Published.patient());
        StationCalls.make(proxy, service);

        assertThat(OnQueue.status(proxy).fallbacks().keySet())
                .as("going away holds for a second, then calls negotiate with the next service")
                .isSubsetOf(FallbackReason.NEGOTIATING, FallbackReason.GOING_AWAY, FallbackReason.NOT_STREAMABLE);
    }

    private static ParleyFeature[] features(boolean on) {
        return on ? new ParleyFeature[] {Published.patient()} : new ParleyFeature[0];
    }

    private static ParleyFeature always() {
        return Published.patient().mode(Mode.ALWAYS);
    }

    private static void settle(Object proxy) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> !ParleyStatus.isNegotiating(Published.client(proxy)));
    }

    private static String channel(Object proxy) {
        return agreement(proxy).channel();
    }

    private static Agreement agreement(Object proxy) {
        return OnQueue.status(proxy).agreement().orElseThrow();
    }
}
