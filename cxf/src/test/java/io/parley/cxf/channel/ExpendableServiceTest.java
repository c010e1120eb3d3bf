package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ConfigurationException;
import io.parley.cxf.Expendable;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests one-way operations of CXF whose messages may be lost. */
class ExpendableServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @WebService(name = "Sensors", targetNamespace = "urn:sensors")
    interface Sensors {
        @Oneway
        @Expendable
        void reading(@WebParam(name = "value") double value);

        @Oneway
        @Expendable(latestOnly = true)
        @WebMethod(operationName = "place")
        void position(@WebParam(name = "at") String at);

        @Oneway
        void alarm(@WebParam(name = "text") String text);

        double last();
    }

    /** The same contract without annotations, as wsdl2java generates it. */
    @WebService(name = "Sensors", targetNamespace = "urn:sensors")
    interface PlainSensors {
        @Oneway
        void reading(@WebParam(name = "value") double value);

        @Oneway
        void place(@WebParam(name = "at") String at);

        @Oneway
        void alarm(@WebParam(name = "text") String text);

        double last();
    }

    /** A contract in which one operation has a response. */
    @WebService(name = "Sensors", targetNamespace = "urn:sensors")
    interface AnsweringSensors {
        @Expendable
        double last();
    }

    @WebService(
            endpointInterface = "io.parley.cxf.channel.ExpendableServiceTest$Sensors",
            targetNamespace = "urn:sensors",
            serviceName = "Sensors")
    public static class SensorsImpl implements Sensors {
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private volatile double last;

        @Override
        public void reading(double value) {
            last = value;
            seen.add("reading " + value);
        }

        @Override
        public void position(String at) {
            seen.add("position " + at);
        }

        @Override
        public void alarm(String text) {
            seen.add("alarm " + text);
        }

        @Override
        public double last() {
            return last;
        }
    }

    @WebService(
            endpointInterface = "io.parley.cxf.channel.ExpendableServiceTest$AnsweringSensors",
            targetNamespace = "urn:sensors",
            serviceName = "Sensors")
    public static class AnsweringImpl implements AnsweringSensors {
        @Override
        public double last() {
            return 0;
        }
    }

    @Test
    void annotatedOperationsTravelInDatagrams() {
        SensorsImpl service = publish("quic,stream");
        Sensors proxy = proxy(Sensors.class, "quic", null);

        assertThat(proxy.last()).isZero();
        proxy.reading(2.5);
        proxy.position("here");
        proxy.alarm("fire");

        await().atMost(PATIENCE).until(() -> service.seen.size() == 3);
        assertThat(service.seen).containsExactlyInAnyOrder("reading 2.5", "position here", "alarm fire");
        assertThat(agreed(proxy)).isEqualTo("{urn:sensors}place=latest, {urn:sensors}reading");
        assertThat(proxy.last()).isEqualTo(2.5);
        assertThat(Published.status(proxy).streamedCalls()).isEqualTo(5);
    }

    @Test
    void aGeneratedInterfaceSaysTheSameByASetting() {
        SensorsImpl service = publish("quic");
        PlainSensors proxy = proxy(PlainSensors.class, "quic", "reading");

        proxy.reading(1);

        await().atMost(PATIENCE).until(() -> service.seen.size() == 1);
        assertThat(agreed(proxy)).isEqualTo("{urn:sensors}reading");
    }

    @Test
    void whoSaysNothingShareNoSessionWithWhoLoses() {
        publish("quic");
        Sensors losing = proxy(Sensors.class, "quic", null);
        PlainSensors keeping = proxy(PlainSensors.class, "quic", null);

        losing.reading(1);
        keeping.reading(2);

        assertThat(agreed(losing)).contains("reading");
        assertThat(agreed(keeping)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"stream", "websocket", "http"})
    void onOtherChannelsTheyTravelAsBefore(String channel) {
        SensorsImpl service = publish("quic,stream,websocket,http");
        Sensors proxy = proxy(Sensors.class, channel, null);

        proxy.reading(1);

        await().atMost(PATIENCE).until(() -> service.seen.size() == 1);
        assertThat(agreed(proxy)).isEmpty();
    }

    /** An alarm, sent through any operation that a client declares for it. */
    @XmlRootElement(name = "alarm", namespace = "urn:sensors")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Alarm {
        String text;
    }

    @Test
    void aDatagramForAnotherOperationRunsNothing() {
        SensorsImpl service = publish("quic");
        Contract lying = Contract.builder("urn:sensors")
                .message("reading", Alarm.class)
                .expendable("reading")
                .actions(operation -> "")
                .build();
        Alarm alarm = new Alarm();
        alarm.text = "fire";
        try (HttpEndpointClient client =
                HttpEndpointClient.of(lying).mode(Mode.ALWAYS).channels("quic").open(URI.create(published.address()))) {
            client.send("reading", alarm);
            assertThat(client.channel()).contains("quic");
            Sensors proxy = proxy(Sensors.class, "quic", null);
            proxy.reading(1);
            await().atMost(PATIENCE).until(() -> !service.seen.isEmpty());
            assertThat(service.seen).containsExactly("reading 1.0");
        }
    }

    @Test
    void anOperationWithAnAnswerIsRefusedAtTheStart() {
        assertThatThrownBy(() ->
                        published.publishAny(new AnsweringImpl(), published.address(), SOAP11, new ParleyFeature()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("parley.expendable")
                .hasMessageContaining("last, which has an answer");
    }

    private SensorsImpl publish(String channels) {
        SensorsImpl service = new SensorsImpl();
        published.publishAny(
                service, published.address(), SOAP11, new ParleyFeature().set("parley.channels", channels));
        return service;
    }

    private <T> T proxy(Class<T> type, String channel, String expendable) {
        ParleyFeature feature = Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel);
        if (expendable != null) {
            feature.set("parley.expendable", expendable);
        }
        return published.proxy(type, SOAP11, feature);
    }

    private static String agreed(Object proxy) {
        Agreement agreement = Published.status(proxy).agreement().orElseThrow();
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < agreement.expendable().count(); i++) {
            shown.add(agreement.expendable().name(i) + (agreement.expendable().isLatestOnly(i) ? "=latest" : ""));
        }
        return String.join(", ", shown);
    }
}
