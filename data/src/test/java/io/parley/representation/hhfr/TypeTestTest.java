package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import io.parley.schema.TypeTestSchemas;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the independently written classes of CXF's type-test services: hhfr and JAXB give the same objects. */
class TypeTestTest {
    private static final int VALUES = 3;
    private static final List<Class<?>> FACTORIES = List.of(
            org.apache.type_test.doc.ObjectFactory.class,
            org.apache.type_test.types1.ObjectFactory.class,
            org.apache.type_test.types2.ObjectFactory.class,
            org.apache.type_test.types3.ObjectFactory.class);

    private static JAXBContext context;
    private static JaxbBindings bindings;
    private static Layout layout;

    @BeforeAll
    static void compile() throws Exception {
        context = JAXBContext.newInstance(FACTORIES.toArray(Class<?>[]::new));
        bindings = JaxbBindings.of(context, FACTORIES);
        layout = Layout.compile(Schema.derive(TypeTestSchemas.of("type_test_doclit.wsdl"), Limits.defaults()));
    }

    static Stream<Class<?>> roots() {
        return FACTORIES.stream()
                .filter(factory -> factory.isAnnotationPresent(XmlRegistry.class))
                .flatMap(factory -> Stream.of(factory.getDeclaredMethods()))
                .filter(method -> method.getParameterCount() == 0)
                .map(Method::getReturnType)
                .filter(type -> type.isAnnotationPresent(XmlRootElement.class))
                .distinct()
                .sorted(Comparator.comparing(Class::getName));
    }

    @Test
    void everyMessageIsTyped() {
        Map<String, String> declined = new LinkedHashMap<>();
        roots().forEach(type -> {
            JaxbBindings.Attempt attempt = bindings.bind(element(type), type);
            if (attempt.binding() == null) {
                declined.put(type.getSimpleName(), attempt.reason());
            }
        });
        assertThat(declined).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("roots")
    void whatComesOutIsWhatJaxbMakesOfIt(Class<?> type) throws Exception {
        Binding binding =
                Objects.requireNonNull(bindings.bind(element(type), type).binding(), type.getName());
        for (int seed = 0; seed < VALUES; seed++) {
            Object value = new RandomBeans(seed, FACTORIES).of(type);
            JaxbOracle.check(context, binding, value, type, "seed " + seed);
        }
    }

    /**
     * Compares the schema that JAXB writes for the generated classes with their original schema: the views of two sides
     * of a service of which one has the WSDL and the other only the classes.
     */
    @Test
    void bothSidesOfAServiceHaveEqualFingerprintsOrAReason() throws Exception {
        Layout codeFirst = Layout.compile(Schema.derive(context, Limits.defaults()));
        LayoutDifferences.Counts counts = new LayoutDifferences.Counts();
        List<Class<?>> all = roots().toList();
        for (Class<?> type : all) {
            Slot.Element classes = codeFirst.element(element(type).name()).orElseThrow();
            counts.add(LayoutDifferences.between(element(type), classes));
        }
        System.out.println("type-test messages: " + counts);
        assertThat(counts.unexplained()).isEmpty();
        assertThat(counts.equal()).isGreaterThanOrEqualTo(all.size() * 94 / 100);
    }

    private static Slot.Element element(Class<?> type) {
        XmlRootElement root = type.getAnnotation(XmlRootElement.class);
        String namespace = root.namespace().equals("##default")
                ? type.getPackage()
                        .getAnnotation(jakarta.xml.bind.annotation.XmlSchema.class)
                        .namespace()
                : root.namespace();
        return layout.element(new QName(namespace, root.name())).orElseThrow();
    }
}
