package io.parley.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The schemas of CXF's type-test services, which others wrote to cover XML Schema. */
class TypeTestSchemaTest {
    private static final String FOLDER = "/wsdl/type_test/";

    @ParameterizedTest
    @ValueSource(strings = {"type_test_doclit.wsdl", "type_test_rpclit.wsdl", "type_test_xml_inc.wsdl"})
    void everyTypeOfTheTypeTestServicesIsTyped(String wsdl) throws IOException {
        Schema schema = Schema.read(documents(wsdl), Limits.defaults());
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
        Layout layout = Layout.compile(Schema.read(documents("type_test_doclit.wsdl"), Limits.defaults()));

        List<Slot.Element> requests = layout.elements().stream()
                .filter(element -> element.name().getNamespaceURI().endsWith("/doc"))
                .toList();
        assertThat(requests).hasSizeGreaterThan(200).allSatisfy(element -> {
            assertThat(CanonicalText.fingerprint(element)).hasSize(64);
            assertThat(LayoutPrinter.print(element)).doesNotContain("not defined");
        });
    }

    private static List<SchemaDocument> documents(String wsdl) throws IOException {
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
        return Objects.requireNonNull(TypeTestSchemaTest.class.getResourceAsStream(FOLDER + name), name);
    }
}
