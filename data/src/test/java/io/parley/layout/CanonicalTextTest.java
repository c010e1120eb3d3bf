package io.parley.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalTextTest {
    private static final String ORDER = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o" targetNamespace="urn:o">
              <xs:element name="order" type="o:Order"/>
              <xs:complexType name="Order">
                <xs:sequence>
                  <xs:element name="count" type="xs:int"/>
                  <xs:element name="when" type="xs:date" minOccurs="0"/>
                  <xs:element name="kind" type="o:Kind"/>
                </xs:sequence>
                <xs:attribute name="id" type="xs:string"/>
              </xs:complexType>
              <xs:simpleType name="Kind">
                <xs:restriction base="xs:string">
                  <xs:enumeration value="new"/><xs:enumeration value="old"/>
                </xs:restriction>
              </xs:simpleType>
            </xs:schema>
            """;

    /**
     * A schema whose canonical text is the same, despite other prefixes, order of globals, comments, documentation and
     * facets, including enumerations.
     */
    private static final String SAME_ORDER = """
            <schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:other="urn:o" targetNamespace="urn:o">
              <annotation><documentation>An order.</documentation></annotation>
              <simpleType name="Kind">
                <restriction base="token"><enumeration value="old"/><enumeration value="newer"/></restriction>
              </simpleType>
              <complexType name="Renamed">
                <sequence>
                  <element name="count">
                    <simpleType>
                      <restriction base="int"><maxInclusive value="10"/><pattern value="[0-9]*"/></restriction>
                    </simpleType>
                  </element>
                  <!-- now required -->
                  <element name="when" type="date"/>
                  <element name="kind" type="other:Kind"/>
                </sequence>
                <attribute name="id" type="string" use="required"/>
              </complexType>
              <element name="unrelated" type="int"/>
              <element name="order" type="other:Renamed"/>
            </schema>
            """;

    @Test
    void whatDoesNotChangeTheWireDoesNotChangeTheFingerprint() {
        assertThat(CanonicalText.of(order(SAME_ORDER))).isEqualTo(CanonicalText.of(order(ORDER)));
        assertThat(CanonicalText.fingerprint(order(SAME_ORDER)))
                .isEqualTo(CanonicalText.fingerprint(order(ORDER)))
                .matches("[0-9a-f]{64}");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "name=\"count\" type=\"xs:int\"|name=\"count\" type=\"xs:long\"",
                "name=\"count\" type=\"xs:int\"|name=\"total\" type=\"xs:int\"",
                "name=\"count\" type=\"xs:int\"|name=\"count\" type=\"xs:int\" maxOccurs=\"2\"",
                "name=\"count\" type=\"xs:int\"|name=\"count\" type=\"xs:int\" form=\"qualified\"",
                "name=\"count\" type=\"xs:int\"|name=\"count\" type=\"xs:int\" p:byteOrder=\"big\" xmlns:p=\"urn:parley:1\"",
                "name=\"id\" type=\"xs:string\"|name=\"id\" type=\"xs:string\" p:length=\"9\" xmlns:p=\"urn:parley:1\"",
                "name=\"id\" type=\"xs:string\"|name=\"id\" type=\"xs:string\" p:encoding=\"UTF-16\" xmlns:p=\"urn:parley:1\"",
                "name=\"id\" type=\"xs:string\"|name=\"id\" type=\"xs:string\" form=\"qualified\"",
                "name=\"id\" type=\"xs:string\"|name=\"other\" type=\"xs:string\"",
                "xs:date|xs:dateTime",
                "name=\"Order\">|name=\"Order\" mixed=\"true\">",
                "</xs:sequence>|<xs:any/></xs:sequence>",
                "</xs:complexType>|<xs:anyAttribute/></xs:complexType>",
                "<xs:sequence>|<xs:sequence maxOccurs=\"2\">",
            })
    void whatChangesTheWireChangesTheFingerprint(String original, String changed) {
        assertThat(ORDER).contains(original);
        String text = ORDER.replace(original, changed);

        assertThat(CanonicalText.fingerprint(order(text))).isNotEqualTo(CanonicalText.fingerprint(order(ORDER)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nillable=\"true\"", "default=\"5\"", "fixed=\"5\"", "minOccurs=\"0\""})
    void whatTheSchemaSaysOfAnElementThatIsNilOrEmptyOrAbsentDoesNotChangeTheFingerprint(String attribute) {
        String said = ORDER.replace("name=\"count\"", "name=\"count\" " + attribute);

        assertThat(said).isNotEqualTo(ORDER);
        assertThat(CanonicalText.fingerprint(order(said))).isEqualTo(CanonicalText.fingerprint(order(ORDER)));
    }

    @Test
    void aTypeThatMayStandInChangesTheFingerprint() {
        String derived = ORDER.replace(
                "</xs:schema>",
                "<xs:complexType name='Rush'><xs:complexContent><xs:extension base='o:Order'/></xs:complexContent>"
                        + "</xs:complexType></xs:schema>");

        assertThat(CanonicalText.fingerprint(order(derived))).isNotEqualTo(CanonicalText.fingerprint(order(ORDER)));
    }

    @Test
    void aNamespaceCannotImitateTheTextAroundIt() {
        String tricky = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='n} BOOLEAN&#10;{n'>"
                + "<xs:element name='order' type='xs:string'/></xs:schema>";

        assertThat(CanonicalText.of(part(tricky, new QName("n} BOOLEAN\n{n", "order"))))
                .hasLineCount(2)
                .contains("{n\\125;\\32;BOOLEAN\\10;\\123;n}order STRING");
    }

    @Test
    void recursiveTypesHaveAFingerprint() {
        String tree = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='order' type='T'/>"
                + "<xs:complexType name='T'><xs:sequence><xs:element name='t' type='T' minOccurs='0'/></xs:sequence>"
                + "</xs:complexType></xs:schema>";

        assertThat(CanonicalText.of(part(tree, new QName("order")))).isEqualTo("""
                        parley layout 3
                        element {}order type 0
                        type 0
                         slot
                          element {}t type 0
                        """);
    }

    @Test
    void aFingerprintHasTheTypesOfThePartHashed() throws Exception {
        String tree = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='order' type='T'/>"
                + "<xs:complexType name='T'><xs:sequence><xs:element name='n' type='xs:int'/>"
                + "<xs:element name='t' type='T' minOccurs='0'/></xs:sequence></xs:complexType></xs:schema>";
        String ownLines = " slot\n  element {}n INT\n slot\n  element {}t type \n";

        assertThat(CanonicalText.fingerprint(part(tree, new QName("order"))))
                .isEqualTo(sha256(
                        "parley layout 3, types hashed\nelement {}order type 0\ntype 0 " + sha256(ownLines) + " 0\n"));
    }

    private static String sha256(String text) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Slot.Element order(String text) {
        return part(text, new QName("urn:o", "order"));
    }

    private static Slot.Element part(String text, QName name) {
        Schema schema = Schema.read(List.of(new SchemaDocument("order.xsd", text)), Limits.defaults());
        return Layout.compile(schema).element(name).orElseThrow();
    }
}
