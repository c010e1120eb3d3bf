package io.parley.cxf.typetest;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.type_test.doc.TypeTestPortType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations of CXF's type-test service over the http channel, in the four pairings of sides with and without Parley: all give the same.
 * A part of the operations, each with generated values; {@code -Dparley.http.types=all} takes all.
 */
class TypeTestsOverHttpTest {
    private static final int EACH = "all".equals(System.getProperty("parley.http.types")) ? 1 : 12;
    private static final String WSDL = "classpath:/wsdl/type_test/type_test_doclit_soap.wsdl";
    private static final String NAMESPACE = "http://apache.org/type_test/doc";

    private static final Bus SERVICES = BusFactory.newInstance().createBus();
    private static final Bus CLIENTS = BusFactory.newInstance().createBus();

    private static Object plain;
    private static Object plainToWith;
    private static Object withToPlain;
    private static Object streaming;

    @BeforeAll
    static void publish() {
        String without = published();
        String with = published(posts());
        plain = proxy(without);
        plainToWith = proxy(with);
        withToPlain = proxy(without, posts());
        streaming = proxy(with, posts().mode(Mode.ALWAYS));
    }

    @AfterAll
    static void stop() {
        CLIENTS.shutdown(true);
        SERVICES.shutdown(true);
    }

    private static ParleyFeature posts() {
        return Published.patient().set("parley.channels", "http");
    }

    private static String published(ParleyFeature... features) {
        String address = "http://localhost:" + Published.freePort() + "/types";
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(SERVICES);
        publisher.setServiceClass(TypeTestsTest.DocService.class);
        publisher.setServiceBean(new TypeTestsTest.DocService());
        publisher.setAddress(address);
        publisher.getFeatures().addAll(List.of(features));
        publisher.create();
        return address;
    }

    private static Object proxy(String address, ParleyFeature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(CLIENTS);
        factory.setServiceClass(TypeTestPortType.class);
        factory.setWsdlURL(WSDL);
        factory.setServiceName(new QName(NAMESPACE, "SOAPService"));
        factory.setEndpointName(new QName(NAMESPACE, "SOAPPort"));
        factory.setAddress(address);
        factory.getFeatures().addAll(List.of(features));
        return factory.create();
    }

    static Stream<Method> operations() {
        List<Method> all = Arrays.stream(TypeTestPortType.class.getMethods())
                .filter(method -> method.isAnnotationPresent(WebMethod.class)
                        || method.getName().startsWith("test"))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        List<Method> some = new ArrayList<>();
        for (int i = 0; i < all.size(); i += EACH) {
            some.add(all.get(i));
        }
        return some.stream();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void theFourPairingsGiveTheSame(Method operation) throws ReflectiveOperationException {
        long seed = TypeTestsTest.SEED + 31L * operation.getName().hashCode();
        String bySoap = TypeTestsTest.Pair.outcome(plain, operation, seed);
        for (Object other : List.of(plainToWith, withToPlain, streaming)) {
            assertThat(TypeTestsTest.Pair.outcome(other, operation, seed))
                    .as("seed %d", seed)
                    .isEqualTo(bySoap);
        }
    }

    @Test
    void atLeastNinetyPercentOfTheBodyPartsTravelTyped() throws ReflectiveOperationException {
        TypeTestsTest.Pair.outcome(streaming, operations().findFirst().orElseThrow(), TypeTestsTest.SEED);
        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(streaming)).orElseThrow();
        List<Part> parts = status.parts();
        long typed = parts.stream().filter(Part::isTyped).count();
        System.out.printf(
                "over http: %d of %d body parts typed, %d of %d that the client wrote%n",
                typed, parts.size(), status.typedParts(), status.typedParts() + status.infosetParts());
        assertThat(typed * 100 / parts.size()).isGreaterThanOrEqualTo(90);
        assertThat(status.agreement().orElseThrow().channel()).isEqualTo("http");
        assertThat(status.typedParts()).isPositive();
        assertThat(ParleyStatus.of(ClientProxy.getClient(withToPlain))
                        .orElseThrow()
                        .streamedCalls())
                .isZero();
    }
}
