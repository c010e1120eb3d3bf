package io.parley.cxf.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPBody;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.support.JaxWsEndpointImpl;
import org.apache.cxf.staxutils.StaxUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Tests that JAX-WS handlers act on a stream as they do over SOAP: of either kind, on either side, on requests,
 * responses and faults, when they read, change, answer or throw. Handlers of both kinds before and after each see the
 * same.
 */
class HandlersTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String NAMESPACE = "urn:parley:test";
    private static final String ANSWER =
            "<ns:echoResponse xmlns:ns=\"urn:parley:test\"><text>answered</text></ns:echoResponse>";

    private final Published published = new Published();
    /** The action of the acting handler, and its place. */
    private volatile Plan plan = new Plan(Kind.SOAP, Side.CLIENT, At.REQUEST, Act.LOOK);

    private final List<String> onClient = new CopyOnWriteArrayList<>();
    private final List<String> onService = new CopyOnWriteArrayList<>();
    private final AtomicInteger closedOnService = new AtomicInteger();

    enum Kind {
        SOAP,
        LOGICAL
    }

    enum Side {
        CLIENT,
        SERVICE
    }

    enum At {
        REQUEST,
        RESPONSE,
        FAULT
    }

    enum Act {
        LOOK,
        CHANGE,
        ANSWER,
        PROTOCOL_EXCEPTION,
        RUNTIME_EXCEPTION
    }

    record Plan(Kind kind, Side side, At at, Act act) {
        /** Returns true if no message may leave the client. */
        boolean keepsTheCall() {
            return side == Side.CLIENT && at == At.REQUEST && act != Act.LOOK && act != Act.CHANGE;
        }
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.SOAP_HANDLERS)
    @Shows(Use.LOGICAL_HANDLERS)
    @Test
    void whateverAHandlerDoesComesOutAsOverSoap() {
        List<String> bySoap = outcomes(Mode.NEVER);
        int closedBySoap = closedOnService.getAndSet(0);
        List<String> streamed = outcomes(Mode.ALWAYS);

        assertThat(streamed).containsExactlyElementsOf(bySoap);
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(closedOnService.get()).isEqualTo(closedBySoap));
        assertThat(bySoap)
                .as("handlers did something")
                .anyMatch(outcome -> outcome.contains("returned x+"))
                .anyMatch(outcome -> outcome.contains("returned answered"))
                .anyMatch(outcome -> outcome.contains("by the handler"))
                .anyMatch(outcome -> outcome.contains("station is down+"));
    }

    private List<String> outcomes(Mode mode) {
        String address = published.endpoint("handled-" + mode);
        Server server = published.publishAny(new WrappedStationsImpl(), address, SOAP11, Published.feature(Mode.AUTO));
        ((JaxWsEndpointImpl) server.getEndpoint()).getJaxwsBinding().setHandlerChain(chain(Side.SERVICE));
        ParleyFeature feature = Published.feature(mode);
        WrappedStations stations = published.proxy(WrappedStations.class, address, SOAP11, feature);
        ((BindingProvider) stations).getBinding().setHandlerChain(chain(Side.CLIENT));
        List<String> outcomes = new ArrayList<>();
        for (Plan each : plans()) {
            plan = each;
            onClient.clear();
            onService.clear();
            long before = Published.status(stations).streamedCalls();
            String result = result(stations, each.at == At.FAULT);
            outcomes.add(each + "\n  " + result + "\n  client: " + onClient + "\n  service: " + onService);
            if (mode == Mode.ALWAYS && !each.keepsTheCall()) {
                assertThat(Published.status(stations).streamedCalls() - before)
                        .as("streamed: %s", each)
                        .isOne();
            }
        }
        return outcomes;
    }

    private static List<Plan> plans() {
        List<Plan> plans = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (Side side : Side.values()) {
                for (At at : At.values()) {
                    for (Act act : Act.values()) {
                        plans.add(new Plan(kind, side, at, act));
                    }
                }
            }
        }
        return plans;
    }

    private static String result(WrappedStations stations, boolean fails) {
        try {
            return "returned " + (fails ? stations.fail("checked") : stations.echo("x"));
        } catch (StationException e) {
            return "StationException " + e.getMessage() + " "
                    + (e.getFaultInfo() == null ? "without detail" : e.getFaultInfo().code);
        } catch (SOAPFaultException e) {
            return "SOAPFaultException " + e.getFault().getFaultCode() + " "
                    + e.getFault().getFaultString();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    @SuppressWarnings("rawtypes") // required by the binding's signature
    private List<Handler> chain(Side side) {
        return List.of(new Logical(side, false), new Logical(side, true), new Soap(side, true), new Soap(side, false));
    }

    /** Base of both kinds of handler. */
    private abstract class Watching<C extends MessageContext> implements Handler<C> {
        private final Kind kind;
        private final Side side;
        private final boolean acts;

        Watching(Kind kind, Side side, boolean acts) {
            this.kind = kind;
            this.side = side;
            this.acts = acts;
        }

        private void note(String what) {
            (side == Side.CLIENT ? onClient : onService).add(kind + (acts ? " actor " : " ") + what);
        }

        @Override
        public final boolean handleMessage(C context) {
            boolean out = Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY));
            return handle(context, out == (side == Side.CLIENT) ? At.REQUEST : At.RESPONSE);
        }

        @Override
        public final boolean handleFault(C context) {
            return handle(context, At.FAULT);
        }

        @Override
        public final void close(MessageContext context) {
            if (side == Side.CLIENT) {
                note("closed");
            } else {
                closedOnService.incrementAndGet();
            }
        }

        abstract boolean handle(C context, At at);

        /** Performs the planned action if it is due here. */
        boolean act(At at, String seen, Runnable change, Runnable answer) {
            note(at + " " + seen);
            Plan now = plan;
            boolean mine = acts && now.kind == kind && now.side == side && now.at == at;
            return switch (mine ? now.act : Act.LOOK) {
                case LOOK -> true;
                case CHANGE -> {
                    change.run();
                    yield true;
                }
                case ANSWER -> {
                    if (at == At.REQUEST) {
                        answer.run();
                    }
                    yield false;
                }
                case PROTOCOL_EXCEPTION, RUNTIME_EXCEPTION -> throw thrown(now.act);
            };
        }

        RuntimeException thrown(Act act) {
            if (act == Act.RUNTIME_EXCEPTION) {
                return new IllegalStateException("by the handler");
            }
            try {
                return new SOAPFaultException(SOAPFactory.newInstance()
                        .createFault("by the handler", new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Server")));
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Appends to the only text in a message of these tests. */
    private static void change(Node node) {
        NodeList children = node.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            Node child = children.item(i);
            if (child instanceof Element) {
                change(child);
            } else if (node.getLocalName() != null
                    && List.of("value", "text", "faultstring", "kind").contains(node.getLocalName())) {
                child.setNodeValue(child.getNodeValue() + "+");
                return;
            }
        }
    }

    private final class Soap extends Watching<SOAPMessageContext> implements SOAPHandler<SOAPMessageContext> {
        Soap(Side side, boolean acts) {
            super(Kind.SOAP, side, acts);
        }

        @Override
        boolean handle(SOAPMessageContext context, At at) {
            try {
                SOAPBody body = context.getMessage().getSOAPBody();
                return act(at, body.getTextContent(), () -> change(body), () -> context.setMessage(answer()));
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }

        private static SOAPMessage answer() {
            try {
                SOAPMessage answer = MessageFactory.newInstance().createMessage();
                answer.getSOAPBody()
                        .addChildElement(new QName(NAMESPACE, "echoResponse", "ns"))
                        .addChildElement("text")
                        .setTextContent("answered");
                return answer;
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Set<QName> getHeaders() {
            return Set.of();
        }
    }

    private final class Logical extends Watching<LogicalMessageContext>
            implements LogicalHandler<LogicalMessageContext> {
        Logical(Side side, boolean acts) {
            super(Kind.LOGICAL, side, acts);
        }

        @Override
        boolean handle(LogicalMessageContext context, At at) {
            LogicalMessage message = context.getMessage();
            Document payload = payload(message);
            Runnable change = () -> {
                change(payload);
                message.setPayload(new DOMSource(payload));
            };
            return act(
                    at,
                    payload.getDocumentElement().getTextContent(),
                    change,
                    () -> message.setPayload(new StreamSource(new StringReader(ANSWER))));
        }

        private static Document payload(LogicalMessage message) {
            try {
                return StaxUtils.read(message.getPayload());
            } catch (XMLStreamException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
