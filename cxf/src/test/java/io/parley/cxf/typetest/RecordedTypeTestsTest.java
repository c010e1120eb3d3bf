package io.parley.cxf.typetest;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Part;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import io.parley.recording.Masking;
import io.parley.recording.RebuiltMessage;
import io.parley.recording.RecordedMessage;
import io.parley.recording.Recording;
import io.parley.recording.SoapRebuilder;
import io.parley.recording.Verification;
import jakarta.jws.WebMethod;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.systest.type_test.TypeTestImpl;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a recording is exported as, when clients and services are gone, means the same as the SOAP of a plain run: all
 * operations of CXF's type-test services, with generated values. {@code -Dparley.audit.messages=10000} compares more.
 */
class RecordedTypeTestsTest {
    private static final int MESSAGES = Integer.getInteger("parley.audit.messages", 500);
    /** Request and answer, by both sides, of both services in both representations. */
    private static final int RECORDED_PER_CALL = 2 * 2 * 2 * 2;

    private static final String TYPED = "hhfr";
    private static final String INFOSET = "bnux";

    /** A request is recorded when its reader is done with it, which may be behind its answer. */
    private static final Comparator<RebuiltMessage> IN_ORDER = Comparator.comparing(
                    (RebuiltMessage message) -> message.message().session())
            .thenComparing(message -> message.message().call())
            .thenComparing(message -> message.message().kind());

    @TempDir
    Path folder;

    /** What plain SOAP said, in order, and how each message's part travelled on the stream. */
    private record Said(String operation, int round, String envelope) {}

    @ParameterizedTest
    @ValueSource(strings = {TYPED, INFOSET})
    void documentLiteral(String representation) throws Exception {
        compare(
                representation,
                new TypeTestsTest.DocService(),
                org.apache.type_test.doc.TypeTestPortType.class,
                "classpath:/wsdl/type_test/type_test_doclit_soap.wsdl",
                "http://apache.org/type_test/doc");
    }

    @ParameterizedTest
    @ValueSource(strings = {TYPED, INFOSET})
    void rpcLiteral(String representation) throws Exception {
        compare(
                representation,
                new TypeTestsTest.RpcService(),
                org.apache.type_test.rpc.TypeTestPortType.class,
                "classpath:/wsdl/type_test/type_test_rpclit_soap.wsdl",
                "http://apache.org/type_test/rpc");
    }

    @ParameterizedTest
    @CsvSource({
        "<e xmlns='urn:e'><a>1.50</a></e>, <p:e xmlns:p='urn:e'><p:a>1.5</p:a></p:e>, true",
        "<e xmlns:q='urn:q'>q:n</e>, <e xmlns:r='urn:q'>r:n</e>, true",
        "<e><a>1.5</a></e>, <e><a>1.6</a></e>, false",
        "<e xmlns:q='urn:q'>q:n</e>, <e xmlns:q='urn:r'>q:n</e>, false",
        "<e><a/><b/></e>, <e><b/><a/></e>, false",
        "<e x='1'/>, <e/>, false",
        "<eList>x  y</eList>, <eList>x y</eList>, true",
        "<e>YuCQew==</e>, <e>62E0907B</e>, true",
        "<e>YuCQew==</e>, <e>62E0907C</e>, false",
        "<e>x  y</e>, <e>x y</e>, false",
        "<e>x</e>, <e> x</e>, false"
    })
    void theComparisonSeesWhatDiffers(String expected, String found, boolean same) {
        assertThat(SameEnvelope.difference(expected, found).isEmpty()).isEqualTo(same);
    }

    private void compare(String representation, TypeTestImpl service, Class<?> type, String wsdl, String namespace)
            throws Exception {
        List<Said> plainly = new ArrayList<>();
        Set<String> infoset = new HashSet<>();
        boolean allInfoset = representation.equals(INFOSET);
        Bus serviceBus = bus("service");
        Bus clientBus = bus("client");
        try {
            String address = "http://localhost:" + Published.freePort() + "/types";
            JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
            publisher.setBus(serviceBus);
            publisher.setServiceClass(service.getClass());
            publisher.setServiceBean(service);
            publisher.setAddress(address);
            publisher.getFeatures().add(Published.feature(Mode.AUTO).set("parley.representations", representation));
            publisher.create();
            List<String> log = new CopyOnWriteArrayList<>();
            JaxWsProxyFactoryBean plain = factory(clientBus, type, wsdl, namespace, address);
            plain.getFeatures().add(logging(log));
            JaxWsProxyFactoryBean streaming = factory(clientBus, type, wsdl, namespace, address);
            streaming.getFeatures().add(Published.feature(Mode.ALWAYS).set("parley.representations", representation));
            call(type, plain.create(), streaming.create(), log, plainly, infoset);
        } finally {
            clientBus.shutdown(true);
            serviceBus.shutdown(true);
        }
        int alike = 0;
        for (String side : List.of("service", "client")) {
            alike += assertSame(side, plainly, infoset, allInfoset);
        }
        System.out.printf("%s, %s: %d recorded messages are what SOAP said%n", namespace, representation, alike);
    }

