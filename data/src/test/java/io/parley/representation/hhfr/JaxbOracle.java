package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Binding;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.Marshaller;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiPredicate;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.w3c.dom.Element;
import org.xmlunit.builder.DiffBuilder;

/** The oracle for objects decoded from hhfr: plain JAXB with XML. */
final class JaxbOracle {
    private JaxbOracle() {}

    static void check(JAXBContext context, Binding binding, Object value, Class<?> type, String hint) throws Exception {
        Object expected = throughXml(context, value, type);
        Object found = Messages.throughHhfr(binding, value);
        assertThat(found).as(hint).usingRecursiveComparison(comparison()).isEqualTo(expected);
        assertThat(Messages.expanded(binding, value)).as(hint).isNotEmpty();
    }

    static Object throughXml(JAXBContext context, Object value, Class<?> type) throws Exception {
        return context.createUnmarshaller()
                .unmarshal(new StreamSource(new StringReader(text(context, value, type))), type)
                .getValue();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The class is only known at run time.
    static String text(JAXBContext context, Object value, Class<?> type) throws Exception {
        StringWriter text = new StringWriter();
        Marshaller marshaller = context.createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        marshaller.marshal(new JAXBElement(new QName("root"), type, value), text);
        return text.toString();
    }

    /** Returns a comparison of values by value, elements by their infoset, and everything else member by member. */
    static RecursiveComparisonConfiguration comparison() {
        return RecursiveComparisonConfiguration.builder()
                .withEqualsForType(present(JaxbOracle::sameText), XMLGregorianCalendar.class)
                .withEqualsForType(present(JaxbOracle::sameText), Duration.class)
                .withEqualsForType(Objects::equals, BigDecimal.class)
                .withEqualsForType(Objects::equals, Float.class)
                .withEqualsForType(Objects::equals, Double.class)
                .withEqualsForType(present(JaxbOracle::similar), Element.class)
                .withEqualsForType(present(JaxbOracle::sameBytes), DataHandler.class)
                .withStrictTypeChecking(true)
                .build();
    }

    private static <T> BiPredicate<T, T> present(BiPredicate<T, T> equal) {
        return (a, b) -> (a == null || b == null) ? a == b : equal.test(a, b);
    }

    private static boolean sameText(Object a, Object b) {
        return a.toString().equals(b.toString());
    }

    /**
     * Compares the content. Declarations around an element depend on the message around it; prefixes of names and
     * content do not.
     */
    private static boolean similar(Element a, Element b) {
        return !DiffBuilder.compare(a).withTest(b).checkForSimilar().build().hasDifferences();
    }

    private static boolean sameBytes(DataHandler a, DataHandler b) {
        try {
            return Arrays.equals(
                    a.getInputStream().readAllBytes(), b.getInputStream().readAllBytes());
        } catch (IOException e) {
            throw new IllegalStateException("a data handler that cannot be read", e);
        }
    }
}
