package io.parley.cxf.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.cxf.Parley;
import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.jaxrs.client.ClientConfiguration;
import org.apache.cxf.jaxrs.client.WebClient;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Tests endpoints that do not speak SOAP, on buses and in applications with Parley switched on. */
class OtherBindingsTest {
    /** Like {@link XmlEcho}, with an annotation that has no effect on it. */
    @Parley
    public static final class AnnotatedEcho extends XmlEcho {}

    @Shows(Use.OTHER_BINDINGS)
    @ParameterizedTest
    @EnumSource
    void restAndXmlAnswerOnABusWithParleyAsOnOneWithout(Street.Place place) throws Exception {
        Map<String, String> without;
        try (Street street = new Street(place, false)) {
            without = street.callsToNeighbours();
        }
        try (Street street = new Street(place, true)) {
            assertThat(street.callsToNeighbours()).containsExactlyEntriesOf(without);

            WrappedStations stations = street.stations();
            assertThat(stations.echo("x")).isEqualTo("x");
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        }
        assertThat(without.get("get"))
                .as("they do answer")
                .startsWith("200 application/xml")
                .contains("<pages>4</pages>");
    }

    @Test
    void nothingOfParleyIsOnAnEndpointThatDoesNotSpeakSoap() throws Exception {
        try (Street street = new Street(Street.Place.PORT, true)) {
            ClientConfiguration books = WebClient.getConfig(street.books());
            DispatchImpl<?> dispatch = (DispatchImpl<?>) street.xmlDispatch();

            untouched(street.rest.getEndpoint(), street.rest.getEndpoint());
            untouched(street.xml.getEndpoint(), street.xml.getEndpoint());
            untouched(books, books.getEndpoint());
            untouched(dispatch.getClient(), dispatch.getClient().getEndpoint());
            untouched(street.services, street.soap.getEndpoint().getService());
            assertThat(ParleyStatus.of(street.rest)).isEmpty();
            assertThat(ParleyStatus.of(street.xml)).isEmpty();
            assertThat(ParleyStatus.of(dispatch.getClient())).isEmpty();
            assertThat(ParleyEndpoints.of(street.services))
                    .extracting(ParleyEndpoints.Entry::service)
                    .containsExactly(
                            street.soap.getEndpoint().getService().getName().toString());
            assertThat(ParleyEndpoints.of(street.clients)).isEmpty();
        }
    }

    @Test
    void aFeatureOnAnEndpointThatDoesNotSpeakSoapSaysOnceThatItDoesNothing() throws Exception {
        Map<String, String> without;
        try (Street street = new Street(Street.Place.PORT, false)) {
            without = street.callsToNeighbours();
        }
        ListAppender<ILoggingEvent> log = logged();
        try (Street street = new Street(Street.Place.PORT, false, new ParleyFeature())) {
            Books books = street.books(new ParleyFeature());

            assertThat(books.get("Emma").title).isEqualTo("Emma");
            assertThat(street.callsToNeighbours()).containsExactlyEntriesOf(without);
            assertThat(ParleyStatus.of(street.soap)).isPresent();
            untouched(street.rest.getEndpoint(), street.rest.getEndpoint());
            untouched(WebClient.getConfig(books), WebClient.getConfig(books).getEndpoint());
            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line)
                                    .startsWith("Parley is not used for {http://neighbours.cxf.parley.io/}XmlEchoPort"),
                            line -> assertThat(line).contains("Parley is not used for", "Shelf"),
                            line -> assertThat(line).contains("Parley is not used for"));
        } finally {
            log.stop();
        }
    }

    @Test
    void theAnnotationOnAServiceThatDoesNotSpeakSoapDoesNothing() {
        Published published = new Published();
        try {
            var server = published.publishAny(
                    new AnnotatedEcho(), published.endpoint("xml"), jakarta.xml.ws.http.HTTPBinding.HTTP_BINDING);
            untouched(server.getEndpoint(), server.getEndpoint());
        } finally {
            published.close();
        }
    }

    private static ListAppender<ILoggingEvent> logged() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ParleyFeature.class);
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        return lines;
    }

    private static void untouched(InterceptorProvider interceptors, Map<String, Object> properties) {
        List<Interceptor<? extends Message>> all = Stream.of(
                        interceptors.getInInterceptors(),
                        interceptors.getOutInterceptors(),
                        interceptors.getInFaultInterceptors(),
                        interceptors.getOutFaultInterceptors())
                .flatMap(List::stream)
                .toList();
        assertThat(all).extracting(each -> each.getClass().getName()).noneMatch(name -> name.startsWith("io.parley"));
        assertThat(properties.keySet()).noneMatch(name -> name.contains("parley"));
        if (properties instanceof Endpoint endpoint) {
            assertThat(endpoint.getCleanupHooks())
                    .noneMatch(hook -> hook.getClass().getName().startsWith("io.parley"));
        }
    }
}
