package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.FallbackReason;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.policy.WSPolicyFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a WSDL that advertises Parley: the first call streams, and plain services receive no offer. */
class AdvertisedTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String ASSERTION = "<p:Parley xmlns:p=\"urn:parley:1\"";

    private final Published published = new Published();
    private QName name;
    private final Requests requests = new Requests();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        published.close();
    }

    private Server publish(ParleyFeature... features) {
        Server server = published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, features);
        server.getEndpoint().getInInterceptors().add(requests);
        name = server.getEndpoint().getEndpointInfo().getName();
        return server;
    }

    private WrappedStations stations(String wsdl, Feature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setWsdlURL(wsdl);
        factory.setServiceName(new QName("urn:parley:test", "WrappedStationsService"));
        factory.setEndpointName(name);
        for (Feature feature : features) {
            factory.getFeatures().add(feature);
        }
        return (WrappedStations) factory.create();
    }

    private static ParleyFeature advertised() {
        return Published.patient().set(Settings.POLICY, "advertised");
    }

    private String wsdl() throws IOException {
        try (InputStream text =
                URI.create(published.address() + "?wsdl").toURL().openStream()) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Shows(Use.ADVERTISED)
    @Test
    void theFirstCallToAnAdvertisedServiceStreams() throws Exception {
        publish(new ParleyFeature().set(Settings.ADVERTISE, true));
        assertThat(wsdl()).contains(ASSERTION, "Optional=\"true\"");
        WrappedStations stations = stations(published.address() + "?wsdl", advertised());

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        assertThat(Published.status(stations).fallbacks()).isEmpty();
    }

    @Test
    void aServiceThatDoesNotAdvertiseGetsNoOffer() throws Exception {
        publish();
        assertThat(wsdl()).doesNotContain(ASSERTION);
        WrappedStations stations = stations(published.address() + "?wsdl", advertised());
        int before = requests.posts.get();

        for (int call = 0; call < 3; call++) {
            assertThat(stations.echo("x")).isEqualTo("x");
        }

        assertThat(requests.posts.get() - before).as("the calls, and no offer").isEqualTo(3);
        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.POLICY);
    }

    /** Uses a WSDL written by the user, with its policies at the top. */
    @Test
    void aReferenceToAPolicyOfTheSameDocumentCounts() throws Exception {
        publish(new ParleyFeature().set(Settings.ADVERTISE, true));
        String wsdl = wsdl();
        int begin = wsdl.indexOf("<wsp:Policy");
        int end = wsdl.indexOf("</wsp:Policy>") + "</wsp:Policy>".length();
        String policy = wsdl.substring(begin, end);
        String named = policy.replaceFirst(
                "<wsp:Policy",
                "<wsp:Policy xmlns:u=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd\""
                        + " u:Id=\"stream\"");
        String referring = wsdl.replace(
                policy, "<wsp:PolicyReference xmlns:wsp=\"http://www.w3.org/ns/ws-policy\" URI=\"#stream\"/>");
        int types = referring.indexOf("<wsdl:types>");
        Path file = Files.writeString(
                folder.resolve("stations.wsdl"), referring.substring(0, types) + named + referring.substring(types));
        WrappedStations stations = stations(file.toUri().toString(), advertised());

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    /** The assertion is optional, so CXF's own policy engine ignores it. */
    @Shows(Use.OPTIONAL)
    @Test
    void aClientThatKnowsPoliciesAndNotParleyCallsAsEver() {
        publish(new ParleyFeature().set(Settings.ADVERTISE, true));
        WrappedStations stations = stations(published.address() + "?wsdl", new WSPolicyFeature());

        assertThat(stations.echo("x")).isEqualTo("x");
    }

    /** The service was replaced by a plain one, or its WSDL is wrong. */
    @Test
    void anAdvertisedServiceThatIsNoneIsCalledBySoapAtOnce() throws Exception {
        Server server = publish(new ParleyFeature().set(Settings.ADVERTISE, true));
        Path file = Files.writeString(folder.resolve("stations.wsdl"), wsdl());
        server.destroy();
        publish();
        WrappedStations stations = stations(file.toUri().toString(), advertised());

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NOT_CAPABLE);
    }

    private static final class Requests extends AbstractPhaseInterceptor<Message> {
        final AtomicInteger posts = new AtomicInteger();

        Requests() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            if ("POST".equals(message.get(Message.HTTP_REQUEST_METHOD))) {
                posts.incrementAndGet();
            }
        }
    }
}
