package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.binding.PartType;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests parts whose objects are not simply of the class that JAXB maps to their element. */
class PartTypesTest {
    private static final String ARRAYS = "http://jaxb.dev.java.net/array";
    private static final String XSD = "http://www.w3.org/2001/XMLSchema";
    private static final Limits LIMITS = Limits.defaults();

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Leaf {
        @XmlAttribute
        String id;

        static Leaf of(String id) {
            Leaf leaf = new Leaf();
            leaf.id = id;
            return leaf;
        }
    }

    @XmlRootElement(name = "rows")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Rows {
        String[][] row;
        Leaf[][] leaves;
    }

    static Stream<Arguments> arrays() {
        return Stream.<Object>of(
                        new String[] {"a b", "", " c "},
                        new String[] {},
                        new int[] {1, -2, 3},
                        new Double[] {1.5, Double.NaN, -0.0},
                        new byte[][] {{1, 2}, {}},
                        new Leaf[] {Leaf.of("x"), Leaf.of(null)},
                        new Leaf[][] {{Leaf.of("x")}, {}, {Leaf.of("y"), Leaf.of("z")}})
                .map(array -> Arguments.of(array.getClass().getSimpleName(), array));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("arrays")
    void anArrayIsWhatJaxbMakesOfIt(String name, Object array) throws Exception {
        JaxbOracle.check(context(array), binding(array), array, array.getClass(), name);
    }

    @Test
    void anArrayWithANullIsLeftToJaxb() throws Exception {
        Binding binding = binding(new String[0]);
        assertThat(binding.accepts(new String[] {"a", null})).isFalse();
        assertThat(binding.accepts(Arrays.asList("a", null))).isFalse();
        assertThat(binding.accepts(List.of("a", 1))).isFalse();
        assertThat(binding.accepts(List.of("a"))).isTrue();
    }

    @Test
    void aNullDeepInsideTravelsAsJaxbWritesIt() throws Exception {
        Leaf[][] leaves = {{Leaf.of("x"), null}, {}};
        JaxbOracle.check(context(leaves), binding(leaves), leaves, Leaf[][].class, "null inside");
    }

    @Test
    void aNilItemOfAnotherSideIsWhatJaxbReads() throws Exception {
        Slot.Element element = element(new String[0]);
        Record record = Record.builder((ComplexLayout) element.type())
                .add("item", "a")
                .add("item", Record.Nil.NIL)
                .build();
        Object found = Messages.decode(binding(new String[0]), Messages.encode(RecordBinding.of(element), record));

        String xml = "<x xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>"
                + "<item>a</item><item xsi:nil='true'/></x>";
        assertThat(found)
                .isEqualTo(context(found)
                        .createUnmarshaller()
                        .unmarshal(new StreamSource(new StringReader(xml)), String[].class)
                        .getValue());
    }

    @Test
    void arraysOfArraysAreTypedAsMembersToo() throws Exception {
        Rows rows = new Rows();
        rows.row = new String[][] {{"a", "b c"}, {}};
        rows.leaves = new Leaf[][] {{Leaf.of("x"), null}};
        JAXBContext context = JAXBContext.newInstance(Rows.class);
        Slot.Element element = Layout.compile(Schema.derive(context, LIMITS))
                .element(new QName("rows"))
                .orElseThrow();
        Binding binding = bound(context, element, PartType.of(Rows.class), Rows.class);
        assertThat(binding.report()).isEmpty();
        JaxbOracle.check(context, binding, rows, Rows.class, "rows");
    }

    @Test
    void aListComesBackAsTheListThatWasDeclared() throws Exception {
        String[] array = {};
        PartType type = new PartType(String[].class, CopyOnWriteArrayList.class, null, false);
        Binding binding = bound(context(array), element(array), type, String[].class);
        assertThat(Messages.throughHhfr(binding, List.of("a", " ")))
                .isExactlyInstanceOf(CopyOnWriteArrayList.class)
                .isEqualTo(List.of("a", " "));
    }

    @Test
    void itemsOfAListTypeKeepTheirSpacesUnlessTheyAreOneText() throws Exception {
        Slot.Element names = listElement();
        String[] items = {"a b", "", "c"};
        Binding elements = bound(context(items), names, PartType.of(String[].class), String[].class);
        Binding text = bound(context(items), names, new PartType(String[].class, null, null, true), String[].class);

        assertThat(Messages.throughHhfr(elements, items)).isEqualTo(items);
        assertThat(Messages.throughHhfr(text, items)).isEqualTo(new String[] {"a", "b", "c"});
        assertThat(Messages.expanded(elements, items)).containsOnly(new QName("names"), new QName("item"));
        assertThat(Messages.expanded(text, items)).containsOnly(new QName("names"));
    }

    @Test
    void anArrayForOneTextIsTypedIfItsItemsStayApart() throws Exception {
        Layout layout = Layout.compile(Schema.derive(JAXBContext.newInstance(Leaf.class), LIMITS));
        Slot.Element union =
                layout.part(new QName("union"), new QName(XSD, "string")).orElseThrow();
        Binding binding = bound(context(new String[0]), union, PartType.of(String[].class), String[].class);

        assertThat(Messages.throughHhfr(binding, new String[] {"a", "1"})).isEqualTo(new String[] {"a", "1"});
        assertThat(binding.accepts(new String[] {"a b"})).isFalse();
        assertThat(binding.accepts(new String[] {""})).isFalse();
    }

    @Test
    void anAdapterTurnsThePartAsAWhole() throws Exception {
        Layout layout = Layout.compile(Schema.derive(JAXBContext.newInstance(Leaf.class), LIMITS));
        Slot.Element hex =
                layout.part(new QName("hex"), new QName(XSD, "hexBinary")).orElseThrow();
        PartType type = new PartType(byte[].class, null, HexBinaryAdapter.class, false);
        Binding binding = bound(JAXBContext.newInstance(), hex, type, String.class);

        assertThat(Messages.throughHhfr(binding, new byte[] {1, -1})).isEqualTo(new byte[] {1, -1});
    }

    private static Slot.Element listElement() {
        return Layout.compile(Schema.read("""
                        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                          <xs:element name="names"><xs:simpleType><xs:list itemType="xs:string"/></xs:simpleType></xs:element>
                        </xs:schema>
                        """)).element(new QName("names")).orElseThrow();
    }

    private static JAXBContext context(Object array) throws Exception {
        return JAXBContext.newInstance(array.getClass());
    }

    private static Binding binding(Object array) throws Exception {
        return bound(context(array), element(array), PartType.of(array.getClass()), array.getClass());
    }

    /** Returns the element of an array in JAXB's own schema. */
    private static Slot.Element element(Object array) throws Exception {
        Layout layout = Layout.compile(Schema.derive(context(array), LIMITS));
        String name = typeName(array.getClass());
        return layout.part(new QName("root"), new QName(ARRAYS, name))
                .or(() -> layout.part(new QName("root"), new QName(name)))
                .orElseThrow();
    }

    private static String typeName(Class<?> type) {
        Class<?> item = type.getComponentType();
        if (item == byte[].class) {
            return "base64BinaryArray";
        }
        return (item.isArray()
                        ? typeName(item)
                        : item.getSimpleName().substring(0, 1).toLowerCase(java.util.Locale.ROOT)
                                + item.getSimpleName().substring(1))
                + "Array";
    }

    private static Binding bound(JAXBContext context, Slot.Element element, PartType type, Class<?> known) {
        JaxbBindings.Attempt attempt = JaxbBindings.of(context, List.of(known)).bind(element, type);
        return Objects.requireNonNull(attempt.binding(), attempt.reason());
    }
}
