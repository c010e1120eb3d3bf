package io.parley.examples.instances;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.examples.hosting.Loopback;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import org.apache.cxf.Bus;
import org.apache.cxf.wsdl11.WSDLServiceFactory;
import org.apache.ws.commons.schema.XmlSchema;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

/** Tests instances with the W3C validator of the JDK. */
class InstanceGeneratorTest {
    private static final int SEEDS = Integer.getInteger("parley.compare.instances", 60);

    @ParameterizedTest
    @ValueSource(
            strings = {"calculator", "shipping", "payments", "weather", "crm", "lexicon", "documents", "directory"})
    void everyInstanceIsValid(String contract) throws Exception {
        XmlSchemaCollection schemas = schemas(contract);
        Schema validating = validating(schemas);
        int made = 0;
        for (XmlSchema schema : schemas.getXmlSchemas()) {
            for (XmlSchemaElement element : schema.getElements().values()) {
                for (int seed = 0; seed < SEEDS && !element.isAbstract(); seed++) {
                    String text = new InstanceGenerator(schemas, seed).element(element.getQName());
                    try {
                        validating.newValidator().validate(new StreamSource(new StringReader(text)));
                        made++;
                    } catch (SAXException e) {
                        throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + text, e);
                    }
                }
            }
        }
        assertThat(made).isGreaterThanOrEqualTo(SEEDS);
    }

    private static XmlSchemaCollection schemas(String contract) {
        Bus bus = Loopback.bus();
        try {
            String wsdl = Objects.requireNonNull(
                            InstanceGeneratorTest.class.getResource("/contracts/" + contract + ".wsdl"))
                    .toString();
            return new WSDLServiceFactory(bus, wsdl)
                    .create()
                    .getServiceInfos()
                    .get(0)
                    .getXmlSchemaCollection()
                    .getXmlSchemaCollection();
        } finally {
            bus.shutdown(true);
        }
    }

    private static Schema validating(XmlSchemaCollection schemas) throws SAXException {
        List<Source> sources = new ArrayList<>();
        for (XmlSchema schema : schemas.getXmlSchemas()) {
            if (!SchemaView.XSD.equals(schema.getTargetNamespace())) {
                StringWriter text = new StringWriter();
                schema.write(text);
                sources.add(new StreamSource(new StringReader(text.toString())));
            }
        }
        return SafeXml.schemaFactory().newSchema(sources.toArray(Source[]::new));
    }

    @Test
    void theSameSeedMakesTheSameInstance() {
        XmlSchemaCollection schemas = schemas("lexicon");
        QName draw = new QName("urn:example:lexicon", "draw");

        assertThat(new InstanceGenerator(schemas, 7).element(draw))
                .isEqualTo(new InstanceGenerator(schemas, 7).element(draw))
                .isNotEqualTo(new InstanceGenerator(schemas, 8).element(draw));
    }

    @Test
    void anElementThatNeedsItselfWithoutEndIsRefused() {
        XmlSchemaCollection schemas = new XmlSchemaCollection();
        schemas.read(new StringReader(
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:a' xmlns='urn:a'>"
                        + "<xs:element name='a'><xs:complexType><xs:sequence><xs:element ref='a'/></xs:sequence>"
                        + "</xs:complexType></xs:element></xs:schema>"));

        assertThatThrownBy(() -> new InstanceGenerator(schemas, 1).element(new QName("urn:a", "a")))
                .isInstanceOf(InstanceException.class)
                .hasMessageContaining("needs itself without end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[0-9]{5}(-[0-9]{4})?",
                "[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}",
                "a|b|cd+",
                "(ab|c){2,3}",
                "[^a-z]{3}",
                "\\p{Lu}\\p{Ll}*",
                "\\P{L}+",
                "[a-z&&]",
                "\\+?[1-9]\\d{1,14}",
                "[\\w\\-.]+@[\\w\\-]+\\.[a-z]{2,}",
                "[\\]\\[\\-x]{4}",
                "",
                ".{3}",
                "\\s\\S"
            })
    void textOfAPatternMatchesIt(String pattern) {
        // Java gives these the same meaning, except \w and the class [a-z&&], which in XML Schema has the character
        // twice.
        String java = pattern.replace("\\w", "[\\p{L}\\p{N}\\p{M}$+<=>^`|~€]").replace("&&", "&");
        Random seeds = new Random(1);
        for (int i = 0; i < 200; i++) {
            String text = PatternText.of(pattern, new Chance(seeds.nextLong()));

            assertThat(Pattern.compile(java).matcher(text).matches())
                    .as("%s of %s", text, pattern)
                    .isTrue();
        }
    }

    @Test
    void aClassMinusAnotherHasOnlyWhatIsLeft() {
        for (int i = 0; i < 100; i++) {
            assertThat(PatternText.of("[a-z-[aeiou]]", new Chance(i))).matches("[b-df-hj-np-tv-z]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[a", "a)", "\\q", "\\p{Nonsense}"})
    void aPatternThatIsNoneIsRefused(String pattern) {
        assertThatThrownBy(() -> PatternText.of(pattern, new Chance(1))).isInstanceOf(InstanceException.class);
    }
}
