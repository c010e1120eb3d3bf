package io.parley.cxf.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.SoapMessageHandler;
import jakarta.jws.WebService;
import jakarta.xml.soap.SOAPBody;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.handler_test.HandlerTest;
import org.apache.handler_test.PingException;
import org.apache.handler_test.types.PingFaultDetails;
import org.apache.handlers.AddNumbers;
import org.apache.handlers.AddNumbersFault;
import org.apache.handlers.types.FaultDetail;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Tests services with handlers from CXF's own tests in the four pairings, like {@link ServicesOfOthersTest}. */
class HandlersOfOthersTest {
    /** Adds numbers and notes it; its handlers and the client's count the messages in between. */
    @WebService(
            endpointInterface = "org.apache.handlers.AddNumbers",
            serviceName = "AddNumbersService",
            portName = "AddNumbersPort",
            targetNamespace = "http://apache.org/handlers")
    public static final class Adding implements AddNumbers {
        @Override
        public int addNumbers(int first, int second) throws AddNumbersFault {
            if (first < 0) {
                FaultDetail detail = new FaultDetail();
                detail.setFaultInfo("negative");
                throw new AddNumbersFault("cannot add", detail);
            }
            return first + second;
        }
    }

    /**
     * Counts messages and reads their payload. CXF presents a service's fault to the service's own handlers as a
     * message.
     */
    private record Counting(AtomicInteger messages, AtomicInteger faults)
            implements LogicalHandler<LogicalMessageContext> {
        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            messages.incrementAndGet();
            return context.getMessage().getPayload() != null;
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            faults.incrementAndGet();
            return true;
        }

        @Override
        public void close(MessageContext context) {}
    }

    @Shows(Use.LOGICAL_HANDLERS)
    @ParameterizedTest
    @EnumSource
    void numbersAreAddedBetweenHandlers(Pairing pairing) throws Exception {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/addNumbers.wsdl";
            String namespace = "http://apache.org/handlers";
            AddNumbers adding = foreign.publish(new Adding(), wsdl)
                    .proxy(
                            AddNumbers.class,
                            wsdl,
                            new QName(namespace, "AddNumbersService"),
                            new QName(namespace, "AddNumbersPort"));
            Counting both = new Counting(new AtomicInteger(), new AtomicInteger());
            foreign.handle(both, adding, both);

            assertThat(adding.addNumbers(2, 3)).isEqualTo(5);
            assertThat(catchThrowable(() -> adding.addNumbers(-1, 3)))
                    .isInstanceOfSatisfying(
                            AddNumbersFault.class,
                            fault -> assertThat(fault.getFaultInfo().getFaultInfo())
                                    .isEqualTo("negative"));
            foreign.awaitAnswer();
            // Handlers of a service without Parley see the offer, which is refused after them, and the refusal.
            boolean refused = pairing == Pairing.CLIENT_ONLY;
            assertThat(both.messages()).hasValue(refused ? 8 : 7);
            assertThat(both.faults()).hasValue(refused ? 2 : 1);
            foreign.check();
        }
    }

    /** Returns which handlers its message passed; follows the commands in the message. */
    @WebService(
            endpointInterface = "org.apache.handler_test.HandlerTest",
            serviceName = "HandlerTestService",
            portName = "SoapPort",
            targetNamespace = "http://apache.org/handler_test")
    public static final class Pinged implements HandlerTest {
        final BlockingQueue<String> oneWays = new LinkedBlockingQueue<>();

        @Override
        public void pingOneWay() {
            oneWays.add("pinged");
        }

        @Override
        public List<String> pingWithArgs(String command) throws PingException {
            if (command.equals("throw")) {
                PingFaultDetails detail = new PingFaultDetails();
                detail.setDetail("as told");
                throw new PingException("told to", detail);
            }
            return List.of(command);
        }

        @Override
        public List<String> ping() {
            return List.of("pong");
        }
    }

    /** Adds its name to each response, and stops the messages that command it. */
    private record Stopping(String name) implements SoapMessageHandler {
        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            try {
                SOAPBody body = context.getMessage().getSOAPBody();
                if (body.getTextContent().equals("stop at " + name)) {
                    throw new IllegalStateException("stopped at " + name);
                }
                NodeList infos = body.getElementsByTagNameNS("*", "HandlersInfo");
                if (infos.getLength() > 0) {
                    Element more = (Element) infos.item(0).cloneNode(false);
                    more.setTextContent(name);
                    infos.item(0).getParentNode().appendChild(more);
                }
                return true;
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Shows(Use.SOAP_HANDLERS)
    @ParameterizedTest
    @EnumSource
    void handlersOfOthersAddToWhatIsAnswered(Pairing pairing) throws Exception {
        try (Foreign foreign = new Foreign(pairing)) {
            String wsdl = "classpath:/wsdl/handler_test.wsdl";
            String namespace = "http://apache.org/handler_test";
            Pinged pinged = new Pinged();
            HandlerTest handled = foreign.publish(pinged, wsdl)
                    .proxy(
                            HandlerTest.class,
                            wsdl,
                            new QName(namespace, "HandlerTestService"),
                            new QName(namespace, "SoapPort"));
            foreign.handle(new Stopping("service"), handled, new Stopping("client"));

            assertThat(handled.ping()).containsExactly("pong", "service", "client");
            assertThat(handled.pingWithArgs("args")).containsExactly("args", "service", "client");
            assertThat(catchThrowable(() -> handled.pingWithArgs("throw")))
                    .isInstanceOfSatisfying(
                            PingException.class,
                            fault ->
                                    assertThat(fault.getFaultInfo().getDetail()).isEqualTo("as told"));
            for (String side : List.of("service", "client")) {
                assertThat(catchThrowable(() -> handled.pingWithArgs("stop at " + side)))
                        .isInstanceOf(WebServiceException.class)
                        .hasMessageContaining("stopped at " + side);
            }
            handled.pingOneWay();
            assertThat(pinged.oneWays.poll(60, TimeUnit.SECONDS)).isEqualTo("pinged");
            foreign.check();
        }
    }
}
