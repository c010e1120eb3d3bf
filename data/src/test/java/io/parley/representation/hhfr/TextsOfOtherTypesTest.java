package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.layout.Layout;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests members that are text in Java and another type in the schema, as the schema compiler generates for lists of
 * hexBinary.
 */
class TextsOfOtherTypesTest {
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="texts"><xs:complexType>
                <xs:sequence>
                  <xs:element name="octets" minOccurs="0"><xs:simpleType><xs:list itemType="xs:hexBinary"/></xs:simpleType></xs:element>
                  <xs:element name="flag" type="xs:boolean" minOccurs="0"/>
                  <xs:element name="count" type="xs:int" minOccurs="0"/>
                  <xs:element name="share" type="xs:double" minOccurs="0"/>
                  <xs:element name="price" type="xs:decimal" minOccurs="0"/>
                  <xs:element name="at" type="xs:dateTime" minOccurs="0"/>
                  <xs:element name="key" type="xs:base64Binary" minOccurs="0"/>
                  <xs:element name="sizes" minOccurs="0"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>
                </xs:sequence>
                <xs:attribute name="hex" type="xs:hexBinary"/>
              </xs:complexType></xs:element>
              <xs:element name="graded"><xs:complexType><xs:sequence>
                <xs:element name="grade" type="xs:int" minOccurs="0"/>
              </xs:sequence></xs:complexType></xs:element>
            </xs:schema>
            """;

    @XmlRootElement(name = "texts")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Texts {
        @XmlList
        List<String> octets;

        String flag;
        String count;
        String share;
        String price;
        String at;
        String key;
        String sizes;

        @XmlAttribute
        String hex;
    }

    @XmlRootElement(name = "graded")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Graded {
        Grade grade;
    }

    /** An enum with two texts for one number. */
    enum Grade {
        @XmlEnumValue("1")
        ONE,
        @XmlEnumValue("01")
        ALSO_ONE
    }

    @ParameterizedTest
    @CsvSource({
        "flag, true, 1",
        "count, 7, 007",
        "count, -7, ' -7 '",
        "share, 1.5, 1.50",
        "price, 1.50, +1.50",
        "at, 2026-01-02T03:04:05.10Z, 2026-01-02T03:04:05.10+00:00",
        "key, AQID, AQ ID",
        "sizes, 1 2, '1  2'",
        "hex, 0AFF, 0aff",
        "octets, 0AFF, 0aff"
    })
    void aTextThatItsValueIsNotPrintedAsHasNoTypedForm(String member, String printed, String other) throws Exception {
        Texts texts = new Texts();
        member(texts, member).accept(printed);
        JaxbOracle.check(context(), binding("texts", Texts.class), texts, Texts.class, member);

        member(texts, member).accept(other);
        assertThatThrownBy(() -> Messages.throughHhfr(binding("texts", Texts.class), texts))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
    }

    @Test
    void constantsThatAreTextsOfOneNumberAreLeftToJaxb() throws Exception {
        assertThat(attempt("graded", Graded.class).reason())
                .contains(Grade.class.getName() + " has a constant whose text is not what its value is printed as");
    }

    private static Consumer<String> member(Texts texts, String name) {
        return switch (name) {
            case "octets" -> text -> texts.octets = List.of(text);
            case "flag" -> text -> texts.flag = text;
            case "count" -> text -> texts.count = text;
            case "share" -> text -> texts.share = text;
            case "price" -> text -> texts.price = text;
            case "at" -> text -> texts.at = text;
            case "key" -> text -> texts.key = text;
            case "sizes" -> text -> texts.sizes = text;
            case "hex" -> text -> texts.hex = text;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static JAXBContext context() throws Exception {
        return JAXBContext.newInstance(Texts.class, Graded.class);
    }

    private static Binding binding(String element, Class<?> type) throws Exception {
        JaxbBindings.Attempt attempt = attempt(element, type);
        return Objects.requireNonNull(attempt.binding(), attempt.reason());
    }

    private static JaxbBindings.Attempt attempt(String element, Class<?> type) throws Exception {
        Layout layout =
                Layout.compile(Schema.read(List.of(new SchemaDocument("texts.xsd", SCHEMA)), Limits.defaults()));
        return JaxbBindings.of(context(), List.of(Texts.class, Graded.class))
                .bind(layout.element(new QName(element)).orElseThrow(), type);
    }
}
