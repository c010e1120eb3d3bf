package io.parley.cxf.typetest;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Part;
import io.parley.cxf.ParleyStatus;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.type_test.doc.TypeTestPortType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests operations of CXF's type-test service over channels other than the stream, in the four pairings of sides with
 * and without Parley: the results are equal. Runs a part of the operations, each with generated values; {@code
 * -Dparley.CHANNEL.types=all} runs all.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TypeTestsOverChannel {
    private static final String WSDL = "classpath:/wsdl/type_test/type_test_doclit_soap.wsdl";
    private static final String NAMESPACE = "http://apache.org/type_test/doc";

    private final String channel;

    /**
     * Proxies of the four pairings, named by client and service; created by the subclass that publishes the services.
     */
    Object plain;

    Object plainToWith;
    Object withToPlain;
    Object streaming;

    TypeTestsOverChannel(String channel) {
        this.channel = channel;
    }

    static Object proxy(Bus bus, String address, Feature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(TypeTestPortType.class);
        factory.setWsdlURL(WSDL);
        factory.setServiceName(new QName(NAMESPACE, "SOAPService"));
        factory.setEndpointName(new QName(NAMESPACE, "SOAPPort"));
        factory.setAddress(address);
        factory.getFeatures().addAll(List.of(features));
        return factory.create();
    }

    Stream<Method> operations() {
        int each = "all".equals(System.getProperty("parley." + channel + ".types")) ? 1 : 12;
        List<Method> all = Arrays.stream(TypeTestPortType.class.getMethods())
                .filter(method -> method.isAnnotationPresent(WebMethod.class)
                        || method.getName().startsWith("test"))
                // One-way calls never stream over a queue, since the queue keeps messages that need no response.
                .filter(method -> !channel.equals("jms") || !method.isAnnotationPresent(Oneway.class))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        List<Method> some = new ArrayList<>();
        for (int i = 0; i < all.size(); i += each) {
            some.add(all.get(i));
        }
        return some.stream();
    }

    @ParameterizedTest
    @MethodSource("operations")
    final void theFourPairingsGiveTheSame(Method operation) throws ReflectiveOperationException {
        long seed = TypeTestsTest.SEED + 31L * operation.getName().hashCode();
        String bySoap = TypeTestsTest.Pair.outcome(plain, operation, seed);
        for (Object other : List.of(plainToWith, withToPlain, streaming)) {
            assertThat(TypeTestsTest.Pair.outcome(other, operation, seed))
                    .as("seed %d", seed)
                    .isEqualTo(bySoap);
        }
    }

    @Test
    final void atLeastNinetyPercentOfTheBodyPartsTravelTyped() throws ReflectiveOperationException {
        TypeTestsTest.Pair.outcome(streaming, operations().findFirst().orElseThrow(), TypeTestsTest.SEED);
        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(streaming)).orElseThrow();
        List<Part> parts = status.parts();
        long typed = parts.stream().filter(Part::isTyped).count();
        System.out.printf(
                "over %s: %d of %d body parts typed, %d of %d that the client wrote%n",
                channel, typed, parts.size(), status.typedParts(), status.typedParts() + status.infosetParts());
        assertThat(typed * 100 / parts.size()).isGreaterThanOrEqualTo(90);
        assertThat(status.agreement().orElseThrow().channel()).isEqualTo(channel);
        assertThat(status.typedParts()).isPositive();
        assertThat(ParleyStatus.of(ClientProxy.getClient(withToPlain))
                        .orElseThrow()
                        .streamedCalls())
                .isZero();
    }
}
