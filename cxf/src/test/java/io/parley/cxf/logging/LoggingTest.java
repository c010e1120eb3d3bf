package io.parley.cxf.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.binaries.Depot;
import io.parley.cxf.binaries.DepotImpl;
import io.parley.cxf.binaries.GeneratedFile;
import io.parley.cxf.binaries.Parcel;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.schema.SafeXml;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.ext.logging.event.EventType;
import org.apache.cxf.ext.logging.event.LogEvent;
import org.apache.cxf.headers.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/** Tests that CXF's logging shows streamed messages as the equivalent SOAP, and applies all its options to it. */
class LoggingTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String NEGOTIATION = NegotiationXml.NAMESPACE;

    private final Published published = new Published();
    private final List<LogEvent> byClient = new CopyOnWriteArrayList<>();
    private final List<LogEvent> byService = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.LOGGING)
    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux", "tdxml", "xml"})
    void bothSidesLogWhatTheyWouldHaveLoggedOverSoap(String representation) throws Exception {
        WrappedStationsImpl service = new WrappedStationsImpl();
        publish(service, published.address(), representation, logging(byService));
        WrappedStations stations = proxy(Mode.ALWAYS, representation, logging(byClient));

        talk(stations, service);
        List<String> streamedByClient = meanings(byClient);
        List<String> streamedByService = meanings(byService);
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(6);
        byClient.clear();
        byService.clear();
        talk(proxy(Mode.NEVER, representation, logging(byClient)), service);

        assertThat(streamedByClient).hasSize(11).isEqualTo(meanings(byClient));
        assertThat(streamedByService).hasSize(11).isEqualTo(meanings(byService));
    }

    /** Makes six calls with eleven messages; a one-way call has no response. */
    private static void talk(WrappedStations stations, WrappedStationsImpl service) throws Exception {
        assertThat(stations.echo("<&> \u00e9\ud83d\ude00")).isEqualTo("<&> \u00e9\ud83d\ude00");
        assertThat(stations.sum(Reading.of("north", 1, -2.5))).isEqualTo(-1.5);
        stations.swap(new Holder<>(Reading.of("south", 4)), new Holder<>());
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
        assertThatThrownBy(() -> stations.fail("other")).isInstanceOf(SOAPFaultException.class);
        stations.tell("news");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("news");
    }

    @Shows(Use.LOGGING_MASKS)
    @Test
    void whatIsSensitiveIsMaskedOnBothSides() {
        Consumer<LoggingFeature> masking = feature -> feature.setSensitiveElementNames(Set.of("value", "text"));
        publish(new WrappedStationsImpl(), published.address(), "hhfr", logging(byService, masking));
        WrappedStations stations = proxy(Mode.ALWAYS, "hhfr", logging(byClient, masking));

        assertThat(stations.echo("secret")).isEqualTo("secret");

        assertThat(payloads(byClient)).hasSize(2).allMatch(text -> text.contains("XXX") && !text.contains("secret"));
        assertThat(payloads(byService)).hasSize(2).allMatch(text -> text.contains("XXX") && !text.contains("secret"));
    }

    @Shows(Use.LOGGING_MASKS)
    @Test
    void aLongMessageIsShownToTheLimitAndSaysThatThereWasMore() {
        Consumer<LoggingFeature> limited = feature -> feature.setLimit(500);
        publish(new WrappedStationsImpl(), published.address(), "hhfr", logging(byService, limited));
        WrappedStations stations = proxy(Mode.ALWAYS, "hhfr", logging(byClient, limited));

        assertThat(stations.sum(Reading.of(
                        "north", DoubleStream.generate(() -> 1).limit(200_000).toArray())))
                .isEqualTo(200_000);

        assertThat(byClient).hasSize(2);
        assertThat(byClient.get(0).getPayload()).hasSize(500).contains("<station>north</station>");
        assertThat(requests(byService)).allSatisfy(event -> {
            assertThat(event.getPayload()).hasSize(500).contains("<station>north</station>");
            assertThat(event.isTruncated()).isTrue();
        });
        assertThat(requests(byService)).hasSize(1);
    }

    @Test
    void headerBlocksThatTravelAsNumbersAreShownWhole() {
        publish(new WrappedStationsImpl(), published.address(), "hhfr", logging(byService));
        WrappedStations stations = proxy(Mode.ALWAYS, "hhfr", logging(byClient));
        Element tenant = SafeXml.document(
                        new ByteArrayInputStream("<t:tenant xmlns:t=\"urn:tenants\">gold 4711</t:tenant>"
                                .getBytes(StandardCharsets.UTF_8)),
                        Limits.defaults())
                .getDocumentElement();
        ((BindingProvider) stations)
                .getRequestContext()
                .put(Header.HEADER_LIST, List.of(new SoapHeader(new QName("urn:tenants", "tenant"), tenant)));

        for (int call = 0; call < 6; call++) {
            assertThat(stations.echo("x")).isEqualTo("x");
        }

        assertThat(requests(byClient)).hasSize(6);
        assertThat(requests(byService)).hasSize(6);
        assertThat(requests(byClient)).allMatch(event -> event.getPayload().contains(">gold 4711</t:tenant>"));
        assertThat(requests(byService)).allMatch(event -> event.getPayload().contains(">gold 4711</t:tenant>"));
    }

    @Test
    void contentThatTravelsBesideTheMessageIsNotReadForTheLog() {
        publish(new DepotImpl(), published.endpoint("depot"), "hhfr", logging(byService));
        Depot depot = published.proxy(
                Depot.class,
                published.endpoint("depot"),
                SOAP11,
                Published.patient().mode(Mode.ALWAYS));
        logging(byClient).initialize(Published.client(depot), published.clientBus);

        assertThat(depot.store(Parcel.of("3000000", GeneratedFile.of(3_000_000, "image/png"))))
                .startsWith("3000000 ");

        assertThat(payloads(byClient)).hasSize(2).first().asString().contains("not shown");
        assertThat(payloads(byService)).hasSize(2).first().asString().contains("not shown");
    }

    @Test
    void loggingThatIsSwitchedOffForACallShowsNothing() {
        publish(new WrappedStationsImpl(), published.address(), "hhfr", logging(byService));
        WrappedStations stations = proxy(Mode.ALWAYS, "hhfr", logging(byClient));
        ((BindingProvider) stations).getRequestContext().put("org.apache.cxf.logging.enable", false);

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(requests(byClient)).isEmpty();
        assertThat(requests(byService)).hasSize(1);
    }

    @Test
    void aMessageThatCannotBeWrittenIsNotLogged() {
        publish(new WrappedStationsImpl(), published.address(), "hhfr", logging(byService));
        WrappedStations stations = proxy(Mode.ALWAYS, "hhfr", logging(byClient));
        assertThat(stations.echo("x")).isEqualTo("x");

        assertThatThrownBy(() -> stations.echo("\ud800")).isInstanceOf(SOAPFaultException.class);

        assertThat(requests(byService)).hasSize(1);
        assertThat(requests(byClient)).hasSize(1);
    }

    private void publish(Object service, String address, String representation, LoggingFeature logging) {
        Server server = published.publishAny(
                service, address, SOAP11, new ParleyFeature().set("parley.representations", representation));
        logging.initialize(server, published.serviceBus);
    }

    private WrappedStations proxy(Mode mode, String representation, LoggingFeature logging) {
        WrappedStations stations = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(mode).set("parley.representations", representation));
        logging.initialize(Published.client(stations), published.clientBus);
        return stations;
    }

    private static LoggingFeature logging(List<LogEvent> to) {
        return logging(to, feature -> {});
    }

    private static LoggingFeature logging(List<LogEvent> to, Consumer<LoggingFeature> more) {
        LoggingFeature feature = new LoggingFeature();
        feature.setSender(to::add);
        more.accept(feature);
        return feature;
    }

    /** Returns the log of the application's messages, without negotiations, which a service logs too. */
    private static List<LogEvent> ofStations(List<LogEvent> log) {
        return log.stream()
                .filter(event ->
                        event.getPayload() != null && !event.getPayload().isEmpty())
                .filter(event -> !event.getPayload().contains(NEGOTIATION))
                .toList();
    }

    private static List<String> payloads(List<LogEvent> log) {
        return ofStations(log).stream().map(LogEvent::getPayload).toList();
    }

    private static List<LogEvent> requests(List<LogEvent> log) {
        return ofStations(log).stream()
                .filter(event -> event.getType() == EventType.REQ_IN || event.getType() == EventType.REQ_OUT)
                .toList();
    }

    /** Returns types and contents of all messages, independent of prefixes. */
    private static List<String> meanings(List<LogEvent> log) {
        return ofStations(log).stream()
                .map(event -> event.getType() + " "
                        + event.getOperationName() + " "
                        + meaning(SafeXml.document(
                                        new ByteArrayInputStream(
                                                event.getPayload().getBytes(StandardCharsets.UTF_8)),
                                        Limits.defaults())
                                .getDocumentElement()))
                .toList();
    }

    private static String meaning(Node node) {
        if (node instanceof Text text) {
            return text.getData();
        }
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < node.getAttributes().getLength(); i++) {
            Node attribute = node.getAttributes().item(i);
            if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
                attributes.put(attribute.getNamespaceURI() + " " + attribute.getLocalName(), attribute.getNodeValue());
            }
        }
        StringBuilder meaning = new StringBuilder();
        meaning.append('{').append(node.getNamespaceURI()).append('}').append(node.getLocalName());
        meaning.append(attributes).append('(');
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            meaning.append(meaning(child));
        }
        return meaning.append(')').toString();
    }
}
