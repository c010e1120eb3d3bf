package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.RecordBinding;
import io.parley.schema.SafeXml;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import java.io.StringReader;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests elements of a simple type that name another type, or are empty: the sender keeps everything ({@code Record}),
 * and the receiver has classes and gets the objects that JAXB creates from the same XML.
 */
class TypesSaidTest {
    private static final String HEAD = "<texts xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
            + " xmlns:xs='http://www.w3.org/2001/XMLSchema'>";

    @XmlRootElement(name = "texts")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Texts {
        String text;

        @XmlElement(defaultValue = "7")
        Integer number;

        @XmlElement(defaultValue = "usual")
        String mode;

        int primitive;

        Object anything;

        List<String> many;

        @XmlElementRef(name = "said")
        JAXBElement<String> said;
    }

    @XmlType(name = "Label")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Label {
        @XmlValue
        String value;

        @XmlAttribute
        String lang;
    }

    @XmlRegistry
    static class Factory {
        @XmlElementDecl(name = "said")
        JAXBElement<String> said(String value) {
            return new JAXBElement<>(new QName("said"), String.class, value);
        }

        Texts createTexts() {
            return new Texts();
        }

        Label createLabel() {
            return new Label();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<text xsi:type='xs:token'>a  b</text>",
                "<text xsi:type='Label' lang='en'>a</text><primitive>4</primitive>",
                "<text xsi:type='unknown' lang='en'>a</text>",
                "<text>a</text><number xsi:type='xs:short'>5</number><primitive xsi:type='xs:byte'>6</primitive>",
                "<text unknown='1'>a</text>",
                "<anything xsi:type='xs:int'>5</anything>",
                "<anything xsi:type='Label' lang='en'>a</anything>",
                "<many>a</many><many xsi:type='Label' lang='en'>b</many><many>c</many>",
                "<said xsi:type='Label' lang='en'>a</said>",
                "<said xsi:nil='true' xsi:type='Label' lang='en'/>",
                "<text xsi:nil='1'/><number xsi:nil='true'/><mode xsi:nil='true'/><primitive xsi:nil='true'/>",
                "<text/><number/><mode/>",
            })
    void jaxbGetsWhatItWouldHaveMadeOfTheXml(String inside) throws Exception {
        CodeFirst<Texts> beans = CodeFirst.of(Texts.class, Label.class, Factory.class);
        String xml = HEAD + inside + "</texts>";
        Object expected = beans.context()
                .createUnmarshaller()
                .unmarshal(new StreamSource(new StringReader(xml)), Texts.class)
                .getValue();

        Object found = Messages.decode(beans.binding(), bytes(RecordBinding.of(beans.element()), xml));

        assertThat(found).usingRecursiveComparison(JaxbOracle.comparison()).isEqualTo(expected);
    }

    /** Tests the statement about JAXB in docs/reference/hhfr.md. */
    @Test
    void aTextMemberKeepsTheTextAndAnObjectMemberTheType() throws Exception {
        CodeFirst<Texts> beans = CodeFirst.of(Texts.class, Label.class, Factory.class);
        String said = HEAD
                + "<text xsi:type='Label' lang='en'>a</text><anything xsi:type='Label' lang='en'>b</anything></texts>";

        Texts found = (Texts) Messages.decode(beans.binding(), bytes(RecordBinding.of(beans.element()), said));

        assertThat(found.text).isEqualTo("a");
        assertThat(found.anything)
                .isInstanceOfSatisfying(
                        Label.class, label -> assertThat(label.lang).isEqualTo("en"));
    }

    private static byte[] bytes(Binding binding, String xml) throws Exception {
        XMLStreamReader in = SafeXml.reader(new StringReader(xml), Limits.defaults());
        in.nextTag();
        return Messages.encode(binding, binding.read(in));
    }
}
