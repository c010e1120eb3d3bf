package io.parley.cxf.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.policy.PolicyEngine;
import org.apache.cxf.ws.policy.WSPolicyFeature;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests ports of one service with different policies in its WSDL: each policy applies with Parley too. */
class PoliciesOfPortsTest {
    private static final String NAMESPACE = "urn:shelf";
    private static final int LONG = 200_000;

    private enum Port {
        PLAIN("Plain", true),
        ADDRESSED("Addressed", true),
        OPTIMIZED("Optimized", false),
        BOTH("AddressedAndOptimized", false),
        RELIABLE("Reliable", false);

        final String wsdlName;
        final boolean streams;

        Port(String wsdlName, boolean streams) {
            this.wsdlName = wsdlName;
            this.streams = streams;
        }
    }

    /** The port type. */
    @WebService(name = "Shelf", targetNamespace = NAMESPACE)
    public interface Shelf {
        String store(@WebParam(name = "binary") byte[] binary);

        byte[] fetch(@WebParam(name = "bytes") int bytes);

        String refuse(@WebParam(name = "text") String text);

        @Oneway
        void tell(@WebParam(name = "text") String text);
    }

    /** The service of each port. */
    @WebService(
            endpointInterface = "io.parley.cxf.neighbours.PoliciesOfPortsTest$Shelf",
            targetNamespace = NAMESPACE,
            serviceName = "ShelfService")
    public static final class ShelfImpl implements Shelf {
        private final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public String store(byte[] binary) {
            return binary.length + " " + Arrays.hashCode(binary);
        }

        @Override
        public byte[] fetch(int bytes) {
            return binary(bytes);
        }

        @Override
        public String refuse(String text) {
            throw new IllegalStateException("refused " + text);
        }

        @Override
        public void tell(String text) {
            told.add(text);
        }
    }

    @Shows(Use.POLICIES_OF_PORTS)
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachPortIsCalledAsItsPolicyWantsWithParleyAsWithout(boolean clientsKnowPolicies) throws Exception {
        Map<String, List<String>> without = conversation(clientsKnowPolicies, Mode.NEVER);
        Map<String, List<String>> with = conversation(clientsKnowPolicies, Mode.AUTO);

        assertThat(with).containsExactlyEntriesOf(without);
        for (String port : List.of("ADDRESSED", "OPTIMIZED", "BOTH", "RELIABLE")) {
            assertThat(without.get(port + " store").get(0).contains("failed"))
                    .as(port)
                    .isNotEqualTo(clientsKnowPolicies);
        }
    }

    private static Map<String, List<String>> conversation(boolean clientsKnowPolicies, Mode mode) throws Exception {
        Map<String, List<String>> said = new LinkedHashMap<>();
        try (Published published = new Published()) {
            new WSPolicyFeature().initialize(published.serviceBus);
            published.clientBus.getExtension(PolicyEngine.class).setEnabled(clientsKnowPolicies);
            for (Port port : Port.values()) {
                Addresses atService = new Addresses();
                ShelfImpl service = new ShelfImpl();
                String address = published.endpoint(port.wsdlName);
                publish(published.serviceBus, port, service, address, atService, mode);
                Addresses atClient = new Addresses();
                Shelf shelf = shelf(published.clientBus, port, address, atClient, mode);
                Conversation conversation = new Conversation(port, said, atService, atClient, shelf, mode);
                conversation.note("first", () -> shelf.store(binary(1)));
                said.remove(port + " first"); // differs because of the offer beside it
                conversation.note("store", () -> shelf.store(binary(100)));
                conversation.note("fetch", () -> Arrays.hashCode(shelf.fetch(100)));
                if (port != Port.RELIABLE) { // CXF's reliable messaging stalls on a long response, even without Parley
                    conversation.note("store long", () -> shelf.store(binary(LONG)));
                    conversation.note("fetch long", () -> Arrays.hashCode(shelf.fetch(LONG)));
                    conversation.note("refuse", () -> shelf.refuse("x"));
                }
                conversation.note("tell", () -> {
                    shelf.tell("x");
                    return "told";
                });
                if (!said.get(port + " tell").get(0).contains("failed")) {
                    boolean refused = said.get(port + " store").get(0).contains("failed");
                    Awaitility.await().until(() -> refused || service.told.size() == 1);
                }
                said.put(port + " runs", List.copyOf(service.told));
                if (mode == Mode.AUTO) {
                    Map<FallbackReason, ?> fallbacks = Published.status(shelf).fallbacks();
                    assertThat(Published.status(shelf).streamedCalls() > 0)
                            .as("%s %s", port, fallbacks)
                            .isEqualTo(port.streams);
                    if (!port.streams) {
                        assertThat(fallbacks)
                                .as("%s", port)
                                .containsKey(
                                        clientsKnowPolicies
                                                ? FallbackReason.NOT_STREAMABLE
                                                : FallbackReason.UNSUPPORTED_ENDPOINT);
                    }
                }
            }
        }
        return said;
    }

