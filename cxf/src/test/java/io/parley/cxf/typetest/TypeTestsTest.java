package io.parley.cxf.typetest;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.xml.ws.Holder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.systest.type_test.TypeTestImpl;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Tests every operation of CXF's own type-test services with generated values, over plain SOAP and over the stream:
 * results are equal. Prints the share of body parts that are typed, and the reasons of the others.
 */
class TypeTestsTest {
    static final long SEED = Long.getLong("parley.seed", 20_260_101L);
    private static final int ROUNDS = 2;

    @TestFactory
    Stream<DynamicNode> documentLiteral() {
        return operations(new Pair(
                new TypeTestServices.Doc(),
                org.apache.type_test.doc.TypeTestPortType.class,
                "classpath:/wsdl/type_test/type_test_doclit_soap.wsdl",
                "http://apache.org/type_test/doc"));
    }

    @TestFactory
    Stream<DynamicNode> rpcLiteral() {
        return operations(new Pair(
                new TypeTestServices.Rpc(),
                org.apache.type_test.rpc.TypeTestPortType.class,
                "classpath:/wsdl/type_test/type_test_rpclit_soap.wsdl",
                "http://apache.org/type_test/rpc"));
    }

    private static Stream<DynamicNode> operations(Pair pair) {
        List<Method> methods = Arrays.stream(pair.type.getMethods())
                .filter(method -> method.isAnnotationPresent(WebMethod.class)
                        || method.getName().startsWith("test"))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        Stream<DynamicNode> calls = methods.stream()
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> pair.callBothWays(method)));
        return Stream.concat(
                        calls,
                        Stream.of(DynamicTest.dynamicTest(
                                "at least 90 % of the body parts travel typed", pair::reportTypedShare)))
                .onClose(pair::close);
    }

    /** A service, a client over plain SOAP and a client that must stream. */
    static final class Pair {
        private final Class<?> type;
        private final Bus serviceBus = BusFactory.newInstance().createBus();
        private final Bus clientBus = BusFactory.newInstance().createBus();
        private final Object plain;
        private final Object streaming;

        Pair(TypeTestImpl service, Class<?> type, String wsdl, String namespace) {
            this.type = type;
            String address = "http://localhost:" + Published.freePort() + "/types";
            JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
            publisher.setBus(serviceBus);
            publisher.setServiceClass(service.getClass());
            publisher.setServiceBean(service);
            publisher.setAddress(address);
            publisher.getFeatures().add(Published.feature(Mode.AUTO));
            publisher.create();
            plain = proxy(address, wsdl, namespace);
            streaming = proxy(address, wsdl, namespace, Published.feature(Mode.ALWAYS));
        }

        private Object proxy(String address, String wsdl, String namespace, ParleyFeature... features) {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(clientBus);
            factory.setServiceClass(type);
            factory.setWsdlURL(wsdl);
            factory.setServiceName(new QName(namespace, "SOAPService"));
            factory.setEndpointName(new QName(namespace, "SOAPPort"));
            factory.setAddress(address);
            factory.getFeatures().addAll(List.of(features));
            return factory.create();
        }

        void callBothWays(Method method) throws ReflectiveOperationException {
            for (int round = 0; round < ROUNDS; round++) {
                long seed = SEED + 31L * method.getName().hashCode() + round;
                String bySoap = outcome(plain, method, seed);
                long before = status().streamedCalls();
                String byStream = outcome(streaming, method, seed);
                assertThat(byStream).as("seed %d", seed).isEqualTo(bySoap);
                assertThat(status().streamedCalls()).isEqualTo(before + 1);
            }
        }

        static String outcome(Object proxy, Method method, long seed) throws ReflectiveOperationException {
            Values values = new Values(seed, method.getName());
            Type[] types = method.getGenericParameterTypes();
            Object[] arguments = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                arguments[i] = values.of(types[i]);
            }
            try {
                Object result = method.invoke(proxy, arguments);
                return Tree.of(result)
                        + Arrays.stream(arguments)
                                .filter(Holder.class::isInstance)
                                .map(Tree::of)
                                .collect(Collectors.joining("\n", "\n", ""));
            } catch (InvocationTargetException e) {
                return "threw " + e.getCause();
            }
        }

        private ParleyStatus status() {
            Client client = ClientProxy.getClient(streaming);
            return ParleyStatus.of(client).orElseThrow();
        }

        void reportTypedShare() {
            List<Part> parts = status().parts();
            List<Part> infoset = parts.stream().filter(part -> !part.isTyped()).toList();
            int share = 100 * (parts.size() - infoset.size()) / parts.size();
            System.out.printf(
                    "%s: %d of %d body parts typed (%d %%)%n",
                    type.getName(), parts.size() - infoset.size(), parts.size(), share);
            infoset.forEach(part -> System.out.printf("  infoset %s: %s%n", part.key(), part.reason()));
            assertThat(share).isGreaterThanOrEqualTo(90);
            long written = status().typedParts() + status().infosetParts();
            System.out.printf("  of %d parts that the client wrote %d were typed%n", written, status().typedParts());
            assertThat(status().typedParts() * 100 / written).isGreaterThanOrEqualTo(90);
        }

        void close() {
            clientBus.shutdown(true);
            serviceBus.shutdown(true);
        }
    }
}
