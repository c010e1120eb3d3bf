package io.parley.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.schema.Schema;
import io.parley.schema.TypeTestSchemas;
import java.io.IOException;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the layouts of independently written schemas: those of CXF's type-test services, which cover XML Schema. */
class TypeTestSchemaTest {
    @ParameterizedTest
    @ValueSource(strings = {"type_test_doclit.wsdl", "type_test_rpclit.wsdl", "type_test_xml_inc.wsdl"})
    void everyTypeOfTheTypeTestServicesIsTyped(String wsdl) throws IOException {
        Schema schema = Schema.read(TypeTestSchemas.of(wsdl), Limits.defaults());
        Layout layout = Layout.compile(schema);

        assertThat(schema.types()).hasSizeGreaterThan(140);
        assertThat(layout.types().stream()
                        .filter(ComplexLayout.class::isInstance)
                        .map(ComplexLayout.class::cast)
                        .filter(type -> type.content() instanceof ComplexLayout.Content.Infoset)
                        .map(type -> type.name().orElseThrow()))
                .containsExactly(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType"));
    }

    @Test
    void everyRequestOfTheDocumentServiceHasAPlanAndAFingerprint() throws IOException {
        Layout layout = Layout.compile(Schema.read(TypeTestSchemas.of("type_test_doclit.wsdl"), Limits.defaults()));

        List<Slot.Element> requests = layout.elements().stream()
                .filter(element -> element.name().getNamespaceURI().endsWith("/doc"))
                .toList();
        assertThat(requests).hasSizeGreaterThan(200).allSatisfy(element -> {
            assertThat(CanonicalText.fingerprint(element)).hasSize(64);
            assertThat(LayoutPrinter.print(element)).doesNotContain("not defined");
        });
    }
}
