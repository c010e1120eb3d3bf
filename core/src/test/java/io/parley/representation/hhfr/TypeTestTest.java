package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The classes of CXF's type-test services, which others wrote: what JAXB makes of them is what hhfr makes of them. */
class TypeTestTest {
    private static final String FOLDER = "/wsdl/type_test/";
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
        layout = Layout.compile(Schema.derive(documents("type_test_doclit.wsdl"), Limits.defaults()));
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

    private static Slot.Element element(Class<?> type) {
        XmlRootElement root = type.getAnnotation(XmlRootElement.class);
        String namespace = root.namespace().equals("##default")
                ? type.getPackage()
                        .getAnnotation(jakarta.xml.bind.annotation.XmlSchema.class)
                        .namespace()
                : root.namespace();
        return layout.element(new QName(namespace, root.name())).orElseThrow();
    }

    private static List<SchemaDocument> documents(String wsdl) throws Exception {
        List<SchemaDocument> documents = new ArrayList<>();
        for (String name : List.of("type_test_1.xsd", "type_test_2.xsd", "type_test_3.xsd")) {
            try (InputStream bytes = open(name)) {
                documents.add(new SchemaDocument(name, new String(bytes.readAllBytes(), StandardCharsets.UTF_8)));
            }
        }
        try (InputStream bytes = open(wsdl)) {
            NodeList schemas = SafeXml.document(bytes, Limits.defaults())
                    .getElementsByTagNameNS(XMLConstants.W3C_XML_SCHEMA_NS_URI, "schema");
            for (int i = 0; i < schemas.getLength(); i++) {
                documents.add(SchemaDocument.of(wsdl + "#types" + i, (Element) schemas.item(i)));
            }
        }
        return documents;
    }

    private static InputStream open(String name) {
        return Objects.requireNonNull(TypeTestTest.class.getResourceAsStream(FOLDER + name), name);
    }
}
