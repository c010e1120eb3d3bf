package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.cxf.client.CallStatus;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.settings.Setting;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.io.ByteArrayResource;

/** Tests the ways to switch Parley on, what is prepared at once, and what a caller can see. */
class SwitchedOnTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    /** A client interface annotated to stream. */
    @Parley(mode = Mode.ALWAYS)
    @WebService(targetNamespace = "urn:parley:test", name = "WrappedStations")
    interface StreamedStations extends WrappedStations {}

    /** A service class annotated to stream. */
    @Parley
    @WebService(targetNamespace = "urn:parley:test", endpointInterface = "io.parley.cxf.services.WrappedStations")
    public static class StreamedStationsImpl extends WrappedStationsImpl {}

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.ANNOTATION)
    @Test
    void theAnnotationSwitchesOnWhereItStands() throws Exception {
        Server plain = published.publishAny(new WrappedStationsImpl(), published.endpoint("plain"), SOAP11);
        Server server = published.publishAny(new StreamedStationsImpl(), published.address(), SOAP11);
        published.clientBus.setProperty("parley.negotiation-millis", 60_000);
        StreamedStations stations = published.proxy(StreamedStations.class, SOAP11);

        assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);

        assertThat(ParleyStatus.of(plain)).isEmpty();
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(1);
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        assertThat(ParleyStatus.of(Published.client(published.proxy(WrappedStations.class, SOAP11))))
                .isEmpty();
    }

    @Test
    void aFeatureThatIsGivenBesidesTheAnnotationWins() {
        published.publish(new StreamedStationsImpl(), SOAP11);
        StreamedStations stations =
                published.proxy(StreamedStations.class, SOAP11, new ParleyFeature().mode(Mode.NEVER));

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(Published.status(stations).streamedCalls()).isZero();
    }

    @Test
    void aFeatureThatIsGivenWhereTheBusHasItOnWins() {
        published.serviceBus.setProperty(ParleyFeature.ENABLED, true);
        published.clientBus.setProperty(ParleyFeature.ENABLED, true);
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations never = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.NEVER));
        WrappedStations always = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(Mode.ALWAYS).limit(Limit.MESSAGE_BYTES, 100_000));

        assertThat(never.echo("x")).isEqualTo("x");
        assertThat(always.echo("x")).isEqualTo("x");

        assertThat(Published.status(never).fallbacks()).isEmpty();
        assertThat(Published.status(never).negotiation()).isEmpty();
        ParleyStatus status = Published.status(always);
        assertThat(status.streamedCalls()).as("and each call once").isEqualTo(1);
        assertThat(status.agreement().orElseThrow().limits().get(Limit.MESSAGE_BYTES))
                .isEqualTo(100_000);
    }

    @Test
    void aFeatureSaysWhetherCallsAreWatchedThoughTheBusHadSwitchedTheClientOnBefore() {
        published.clientBus.setProperty(ParleyFeature.ENABLED, true);
        published.serviceBus.setProperty(ParleyFeature.ENABLED, true);
        published.publish(new StreamedStationsImpl(), SOAP11, new ParleyFeature().set(Setting.CONSOLE, true));
        WrappedStations watched = published.proxy(
                WrappedStations.class,
                SOAP11,
                new ParleyFeature().mode(Mode.NEVER).set(Setting.CONSOLE, true));
        assertThat(watched.echo("x")).isEqualTo("x");
        assertThat(callsBySoap(published.clientBus)).containsExactly(1L);
        assertThat(callsBySoap(published.serviceBus)).containsExactly(1L);

        published.clientBus.setProperty(Settings.CONSOLE, true);
        WrappedStations unwatched = published.proxy(
                WrappedStations.class,
                SOAP11,
                new ParleyFeature().mode(Mode.NEVER).set(Setting.CONSOLE, false));
        assertThat(unwatched.echo("x")).isEqualTo("x");
        assertThat(callsBySoap(published.clientBus)).containsExactly(1L, 0L);
    }

    private static List<Long> callsBySoap(Bus bus) {
        return ParleyEndpoints.of(bus).stream()
                .map(entry -> entry.load().get().soap().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .toList();
    }

    @Test
    void operatorsSeeWhatBoundsTheMemoryOfABusInBothDirections() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature().limit(Limit.TOTAL_BYTES, 50_000_000));
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(ParleyEndpoints.resources(published.serviceBus).orElseThrow().heldLimit())
                .isEqualTo(100_000_000);
    }

    @Test
    void theAnnotationWinsOverTheBus() {
        published.clientBus.setProperty(ParleyFeature.ENABLED, true);
        published.clientBus.setProperty("parley.mode", "never");
        published.clientBus.setProperty("parley.negotiation-millis", 60_000);
        published.publish(new StreamedStationsImpl(), SOAP11);
        StreamedStations stations = published.proxy(StreamedStations.class, SOAP11);

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.SPRING_XML)
    @Test
    void springXmlMakesAFeatureWithItsSettings() {
        String xml = """
                <beans xmlns="http://www.springframework.org/schema/beans"
                       xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                       xsi:schemaLocation="http://www.springframework.org/schema/beans
                                           http://www.springframework.org/schema/beans/spring-beans.xsd">
                  <bean id="parley" class="io.parley.cxf.ParleyFeature">
                    <property name="mode" value="always"/>
                    <property name="settings">
                      <map><entry key="parley.negotiation-millis" value="60000"/></map>
                    </property>
                  </bean>
                </beans>
                """;
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        try (GenericXmlApplicationContext spring =
                new GenericXmlApplicationContext(new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8)))) {
            WrappedStations stations =
                    published.proxy(WrappedStations.class, SOAP11, spring.getBean(ParleyFeature.class));

            assertThat(stations.echo("x")).isEqualTo("x");
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        }
    }

    @Test
    void aServiceOnLoopbackListensThereBeforeAnybodyAsks() throws Exception {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        ParleyStatus.ready(server).toCompletableFuture().get(60, TimeUnit.SECONDS);

        assertThat(ParleyStatus.of(server).orElseThrow().listening())
                .singleElement()
                .extracting(Address::host)
                .isEqualTo("localhost");
    }

    @Test
    void aServiceOnAllAddressesListensOnAllUnlessToldOtherwise() throws Exception {
        String everywhere = "http://0.0.0.0:" + published.port + "/";
        Server all = published.publishAny(new WrappedStationsImpl(), everywhere + "all", SOAP11, new ParleyFeature());
        ParleyStatus.ready(all).toCompletableFuture().get(60, TimeUnit.SECONDS);
        Published other = new Published();
        try {
            Server one = other.publishAny(
                    new WrappedStationsImpl(),
                    "http://0.0.0.0:" + other.port + "/one",
                    SOAP11,
                    new ParleyFeature().set("parley.bind", "127.0.0.1"));
            ParleyStatus.ready(one).toCompletableFuture().get(60, TimeUnit.SECONDS);

            assertThat(host(all)).isIn("0.0.0.0", "0:0:0:0:0:0:0:0");
            assertThat(host(one)).isEqualTo("127.0.0.1");
        } finally {
            other.close();
        }
    }

    @Test
    void theResponseContextTellsHowTheCallTravelled() throws Exception {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        BindingProvider caller = (BindingProvider) stations;

        assertThat(stations.echo("first")).isEqualTo("first");
        assertThat(travelled(caller).reason()).contains(FallbackReason.NEGOTIATING);
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);

        assertThat(stations.echo("second")).isEqualTo("second");
        assertThat(travelled(caller).streamed()).isTrue();

        caller.getRequestContext().put("parley.mode", "never");
        assertThat(stations.echo("third")).isEqualTo("third");
        assertThat(travelled(caller).reason()).contains(FallbackReason.MODE_NEVER);
    }

    @Shows(Use.CALL_MODE)
    @Test
    void modeAlwaysOfOneCallFailsThatCallAlone() throws Exception {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11);
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        BindingProvider caller = (BindingProvider) stations;
        assertThat(stations.echo("first")).isEqualTo("first");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);

        caller.getRequestContext().put("parley.mode", "always");
        assertThatThrownBy(() -> stations.echo("second")).hasStackTraceContaining(FallbackReason.NOT_CAPABLE.name());
        caller.getRequestContext().remove("parley.mode");

        assertThat(stations.echo("third")).isEqualTo("third");
        assertThat(travelled(caller).reason()).contains(FallbackReason.NOT_CAPABLE);
    }

    @Shows(Use.ENDPOINT_PROPERTIES)
    @Test
    void propertiesOfAnEndpointAreItsSettingsAndWinOverThoseOfTheBus() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        published.clientBus.setProperty(ParleyFeature.ENABLED, true);
        published.clientBus.setProperty("parley.mode", "never");
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(published.address());
        factory.setProperties(new HashMap<>(Map.of(
                "parley.mode",
                "always",
                "parley.representations",
                "bnux",
                "parley.negotiation-millis",
                "20000",
                Limit.MESSAGE_BYTES.setting(),
                100_000)));
        WrappedStations always = factory.create(WrappedStations.class);
        WrappedStations asTheBus = published.proxy(WrappedStations.class, SOAP11);

        assertThat(always.echo("x")).isEqualTo("x");
        assertThat(asTheBus.echo("y")).isEqualTo("y");

        ParleyStatus status = Published.status(always);
        assertThat(status.streamedCalls()).isEqualTo(1);
        assertThat(status.agreement().orElseThrow().representation()).isEqualTo("bnux");
        assertThat(status.agreement().orElseThrow().limits().get(Limit.MESSAGE_BYTES))
                .isEqualTo(100_000);
        assertThat(Published.status(asTheBus).streamedCalls()).isZero();
    }

    private static CallStatus travelled(BindingProvider caller) {
        return (CallStatus) caller.getResponseContext().get(CallStatus.KEY);
    }

    private static String host(Server server) {
        return ParleyStatus.of(server).orElseThrow().listening().get(0).host();
    }
}
