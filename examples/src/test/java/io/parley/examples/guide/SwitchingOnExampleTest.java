package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.settings.Setting;
import io.parley.cxf.settings.Settings;
import io.parley.examples.services.Summation;
import io.parley.examples.services.SummationService;
import io.parley.testkit.FreePort;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs the guide's examples of switching Parley on. */
class SwitchingOnExampleTest {
    private final Place place = new Place();

    @AfterEach
    void leave() {
        place.close();
    }

    @Test
    void aFeatureOnAServiceAndAWebServiceFeatureOnAProxy() throws Exception {
        int streamPort = FreePort.find();
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.getFeatures().add(new ParleyFeature().set(Settings.PORT, streamPort));
        publish(server);
        QName portName = new QName(Summation.NAMESPACE, "SummationPort");
        Service service = Service.create(new QName(Summation.NAMESPACE, "SummationService"));
        service.addPort(portName, SOAPBinding.SOAP11HTTP_BINDING, place.address("summation"));

        Summation summation = service.getPort(portName, Summation.class, new ParleyFeature());

        isStreamedAfterTheFirstCall(summation);
        assertThat(ParleyStatus.of(ClientProxy.getClient(summation))
                        .orElseThrow()
                        .agreement()
                        .orElseThrow()
                        .addresses()
                        .get(0)
                        .port())
                .isEqualTo(streamPort);
    }

    @Test
    void settingsOfAFeatureByTypeAndByName() throws Exception {
        ParleyFeature feature = new ParleyFeature()
                .set(Setting.CHANNELS, List.of("http", "stream"))
                .set("parley.limits.message-bytes", "16MB")
                .set("parley.negotiation-millis", "60s");
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.getFeatures().add(feature);
        publish(server);
        place.bus().setProperty(ParleyFeature.ENABLED, true);

        isStreamedAfterTheFirstCall(proxy());
    }

    @Test
    void aPropertyOfTheBus() throws Exception {
        Bus bus = place.bus();
        bus.setProperty(ParleyFeature.ENABLED, true);
        publish(new JaxWsServerFactoryBean());

        isStreamedAfterTheFirstCall(proxy());
    }

    @Test
    void theModeOfOneCall() throws Exception {
        place.bus().setProperty(ParleyFeature.ENABLED, true);
        publish(new JaxWsServerFactoryBean());
        Summation summation = proxy();
        isStreamedAfterTheFirstCall(summation);

        ((BindingProvider) summation).getRequestContext().put(Settings.MODE, "never");
        assertThat(summation.sum(new float[] {4})).isEqualTo(4);

        assertThat(streamedCalls(summation)).isEqualTo(1);
    }

    private void publish(JaxWsServerFactoryBean server) {
        server.setServiceBean(new SummationService());
        server.setAddress(place.address("summation"));
        server.create();
    }

    private Summation proxy() {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setServiceClass(Summation.class);
        client.setAddress(place.address("summation"));
        return client.create(Summation.class);
    }

    private static void isStreamedAfterTheFirstCall(Summation summation) throws Exception {
        Client client = ClientProxy.getClient(summation);
        assertThat(summation.sum(new float[] {1, 2})).isEqualTo(3);
        ParleyStatus.settled(client).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(summation.sum(new float[] {2, 3})).isEqualTo(5);
        assertThat(streamedCalls(summation)).isEqualTo(1);
    }

    private static long streamedCalls(Summation summation) {
        return ParleyStatus.of(ClientProxy.getClient(summation)).orElseThrow().streamedCalls();
    }
}
