package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.cxf.client.CallStatus;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.ReplyKind;
import io.parley.testkit.channel.RawPeer;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.apache.cxf.endpoint.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the JMX view of endpoints, and the main switch. */
class ManagementTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final MBeanServer JMX = ManagementFactory.getPlatformMBeanServer();

    private final Published published = new Published();

    /** Other tests in this process have buses without an id. */
    @BeforeEach
    void giveBusesIds() {
        published.clientBus.setId("clients of " + getClass());
        published.serviceBus.setId("services of " + getClass());
    }

    @AfterEach
    void stop() throws Exception {
        for (ObjectName name : named("type=Switch,*")) {
            JMX.setAttribute(name, new Attribute("On", true));
        }
        published.close();
    }

    @Shows(Use.CONSOLE)
    @Test
    void aConsoleSeesWhatWasAgreedAndCounted() throws Exception {
        WrappedStations stations = stations(Mode.ALWAYS);
        stations.echo("x");

        ObjectName client = only("type=Client,bus=" + ObjectName.quote(published.clientBus.getId()) + ",*");
        ObjectName service = only("type=Service,bus=" + ObjectName.quote(published.serviceBus.getId()) + ",*");

        assertThat(JMX.getAttribute(client, "Address")).isEqualTo(published.address());
        assertThat(JMX.getAttribute(client, "Mode")).isEqualTo("always");
        assertThat(JMX.getAttribute(service, "Mode")).isEqualTo("auto");
        assertThat(JMX.getAttribute(client, "StreamedCalls")).isEqualTo(1L);
        assertThat(JMX.getAttribute(service, "StreamedCalls")).isEqualTo(1L);
        assertThat(value(JMX.getAttribute(client, "Agreement"), "representation"))
                .isEqualTo("hhfr");
        assertThat(value(JMX.getAttribute(service, "Agreement"), "digest"))
                .isEqualTo(value(JMX.getAttribute(client, "Agreement"), "digest"));
        assertThat((Long) JMX.getAttribute(client, "BytesOut")).isPositive();
        assertThat((String[]) JMX.getAttribute(service, "Listening")).hasSize(1);
        assertThat((String[]) JMX.getAttribute(client, "UntypedParts")).isEmpty();
        assertThat((String[]) JMX.getAttribute(client, "TypedPartNames")).hasSizeGreaterThan(10);
        assertThat(((TabularData) JMX.getAttribute(client, "FailedChannels")).values())
                .isEmpty();
        assertThat(((TabularData) JMX.getAttribute(service, "BreakEven")).values())
                .isEmpty();
    }

    @Shows(Use.CONSOLE_BREAK_EVEN)
    @Test
    void aConsoleSeesWhenTheStreamPaysWhereCostsAreWeighed() throws Exception {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().set("parley.policy", "break-even"));
        for (int call = 0; call < 5; call++) {
            stations.echo("x");
        }
        ObjectName client = only("type=Client,bus=" + ObjectName.quote(published.clientBus.getId()) + ",*");

        Object numbers = JMX.getAttribute(client, "BreakEven");

        assertThat((Long) value(numbers, "overheadMicros")).isPositive();
        assertThat((Long) value(numbers, "savingPerCallMicros")).isNotZero();
    }

    @Test
    void beansGoWithTheirEndpointsAndTheSwitchWithTheLast() throws Exception {
        WrappedStations one = stations(Mode.NEVER);
        WrappedStations other = published.proxy(WrappedStations.class, SOAP11, new ParleyFeature());
        assertThat(named("type=Client,bus=" + ObjectName.quote(published.clientBus.getId()) + ",*"))
                .as("two of one port")
                .hasSize(2);
        assertThat(named("type=Switch,*")).hasSize(1);

        Published.client(one).destroy();
        Published.client(other).destroy();
        published.server().destroy();

        assertThat(named("type=Client,bus=" + ObjectName.quote(published.clientBus.getId()) + ",*"))
                .isEmpty();
        assertThat(named("type=Service,bus=" + ObjectName.quote(published.serviceBus.getId()) + ",*"))
                .isEmpty();
    }

    /** Monitoring finds the beans again; a bus without an id gets another name in each process. */
    @Test
    void namesAreTheSameAfterARestart() throws Exception {
        Set<ObjectName> others = named("type=Client,*");
        Set<ObjectName> first = namesOfOneClient(others);

        assertThat(namesOfOneClient(others))
                .isEqualTo(first)
                .hasSize(1)
                .allSatisfy(name -> assertThat(name.getKeyProperty("bus")).isEqualTo("\"cxf\""));
        assertThat(named("type=Client,*")).as("they go with their bus").isEqualTo(others);
    }

    private static Set<ObjectName> namesOfOneClient(Set<ObjectName> others) throws Exception {
        try (Published process = new Published()) {
            process.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
            WrappedStations kept = process.proxy(WrappedStations.class, SOAP11, new ParleyFeature());
            Set<ObjectName> names = new HashSet<>(named("type=Client,*"));
            names.removeAll(others);
            assertThat(Published.status(kept).streamedCalls()).isZero();
            return names;
        }
    }

    @Test
    void oneEndpointIsSwitchedOffAndOnByItsBean() throws Exception {
        WrappedStations stations = stations(Mode.ALWAYS);
        WrappedStations other = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        stations.echo("x");
        ObjectName client = only("type=Client,number=1,bus=" + ObjectName.quote(published.clientBus.getId()) + ",*");

        JMX.setAttribute(client, new Attribute("On", false));
        assertThat(stations.echo("y")).isEqualTo("y");
        assertThat(Published.status(stations).fallbacks()).containsKey(FallbackReason.SWITCHED_OFF);
        assertThat(other.echo("z")).isEqualTo("z");
        assertThat(Published.status(other).streamedCalls()).isEqualTo(1);

        JMX.setAttribute(client, new Attribute("On", true));
        stations.echo("x");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    @Test
    void whoIsToldToNegotiatesAgain() throws Exception {
        WrappedStations stations = stations(Mode.ALWAYS);
        stations.echo("x");
        ObjectName client = only("type=Client,bus=" + ObjectName.quote(published.clientBus.getId()) + ",*");
        String before = (String) value(JMX.getAttribute(client, "Agreement"), "id");

        JMX.invoke(client, "negotiateAgain", new Object[0], new String[0]);
        stations.echo("y");

        assertThat(value(JMX.getAttribute(client, "Agreement"), "id")).isNotEqualTo(before);
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    @Shows(Use.KILL_SWITCH)
    @Test
    void switchedOffEvenClientsOfModeAlwaysCallBySoapAtOnceAndSayWhy() throws Exception {
        WrappedStations stations = stations(Mode.ALWAYS);
        stations.echo("streamed");

        JMX.setAttribute(only("type=Switch"), new Attribute("On", false));
        assertThat(stations.echo("by soap")).isEqualTo("by soap");

        assertThat(call(stations)).isEqualTo(Optional.of(FallbackReason.SWITCHED_OFF));
        assertThat(value(JMX.getAttribute(client(), "Fallbacks"), "SWITCHED_OFF"))
                .isEqualTo(1L);

        JMX.setAttribute(only("type=Switch"), new Attribute("On", true));
        stations.echo("streamed again");
        assertThat(call(stations)).isEmpty();
    }

    /** The offer comes from a test client that the switch does not affect, like a client in another process. */
    @Test
    void aServiceThatIsSwitchedOffRefusesOffersUntilItIsOnAgain() throws Exception {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        Offering offering = offering(server);

        JMX.setAttribute(only("type=Switch"), new Attribute("On", false));
        assertThat(offering.offered().refusal().reason()).isEqualTo(FallbackReason.SWITCHED_OFF);

        JMX.setAttribute(only("type=Switch"), new Attribute("On", true));
        assertThat(offering.offered().kind()).isEqualTo(ReplyKind.ANSWER);
    }

    @Test
    void aServiceThatIsSwitchedOffTakesNoMessageOfAnOpenSession() throws Exception {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        try (RawPeer peer = offering(server).agree().open()) {
            JMX.setAttribute(only("type=Switch"), new Attribute("On", false));
            peer.sendRequest(1, new byte[] {1});

            assertThat(peer.answer(1).aborted()).isEqualTo(ErrorCode.TERMS_CHANGED);
        }
    }

    private Offering offering(Server server) {
        return Offering.to(
                server,
                published.address(),
                Capabilities.builder().representations("hhfr").channel(ChannelTerm.plain("stream")));
    }

    private WrappedStations stations(Mode mode) {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        return published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(mode));
    }

    private ObjectName client() throws Exception {
        return only("type=Client,bus=" + ObjectName.quote(published.clientBus.getId()) + ",*");
    }

    private static Optional<FallbackReason> call(WrappedStations stations) {
        return ((CallStatus) ((BindingProvider) stations).getResponseContext().get(CallStatus.KEY)).reason();
    }

    private static Object value(Object table, String key) {
        return ((TabularData) table).get(new Object[] {key}).get("value");
    }

    private static ObjectName only(String pattern) throws Exception {
        await().until(() -> named(pattern).size() == 1);
        return named(pattern).iterator().next();
    }

    private static Set<ObjectName> named(String pattern) throws Exception {
        return JMX.queryNames(new ObjectName("io.parley:" + pattern), null);
    }
}
