package io.parley.cxf.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.cxf.common.CxfPayload;
import org.apache.camel.component.cxf.common.DataFormat;
import org.apache.camel.component.cxf.common.message.CxfConstants;
import org.apache.camel.component.cxf.jaxws.CxfEndpoint;
import org.apache.camel.component.cxf.jaxws.CxfProducer;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.cxf.Bus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests unmodified Apache Camel routes, as a client of a service and as the service; only the bus uses Parley. */
class CamelTest {
    private static final String NAMESPACE = "urn:parley:test";
    private static final String ECHO = "<echo xmlns='urn:parley:test'><value xmlns=''>camel</value></echo>";
    private static final String ANSWER =
            "<echoResponse xmlns='urn:parley:test'><text xmlns=''>from a route</text></echoResponse>";

    private final Published published = new Published();
    private final CamelContext camel = new DefaultCamelContext();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        camel.stop();
        published.close();
    }

    private static void switchOn(Bus bus, Mode mode) {
        bus.setProperty(ParleyFeature.ENABLED, true);
        bus.setProperty("parley.mode", mode.name().toLowerCase(Locale.ROOT));
        bus.setProperty("parley.negotiation-millis", 60_000);
        bus.setProperty("parley.channels", Published.CHANNEL);
    }

    private CxfEndpoint endpoint(DataFormat format, Bus bus) {
        CxfEndpoint endpoint = camel.getEndpoint("cxf:" + published.address(), CxfEndpoint.class);
        endpoint.setServiceClass(WrappedStations.class);
        endpoint.setDataFormat(format);
        endpoint.setBus(bus);
        return endpoint;
    }

    private static Object body(DataFormat format) {
        return switch (format) {
            case POJO -> List.of("camel");
            case PAYLOAD -> payload(ECHO);
            default -> envelope(ECHO);
        };
    }

    private static Object answer(DataFormat format) {
        return format == DataFormat.POJO ? List.of("from a route") : payload(ANSWER);
    }

    private static CxfPayload<Object> payload(String body) {
        Source source = new StreamSource(new StringReader(body));
        return new CxfPayload<>(new ArrayList<>(), new ArrayList<>(List.of(source)), null);
    }

    private static String envelope(String body) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    private static String text(Exchange exchange, Object body) {
        return exchange.getContext().getTypeConverter().convertTo(String.class, exchange, body);
    }

    /** Makes a call through a route to the service of this endpoint; returns the result. */
    private String call(CxfProducer service, DataFormat format) throws Exception {
        Exchange exchange = service.getEndpoint().createExchange(ExchangePattern.InOut);
        exchange.getIn().setBody(body(format));
        exchange.getIn().setHeader(CxfConstants.OPERATION_NAME, "echo");
        exchange.getIn().setHeader(CxfConstants.OPERATION_NAMESPACE, NAMESPACE);
        service.process(exchange);
        assertThat(exchange.getException()).isNull();
        return text(exchange, exchange.getMessage().getBody());
    }

    private CxfProducer caller(DataFormat format) throws Exception {
        published.publishAny(
                new WrappedStationsImpl(),
                published.address(),
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.feature(Mode.AUTO));
        switchOn(published.clientBus, Mode.ALWAYS);
        camel.start();
        CxfProducer producer =
                (CxfProducer) endpoint(format, published.clientBus).createProducer();
        producer.start();
        return producer;
    }

    private void serve(DataFormat format) throws Exception {
        switchOn(published.serviceBus, Mode.AUTO);
        CxfEndpoint service = endpoint(format, published.serviceBus);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(service).process(exchange -> {
                    asked.add(text(exchange, exchange.getIn().getBody()));
                    exchange.getMessage().setBody(answer(format));
                });
            }
        });
        camel.start();
    }

    @Shows(Use.CAMEL)
    @ParameterizedTest
    @EnumSource(names = {"POJO", "PAYLOAD"})
    void aRouteThatCallsAServiceStreams(DataFormat format) throws Exception {
        CxfProducer service = caller(format);

        assertThat(call(service, format)).contains("camel");
        assertThat(call(service, format)).contains("camel");

        ParleyStatus status = ParleyStatus.of(service.getClient()).orElseThrow();
        assertThat(status.streamedCalls()).isEqualTo(2);
        assertThat(status.fallbacks()).isEmpty();
    }

    @Shows(Use.CAMEL)
    @ParameterizedTest
    @EnumSource(names = {"POJO", "PAYLOAD"})
    void aRouteThatIsAServiceStreams(DataFormat format) throws Exception {
        serve(format);
        WrappedStations stations =
                published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, Published.feature(Mode.ALWAYS));

        assertThat(stations.echo("one")).isEqualTo("from a route");
        assertThat(stations.echo("two")).isEqualTo("from a route");

        assertThat(asked).hasSize(2);
        assertThat(asked.get(1)).contains("two");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    @Shows(Use.CAMEL_RAW)
    @Test
    void aRouteThatHandsBytesToAServiceStaysOnSoap() throws Exception {
        CxfProducer service = caller(DataFormat.RAW);

        assertThat(call(service, DataFormat.RAW)).contains("camel");
        assertThat(ParleyStatus.of(service.getClient()).orElseThrow().streamedCalls())
                .isZero();
    }
}