    private static void call(
            Class<?> type, Object plain, Object streaming, List<String> log, List<Said> plainly, Set<String> infoset)
            throws ReflectiveOperationException {
        List<Method> operations = Arrays.stream(type.getMethods())
                .filter(method -> method.isAnnotationPresent(WebMethod.class)
                        || method.getName().startsWith("test"))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        int calls = Math.max(1, MESSAGES / RECORDED_PER_CALL);
        for (int i = 0; i < calls; i++) {
            // Spread over all of them, however few there are to be.
            Method operation = operations.get((int) (i * 97L % operations.size()));
            int round = i / operations.size();
            long seed = TypeTestsTest.SEED + 31L * operation.getName().hashCode() + round;
            TypeTestsTest.Pair.outcome(plain, operation, seed);
            log.forEach(envelope -> plainly.add(new Said(operation.getName(), round, envelope)));
            log.clear();
            TypeTestsTest.Pair.outcome(streaming, operation, seed);
        }
        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(streaming)).orElseThrow();
        assertThat(status.streamedCalls()).isEqualTo(calls);
        status.parts().stream()
                .filter(part -> !part.isTyped())
                .map(Part::key)
                .forEach(key -> infoset.add(key.toString()));
    }

    /** How many messages one side recorded; each is what SOAP said. */
    private int assertSame(String side, List<Said> plainly, Set<String> infoset, boolean allInfoset) throws Exception {
        List<RebuiltMessage> recorded = recorded(side);
        assertThat(recorded).hasSameSizeAs(plainly);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < recorded.size(); i++) {
            RebuiltMessage message = recorded.get(i);
            Said said = plainly.get(i);
            String what = side + ", message " + i + ", " + said.operation() + ", round " + said.round();
            if (!message.isRebuilt()) {
                differences.add(what + ": " + message.problem());
                continue;
            }
            String difference = SameEnvelope.difference(said.envelope(), message.envelope());
            if (!difference.isEmpty()) {
                differences.add(what + ": " + difference);
            }
            boolean request = message.message().kind() == RecordedMessage.Kind.REQUEST;
            if (allInfoset
                    || infoset.stream()
                            .anyMatch(key -> key.endsWith("}" + said.operation() + (request ? "/in/0" : "/out/0")))) {
                assertThat(SameEnvelope.canonicalBody(message.envelope()))
                        .as(what)
                        .isEqualTo(SameEnvelope.canonicalBody(said.envelope()));
            }
        }
        assertThat(differences).isEmpty();
        return recorded.size();
    }

    private List<RebuiltMessage> recorded(String side) throws IOException {
        List<RebuiltMessage> found = new ArrayList<>();
        Path recordings = folder.resolve(side);
        try (ContextStore store =
                ContextStores.open("sqlite:" + recordings.resolve("contexts.db"), StoreSettings.defaults())) {
            for (Recording recording : Recording.allIn(recordings, Limits.defaults())) {
                assertThat(recording.verify(store, null).result()).isEqualTo(Verification.Result.WHOLE);
                new SoapRebuilder(recording, store, Masking.nothing()).rebuild(found::add);
            }
        }
        return found.stream()
                .filter(message -> !message.isRebuilt() || !message.envelope().isEmpty())
                .sorted(IN_ORDER)
                .toList();
    }

    private Bus bus(String side) {
        Bus bus = BusFactory.newInstance().createBus();
        bus.setProperty("parley.recording", folder.resolve(side).toString());
        return bus;
    }

    private static LoggingFeature logging(List<String> log) {
        LoggingFeature logging = new LoggingFeature();
        logging.setSender(event -> {
            if (event.getPayload() != null && !event.getPayload().isBlank()) {
                log.add(event.getPayload());
            }
        });
        logging.setPrettyLogging(false);
        logging.setLimit(-1);
        return logging;
    }

    private static JaxWsProxyFactoryBean factory(
            Bus bus, Class<?> type, String wsdl, String namespace, String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(type);
        factory.setWsdlURL(wsdl);
        factory.setServiceName(new QName(namespace, "SOAPService"));
        factory.setEndpointName(new QName(namespace, "SOAPPort"));
        factory.setAddress(address);
        return factory;
    }
}
