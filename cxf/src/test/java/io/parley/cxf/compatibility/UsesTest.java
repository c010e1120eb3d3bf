package io.parley.cxf.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.LogicalMessageHandler;
import io.parley.cxf.services.SoapMessageHandler;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.databinding.source.SourceDataBinding;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.staxutils.StaxUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;

/** Tests the ways to use CXF that no other test here covers. A call that does not stream fails. */
class UsesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String NAMESPACE = "urn:parley:test";
    private static final String ECHO = "<ns:echo xmlns:ns=\"urn:parley:test\"><value>hello</value></ns:echo>";

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    private WrappedStations stations() {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        return published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
    }

    private static void handle(Object proxy, Handler<?> handler) {
        ((BindingProvider) proxy).getBinding().setHandlerChain(List.of(handler));
    }

    private static Element element(Source source) throws Exception {
        return StaxUtils.read(source).getDocumentElement();
    }

    /** Reads and changes messages, or answers in place of the service. */
    private record Soap(boolean answers, AtomicReference<String> seen) implements SoapMessageHandler {
        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            try {
                SOAPMessage message = context.getMessage();
                boolean out = Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY));
                if (answers && out) {
                    SOAPMessage answer = MessageFactory.newInstance().createMessage();
                    answer.getSOAPBody()
                            .addChildElement(new QName(NAMESPACE, "echoResponse", "ns"))
                            .addChildElement("text")
                            .setTextContent("by the handler");
                    context.setMessage(answer);
                    return false;
                }
                var text = message.getSOAPBody().getElementsByTagNameNS("*", out ? "value" : "text");
                if (text.getLength() == 1) {
                    seen.set(text.item(0).getTextContent());
                    text.item(0).setTextContent(seen.get() + "!");
                }
                return true;
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Reads payloads, and refuses one of them. */
    private record Logical(AtomicReference<String> seen) implements LogicalMessageHandler {
        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            try {
                Element payload = element(context.getMessage().getPayload());
                seen.set(payload.getLocalName());
                if (payload.getTextContent().contains("refuse")) {
                    throw new IllegalArgumentException("the handler refuses it");
                }
                return true;
            } catch (IllegalArgumentException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Shows(Use.SOAP_HANDLERS)
    @Test
    void soapHandlersReadAndChangeRequestsAndResponses() {
        WrappedStations stations = stations();
        AtomicReference<String> seen = new AtomicReference<>();
        handle(stations, new Soap(false, seen));

        assertThat(stations.echo("x")).isEqualTo("x!!");
        assertThat(seen.get()).isEqualTo("x!");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.SOAP_HANDLERS)
    @Test
    void aSoapHandlerThatAnswersKeepsTheCallFromBeingMade() {
        WrappedStations stations = stations();
        handle(stations, new Soap(true, new AtomicReference<>()));

        assertThat(stations.echo("x")).isEqualTo("by the handler");
    }

    @Shows(Use.LOGICAL_HANDLERS)
    @Test
    void logicalHandlersReadPayloadsAndRefuseThem() {
        WrappedStations stations = stations();
        AtomicReference<String> seen = new AtomicReference<>();
        handle(stations, new Logical(seen));

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(seen.get()).isEqualTo("echoResponse");
        assertThatThrownBy(() -> stations.echo("refuse")).hasMessageContaining("the handler refuses it");
        assertThat(stations.echo("y")).isEqualTo("y");
    }

    @Shows(Use.DISPATCH_SOURCE)
    @ParameterizedTest
    @EnumSource
    void dispatchesOfSourcesStream(Service.Mode mode) throws Exception {
        stations();
        Dispatch<Source> dispatch =
                service().createDispatch(port(), Source.class, mode, Published.feature(Mode.ALWAYS));
        String request = mode == Service.Mode.PAYLOAD
                ? ECHO
                : "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>" + ECHO
                        + "</e:Body></e:Envelope>";

        Element answer = element(dispatch.invoke(new StreamSource(new StringReader(request))));

        assertThat(answer.getLocalName()).isEqualTo(mode == Service.Mode.PAYLOAD ? "echoResponse" : "Envelope");
        assertThat(answer.getTextContent().strip()).isEqualTo("hello");
        assertThat(status(dispatch).streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.DISPATCH_SOAP_MESSAGE)
    @Test
    void dispatchesOfSoapMessagesStream() throws Exception {
        stations();
        Dispatch<SOAPMessage> dispatch = service()
                .createDispatch(port(), SOAPMessage.class, Service.Mode.MESSAGE, Published.feature(Mode.ALWAYS));
        SOAPMessage request = MessageFactory.newInstance().createMessage();
        request.getSOAPBody()
                .addChildElement(new QName(NAMESPACE, "echo", "ns"))
                .addChildElement("value")
                .setTextContent("hello");

        assertThat(dispatch.invoke(request).getSOAPBody().getTextContent()).isEqualTo("hello");
        assertThat(status(dispatch).streamedCalls()).isEqualTo(1);
    }

    @jakarta.xml.bind.annotation.XmlRootElement(name = "echo", namespace = NAMESPACE)
    public static class Echo {
        public String value;
    }

    @jakarta.xml.bind.annotation.XmlRootElement(name = "echoResponse", namespace = NAMESPACE)
    public static class EchoResponse {
        @jakarta.xml.bind.annotation.XmlElement(name = "text")
        public String result;
    }

    @Shows(Use.DISPATCH_JAXB)
    @Test
    void dispatchesOfJaxbObjectsStream() throws Exception {
        stations();
        Dispatch<Object> dispatch = service()
                .createDispatch(
                        port(),
                        JAXBContext.newInstance(Echo.class, EchoResponse.class),
                        Service.Mode.PAYLOAD,
                        Published.feature(Mode.ALWAYS));
        Echo echo = new Echo();
        echo.value = "hello";

        assertThat(((EchoResponse) dispatch.invoke(echo)).result).isEqualTo("hello");
        assertThat(status(dispatch).streamedCalls()).isEqualTo(1);
    }

    /** Answers any payload. */
    @WebServiceProvider(serviceName = "Any", portName = "AnyPort", targetNamespace = "urn:parley:any")
    @ServiceMode(Service.Mode.PAYLOAD)
    public static final class Payloads implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            try {
                String name = element(request).getLocalName();
                return new StreamSource(new StringReader("<answer>" + name + "</answer>"));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Answers any envelope. */
    @WebServiceProvider(serviceName = "Any", portName = "AnyPort", targetNamespace = "urn:parley:any")
    @ServiceMode(Service.Mode.MESSAGE)
    public static final class Messages implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            try {
                String name = element(request).getLocalName();
                return new StreamSource(
                        new StringReader("<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
                                + "<answer>" + name + "</answer></e:Body></e:Envelope>"));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Shows(Use.PROVIDER)
    @ParameterizedTest
    @EnumSource
    void providersOfSourcesAnswerOnTheStream(Service.Mode mode) throws Exception {
        boolean payload = mode == Service.Mode.PAYLOAD;
        published.publishAny(
                payload ? new Payloads() : new Messages(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        Dispatch<Source> dispatch =
                service().createDispatch(port(), Source.class, Service.Mode.PAYLOAD, Published.feature(Mode.ALWAYS));

        Element answer = element(dispatch.invoke(new StreamSource(new StringReader("<ask/>"))));

        assertThat(answer.getTextContent()).isEqualTo(payload ? "ask" : "Envelope");
        assertThat(status(dispatch).streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.EXECUTORS)
    @Test
    void asynchronousCallsEndOnTheExecutorOfTheService() throws Exception {
        stations();
        ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own"));
        try {
            Service service = service();
            service.setExecutor(own);
            Dispatch<Source> dispatch =
                    service.createDispatch(port(), Source.class, Service.Mode.PAYLOAD, Published.feature(Mode.ALWAYS));
            AtomicReference<String> thread = new AtomicReference<>();

            dispatch.invokeAsync(
                            new StreamSource(new StringReader(ECHO)),
                            response -> thread.set(Thread.currentThread().getName()))
                    .get(60, TimeUnit.SECONDS);

            assertThat(thread.get()).isEqualTo("own");
            assertThat(status(dispatch).streamedCalls()).isEqualTo(1);
        } finally {
            own.shutdownNow();
        }
    }

    @Shows(Use.PER_REQUEST_ADDRESSES)
    @Test
    void aCallToAnotherAddressGoesThereOnAStreamOfItsOwn() {
        WrappedStations stations = stations();
        String other = published.endpoint("other");
        published.publishAny(
                new WrappedStationsImpl() {
                    @Override
                    public String echo(String text) {
                        return "other " + text;
                    }
                },
                other,
                SOAP11,
                Published.feature(Mode.AUTO));

        assertThat(stations.echo("x")).isEqualTo("x");
        ((BindingProvider) stations).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, other);
        assertThat(stations.echo("x")).isEqualTo("other x");
        ((BindingProvider) stations)
                .getRequestContext()
                .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, published.address());
        assertThat(stations.echo("y")).isEqualTo("y");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
    }

    @Shows(Use.OTHER_DATA_BINDINGS)
    @Test
    void partsOfAnotherDataBindingTravelAsInfoset() throws Exception {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(published.serviceBus);
        publisher.setServiceBean(new SourcesImpl());
        publisher.setDataBinding(new SourceDataBinding());
        publisher.setAddress(published.address());
        publisher.getFeatures().add(Published.feature(Mode.AUTO));
        publisher.create();
        Dispatch<Source> dispatch =
                service().createDispatch(port(), Source.class, Service.Mode.PAYLOAD, Published.feature(Mode.ALWAYS));

        Element answer = element(dispatch.invoke(new StreamSource(
                new StringReader("<s:turn xmlns:s=\"urn:parley:sources\"><s:arg0/><said>red</said></s:turn>"))));

        assertThat(answer.getTextContent()).contains("red");
        ParleyStatus status = status(dispatch);
        assertThat(status.streamedCalls()).isEqualTo(1);
        assertThat(status.typedParts()).isZero();
    }

    @jakarta.jws.WebService(targetNamespace = "urn:parley:sources")
    @jakarta.jws.soap.SOAPBinding(parameterStyle = jakarta.jws.soap.SOAPBinding.ParameterStyle.BARE)
    public interface Sources {
        @jakarta.jws.WebResult(name = "turned", targetNamespace = "urn:parley:sources")
        Source turn(@jakarta.jws.WebParam(name = "turn", targetNamespace = "urn:parley:sources") Source source);
    }

    @jakarta.jws.WebService(
            targetNamespace = "urn:parley:sources",
            endpointInterface = "io.parley.cxf.compatibility.UsesTest$Sources")
    public static final class SourcesImpl implements Sources {
        @Override
        public Source turn(Source source) {
            return source;
        }
    }

    private Service service() {
        Service service = Service.create(new QName(NAMESPACE, "Any"));
        service.addPort(port(), SOAP11, published.address());
        return service;
    }

    private static QName port() {
        return new QName(NAMESPACE, "AnyPort");
    }

    private static ParleyStatus status(Dispatch<?> dispatch) {
        Client client = ((DispatchImpl<?>) dispatch).getClient();
        return ParleyStatus.of(client).orElseThrow();
    }
}
