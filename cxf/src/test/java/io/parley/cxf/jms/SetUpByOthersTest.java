package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyProbe;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jws.WebService;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.jms.ConnectionFactoryFeature;
import org.apache.cxf.transport.jms.JMSConfigFeature;
import org.apache.cxf.transport.jms.JMSConfiguration;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSMessageHeadersType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests endpoints on queues that were set up with CXF's own API. */
class SetUpByOthersTest {
    /** A queue name that cannot be a listener's host name. */
    private static final String ODD = "orders/of the:north";

    private static EmbeddedBroker broker;
    private final WrappedStationsImpl service = new WrappedStationsImpl();
    private final OnQueue on = new OnQueue(broker);

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.builder().queue(OnQueue.NAME).queue(ODD).start();
    }

    @AfterEach
    void leave() {
        on.closeBuses();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    /** The feature's factory is set when a call is sent, which is after the call's first steps. */
    @Shows(Use.JMS_FACTORIES)
    @Test
    void theFirstCallStreamsWithAConnectionFactoryFeature() {
        publish(on.queue().address(), factoryFeature());
        WrappedStations proxy = proxy(on.queue().address(), always(), factoryFeature());

        assertThat(proxy.echo("x")).isEqualTo("x");

        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
    }

    @Test
    void aConnectionFactoryFeatureOfTheBusIsSeenToo() {
        publish(on.queue().address(), factoryFeature());
        new ConnectionFactoryFeature(factory()).initialize(on.clientBus, on.clientBus);
        WrappedStations proxy = proxy(on.queue().address(), always());

        assertThat(proxy.echo("x")).isEqualTo("x");

        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
    }

    @Test
    void aProbeGoesByTheConnectionFactoryFeatureToo() throws Exception {
        publish(on.queue().address(), factoryFeature());
        WrappedStations proxy = proxy(on.queue().address(), Published.patient(), factoryFeature());

        assertThat(ParleyProbe.run(Published.client(proxy), 1).agreement()).isPresent();
    }

    @Test
    void oneNegotiationIsEnoughForAConnectionFactoryFeature() {
        publish(on.queue().address(), factoryFeature());
        WrappedStations proxy = proxy(on.queue().address(), Published.patient(), factoryFeature());
        proxy.echo("x");
        settle(proxy);

        assertThat(proxy.echo("y")).isEqualTo("y");

        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
        assertThat(OnQueue.status(proxy).fallbacks()).containsOnlyKeys(FallbackReason.NEGOTIATING);
    }

    @Test
    void aMissingConnectionFactoryIsNamedAndNotCalledSilence() {
        WrappedStations proxy = proxy(on.queue().address(), always());

        assertThatThrownBy(() -> proxy.echo("x"))
                .hasStackTraceContaining("connection factory")
                .satisfies(SetUpByOthersTest::saysNothingOfSilence);
    }

    @Test
    void aBrokerThatCannotBeReachedIsNamedAndNotCalledSilence() {
        WrappedStations proxy =
                proxy(on.queue().address(), always(), new ConnectionFactoryFeature(refusing("nobody at the door")));

        assertThatThrownBy(() -> proxy.echo("x"))
                .hasStackTraceContaining("nobody at the door")
                .satisfies(SetUpByOthersTest::saysNothingOfSilence);
    }

    @Test
    void silenceIsToldWithTheTimeThatItTook() {
        WrappedStations proxy =
                proxy(on.queue().address(), always().set("parley.negotiation-millis", 300), factoryFeature());

        assertThatThrownBy(() -> proxy.echo("x")).hasStackTraceContaining("no reply within 3");
    }

    private static void saysNothingOfSilence(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            assertThat(String.valueOf(each.getMessage())).doesNotContain("no reply within");
        }
    }

    @Shows(Use.JMS_FACTORIES)
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aQueueThatIsLookedUpStreams(boolean atServiceToo) {
        publish(atServiceToo ? jndi("dynamicQueues/stations") : on.queue().address(), factoryFeature());
        WrappedStations proxy = proxy(jndi("dynamicQueues/stations"), always());

        assertThat(proxy.echo("x")).isEqualTo("x");
        assertThat(proxy.echo("y")).isEqualTo("y");

        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(2);
    }

    /** Every subscriber would receive the offer, and only one of them would have the session. */
    @Test
    void aTopicThatIsLookedUpStaysOnSoapAndSaysWhy() {
        WrappedStations proxy = proxy(jndi("dynamicTopics/stations"), always());

        assertThatThrownBy(() -> proxy.echo("x"))
                .hasStackTraceContaining("UNSUPPORTED_ENDPOINT")
                .hasStackTraceContaining("topic");
    }

    @Test
    void aNameThatCannotBeLookedUpIsNamed() {
        WrappedStations proxy = proxy(jndi("nowhere/stations"), always());

        Throwable failure = catchThrowable(() -> proxy.echo("x"));

        assertThat(failure).hasStackTraceContaining("nowhere/stations");
        saysNothingOfSilence(failure);
    }

    @Test
    void aQueueOfAnyNameStreams() {
        publish("jms:queue:" + ODD, configured(ODD));
        WrappedStations proxy = proxy("jms:queue:" + ODD, always(), configured(ODD));

        assertThat(proxy.echo("x")).isEqualTo("x");

        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
    }

    /** Settings for responses in a client's address also apply to the answer to an offer. */
    @Shows(Use.JMS_FACTORIES)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "messageType=byte",
                "useConduitIdSelector=false",
                "conduitIdSelectorPrefix=till",
                "replyToName=answers",
                "replyToName=answers&useConduitIdSelector=false",
                "replyToName=answers&oneSessionPerConnection=true",
                "sessionTransacted=true"
            })
    void whatAClientsAddressSetsIsKept(String parameters) {
        publish(on.queue().address(), factoryFeature());
        WrappedStations proxy = proxy(on.queue().address() + "?" + parameters, always(), factoryFeature());

        assertThat(proxy.echo("x")).isEqualTo("x");

        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
    }

    /** The offer carries the property too, so it reaches the service that receives the calls. */
    @Test
    void eachOfTwoServicesWithSelectorsGetsItsOwnCalls() throws Exception {
        Counting north = new Counting();
        Counting south = new Counting();
        publish(north, on.queue().address() + "?messageSelector=side='north'", factoryFeature());
        publish(south, on.queue().address() + "?messageSelector=side='south'", factoryFeature());
        WrappedStations proxy = proxy(on.queue().address(), Published.patient(), factoryFeature());
        bring(proxy, "north");
        proxy.echo("x");
        settle(proxy);
        proxy.echo("y");
        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
        assertThat(north.calls).hasValue(2);

        bring(proxy, "south");
        proxy.echo("z");

        assertThat(south.calls).hasValue(1);
        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
        assertThat(OnQueue.status(proxy).fallbacks()).containsKey(FallbackReason.IDENTITY_DIFFERS);
    }

    private static void bring(WrappedStations proxy, String side) {
        Published.client(proxy).getRequestContext().put(Message.PROTOCOL_HEADERS, Map.of("side", List.of(side)));
    }

    /** Counts its calls. */
    @WebService(endpointInterface = "io.parley.cxf.services.WrappedStations", serviceName = "WrappedStationsService")
    public static class Counting extends WrappedStationsImpl {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public String echo(String value) {
            calls.incrementAndGet();
            return value;
        }
    }

    @Test
    void callsToATopicGoBySoapToAllWhoListen() throws Exception {
        String topic = "jms:topic:news";
        publish(topic + "?durableSubscriptionName=first&durableSubscriptionClientId=one", factoryFeature());
        WrappedStationsImpl second = new WrappedStationsImpl();
        publish(second, topic, factoryFeature());
        WrappedStations proxy = proxy(topic, Published.patient(), factoryFeature());

        proxy.tell("everybody");
        proxy.echo("x");

        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("everybody");
        assertThat(second.told().poll(60, TimeUnit.SECONDS)).isEqualTo("everybody");
        assertThat(OnQueue.status(proxy).fallbacks()).containsOnlyKeys(FallbackReason.NOT_STREAMABLE);
        assertThat(OnQueue.status(proxy).lastDetail()).contains("topic");
    }

    @Test
    void aOneWayDispatchStaysOnTheQueueToo() throws Exception {
        publish(on.queue().address(), factoryFeature());
        QName port = new QName("urn:parley:test", "WrappedStationsPort");
        BusFactory.setThreadDefaultBus(on.clientBus);
        try {
            Service jaxws = Service.create(new QName("urn:parley:test", "WrappedStationsService"));
            jaxws.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, on.queue().address());
            Dispatch<Source> dispatch = jaxws.createDispatch(
                    port, Source.class, Service.Mode.PAYLOAD, Published.patient(), factoryFeature());
            dispatch.invoke(payload("<echo xmlns='urn:parley:test'><value xmlns=''>x</value></echo>"));
            Client client = ((DispatchImpl<Source>) dispatch).getClient();
            await().atMost(60, TimeUnit.SECONDS).until(() -> !ParleyStatus.isNegotiating(client));

            dispatch.invokeOneWay(payload("<tell xmlns='urn:parley:test'><what xmlns=''>it</what></tell>"));

            assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("it");
            ParleyStatus status = ParleyStatus.of(client).orElseThrow();
            assertThat(status.streamedCalls()).isZero();
            assertThat(status.fallbacks()).containsKey(FallbackReason.NOT_STREAMABLE);
        } finally {
            BusFactory.setThreadDefaultBus(null);
        }
    }

    private static Source payload(String xml) {
        return new StreamSource(new StringReader(xml));
    }

    @Test
    void jmsHeadersThatAnInterceptorSetsKeepTheCallOnSoap() {
        publish(on.queue().address(), factoryFeature());
        WrappedStations proxy = proxy(on.queue().address(), Published.patient(), factoryFeature());
        proxy.echo("x");
        settle(proxy);
        Published.client(proxy).getOutInterceptors().add(new Hurrying());

        proxy.echo("y");

        assertThat(OnQueue.status(proxy).streamedCalls()).isZero();
        assertThat(OnQueue.status(proxy).fallbacks()).containsKey(FallbackReason.NOT_STREAMABLE);
    }

    /** Gives each call its own priority. */
    private static final class Hurrying extends AbstractPhaseInterceptor<Message> {
        Hurrying() {
            super(Phase.USER_LOGICAL);
        }

        @Override
        public void handleMessage(Message message) {
            JMSMessageHeadersType headers = new JMSMessageHeadersType();
            headers.setJMSPriority(7);
            message.put(JMSConstants.JMS_CLIENT_REQUEST_HEADERS, headers);
        }
    }

    private static ParleyFeature always() {
        return Published.patient().mode(Mode.ALWAYS);
    }

    private static void settle(Object proxy) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> !ParleyStatus.isNegotiating(Published.client(proxy)));
    }

    private static ConnectionFactory factory() {
        return BrokerAccess.byUrl(broker.localUrl()).factory();
    }

    private static ConnectionFactoryFeature factoryFeature() {
        return new ConnectionFactoryFeature(factory());
    }

    private static ConnectionFactory refusing(String why) {
        return (ConnectionFactory) Proxy.newProxyInstance(
                ConnectionFactory.class.getClassLoader(),
                new Class<?>[] {ConnectionFactory.class},
                (self, method, arguments) -> {
                    if (method.getReturnType() == Connection.class) {
                        throw new JMSException(why);
                    }
                    return method.getName().equals("hashCode") ? (Object) 1 : null;
                });
    }

    private static JMSConfigFeature configured(String queue) {
        JMSConfiguration configuration = new JMSConfiguration();
        configuration.setConnectionFactory(factory());
        configuration.setTargetDestination(queue);
        configuration.setRequestURI("jms:queue:" + queue);
        JMSConfigFeature feature = new JMSConfigFeature();
        feature.setJmsConfig(configuration);
        return feature;
    }

    private static String jndi(String name) {
        return "jms:jndi:" + name
                + "?jndiInitialContextFactory=org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory"
                + "&jndiConnectionFactoryName=ConnectionFactory&jndiURL=" + broker.localUrl();
    }

    private void publish(String address, Feature feature) {
        publish(service, address, feature);
    }

    private void publish(Object service, String address, Feature feature) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(on.serviceBus);
        publisher.setServiceClass(service.getClass());
        publisher.setServiceBean(service);
        publisher.setAddress(address);
        publisher.getFeatures().addAll(List.of(Published.patient(), feature));
        publisher.setStart(false);
        publisher.create().start();
    }

    private WrappedStations proxy(String address, Feature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(on.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(address);
        factory.getFeatures().addAll(new ArrayList<>(List.of(features)));
        return factory.create(WrappedStations.class);
    }
}
