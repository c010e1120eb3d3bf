package io.parley.cxf.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.BoundSlot;
import io.parley.binding.ItemState;
import io.parley.binding.Part;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.Holder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that parameters which CXF converts before JAXB sees them arrive as over plain SOAP. */
class FormsTest {
    private static final RecursiveComparisonConfiguration SAME = RecursiveComparisonConfiguration.builder()
            .withEqualsForType(Double::equals, Double.class)
            .withStrictTypeChecking(true)
            .build();

    private static Bus bus;
    private static Forms plain;
    private static Forms streaming;

    @BeforeAll
    static void publish() throws Exception {
        bus = BusFactory.newInstance().createBus();
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceBean(new FormsImpl());
        publisher.setAddress("http://localhost:" + Published.freePort() + "/forms");
        publisher.getFeatures().add(Published.feature(Mode.AUTO));
        Server server = publisher.create();
        String address = server.getEndpoint().getEndpointInfo().getAddress();
        plain = proxy(address);
        streaming = proxy(address, Published.feature(Mode.ALWAYS));
    }

    @AfterAll
    static void stop() {
        bus.shutdown(true);
    }

    private static Forms proxy(String address, ParleyFeature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Forms.class);
        factory.setAddress(address);
        factory.getFeatures().addAll(List.of(features));
        return (Forms) factory.create();
    }

    static Stream<Arguments> calls() throws Exception {
        Shape[] shapes = {Shape.Circle.of("a", 1), Shape.Square.of(1, 2)};
        Map<String, Integer> entries = new LinkedHashMap<>();
        entries.put("x", 1);
        entries.put("a", 2);
        XMLGregorianCalendar day = DatatypeFactory.newInstance().newXMLGregorianCalendar("2020-01-01Z");
        return Stream.of(
                Arguments.of("strings", new String[] {"a b", "", " c "}),
                Arguments.of("strings", new String[] {}),
                Arguments.of("strings", new String[] {"a", null}),
                Arguments.of("ints", new int[] {1, -2}),
                Arguments.of("doubles", new Double[] {1.5, Double.NaN, -0.0}),
                Arguments.of("doubles", new Double[] {null}),
                Arguments.of("booleans", new boolean[] {true, false}),
                Arguments.of("blobs", new byte[][] {{1}, {}}),
                Arguments.of("grid", new String[][] {{"a", "b c"}, {}}),
                Arguments.of("grid", new String[][] {{"a", null}, null}),
                Arguments.of(
                        "dates",
                        new Date[] {Date.from(Instant.EPOCH), Date.from(Instant.ofEpochMilli(1_600_000_000_123L))}),
                Arguments.of("names", new QName[] {new QName("urn:n", "l", "p"), new QName("l")}),
                Arguments.of("colors", Color.values()),
                Arguments.of("circles", new Shape.Circle[] {Shape.Circle.of("a", 1), null}),
                Arguments.of("circles", new Shape.Circle[] {Shape.Circle.of(null, 1)}),
                Arguments.of("shapes", shapes),
                Arguments.of("calendars", new XMLGregorianCalendar[] {day}),
                Arguments.of("shortList", List.of((short) 1, (short) 2)),
                Arguments.of("shortList", Arrays.asList((short) 1, null)),
                Arguments.of("shapeList", List.of(shapes)),
                Arguments.of("copyingList", new CopyOnWriteArrayList<>(List.of(1L, 2L))),
                Arguments.of("spaced", new String[] {"a", "b c", ""}),
                Arguments.of("shape", Shape.Square.of(3)),
                Arguments.of("color", Color.BLUE),
                Arguments.of("date", Date.from(Instant.ofEpochMilli(7))),
                Arguments.of("seconds", 7L),
                Arguments.of("entries", entries),
                Arguments.of("money", new Adapters.Money(3)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void comesBackAsOverSoap(String operation, Object value) throws Exception {
        Method method = Arrays.stream(Forms.class.getMethods())
                .filter(each -> each.getName().equals(operation))
                .findFirst()
                .orElseThrow();
        Object expected = call(plain, method, value);
        Object found = call(streaming, method, value);
        assertThat(found).usingRecursiveComparison(SAME).isEqualTo(expected);
    }

    private static Object call(Forms proxy, Method method, Object value) throws IllegalAccessException {
        try {
            return method.invoke(proxy, value);
        } catch (InvocationTargetException e) {
            return e.getCause().getMessage();
        }
    }

    @Test
    void holdersOfArraysAndListsAreFilledAnew() {
        Holder<String[]> strings = new Holder<>(new String[] {"x"});
        Holder<List<Shape>> shapes = new Holder<>(List.of(Shape.Square.of(2)));
        streaming.held(strings, shapes);
        assertThat(strings.value).containsExactly("x");
        assertThat(shapes.value).usingRecursiveFieldByFieldElementComparator().containsExactly(Shape.Square.of(2));
    }

    @Test
    void allButTheUnnamedListTravelTyped() {
        List<Part> infoset = ParleyStatus.of(ClientProxy.getClient(streaming)).orElseThrow().parts().stream()
                .filter(part -> !part.isTyped())
                .toList();
        assertThat(infoset)
                .extracting(part -> part.key().operation().getLocalPart() + ": " + part.reason())
                .containsOnly("spaced: its XSD type has no name");
    }

    @Test
    void aSubclassWithoutANamespaceOfItsOwnIsTyped() {
        assertThat(ParleyStatus.of(ClientProxy.getClient(streaming))
                        .orElseThrow()
                        .parts())
                .filteredOn(part -> part.key().operation().getLocalPart().equals("shape"))
                .isNotEmpty()
                .allSatisfy(part -> {
                    BoundSlot root = part.binding().root();
                    assertThat(root.stateOf(Shape.Square.of(1), 0)).isEqualTo(ItemState.VALUE);
                });
    }
}