    /** The calls of one port, and their observed properties. */
    private record Conversation(
            Port port,
            Map<String, List<String>> said,
            Addresses atService,
            Addresses atClient,
            Shelf shelf,
            Mode mode) {
        void note(String name, Callable<Object> call) throws Exception {
            List<String> met = new ArrayList<>();
            met.add(outcome(call));
            if (mode == Mode.AUTO) {
                ParleyStatus.settled(Published.client(shelf))
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS);
            }
            met.addAll(atService.take());
            met.addAll(atClient.take());
            said.put(port + " " + name, met);
        }

        private static String outcome(Callable<Object> call) throws Exception {
            try {
                return String.valueOf(call.call());
            } catch (WebServiceException e) {
                return "failed: " + e.getClass().getSimpleName() + " " + e.getMessage();
            }
        }
    }

    private static void publish(Bus bus, Port port, ShelfImpl service, String address, Addresses addresses, Mode mode) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceBean(service);
        publisher.setWsdlLocation(wsdl());
        publisher.setServiceName(new QName(NAMESPACE, "ShelfService"));
        publisher.setEndpointName(new QName(NAMESPACE, port.wsdlName));
        publisher.setAddress(address);
        publisher.getInInterceptors().add(addresses);
        if (mode != Mode.NEVER) {
            publisher.getFeatures().add(Published.patient());
        }
        publisher.create();
    }

    private static Shelf shelf(Bus bus, Port port, String address, Addresses addresses, Mode mode) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Shelf.class);
        factory.setWsdlURL(wsdl());
        factory.setServiceName(new QName(NAMESPACE, "ShelfService"));
        factory.setEndpointName(new QName(NAMESPACE, port.wsdlName));
        factory.setAddress(address);
        factory.getInInterceptors().add(addresses);
        factory.getInFaultInterceptors().add(addresses);
        if (mode != Mode.NEVER) {
            factory.getFeatures().add(Published.patient().mode(mode));
        }
        return factory.create(Shelf.class);
    }

    private static String wsdl() {
        return PoliciesOfPortsTest.class.getResource("shelf.wsdl").toString();
    }

    private static byte[] binary(int bytes) {
        byte[] binary = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            binary[i] = (byte) (i * 31);
        }
        return binary;
    }

    /** Records the actions and reply addresses of incoming messages, or that a message has none. */
    private static final class Addresses extends AbstractPhaseInterceptor<Message> {
        private final List<String> seen = new CopyOnWriteArrayList<>();

        Addresses() {
            super(Phase.PRE_PROTOCOL);
            addAfter("org.apache.cxf.ws.addressing.soap.MAPCodec");
        }

        @Override
        public void handleMessage(Message message) {
            AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, false, false);
            String action = addressing == null || addressing.getAction() == null
                    ? "without an action"
                    : addressing.getAction().getValue();
            if (!action.contains("/rm/")) { // excludes messages that start and end sequences
                seen.add(action);
            }
        }

        List<String> take() {
            List<String> taken = List.copyOf(seen);
            seen.clear();
            return taken;
        }
    }
}
