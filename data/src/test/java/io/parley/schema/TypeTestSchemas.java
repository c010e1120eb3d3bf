package io.parley.schema;

import io.parley.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The independently written schemas of CXF's type-test services, which cover XML Schema. */
public final class TypeTestSchemas {
    private static final String FOLDER = "/wsdl/type_test/";

    private TypeTestSchemas() {}

    /** Returns the documents that all services share, and those inside one service's WSDL. */
    public static List<SchemaDocument> of(String wsdl) throws IOException {
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
        return Objects.requireNonNull(TypeTestSchemas.class.getResourceAsStream(FOLDER + name), name);
    }
}
