package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** White space in the lexical forms of simple types. */
class LexicalTest {
    private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;

    @Test
    void anyWhiteSpacePartsTheItemsOfAList() {
        SimpleLayout numbers = new SimpleLayout(
                Optional.empty(),
                new QName(XSD, "int"),
                Scalar.INT,
                true,
                List.of(),
                ByteOrder.LITTLE_ENDIAN,
                0,
                SimpleLayout.TextEncoding.UTF_8);

        assertThat(Lexical.parse(numbers, "1\n2\t3 4", prefix -> null)).isEqualTo(List.of(1, 2, 3, 4));
        assertThat(Lexical.parse(numbers, " 1 \r\n 2 ", prefix -> null)).isEqualTo(List.of(1, 2));
    }

    @Test
    void aTokenHasSingleBlanksInside() {
        SimpleLayout token = SimpleLayout.of(new QName(XSD, "token"), Scalar.STRING);

        assertThat(Lexical.parse(token, "a\tb", prefix -> null)).isEqualTo("a b");
        assertThat(Lexical.parse(token, " a  b ", prefix -> null)).isEqualTo("a b");
        assertThat(Lexical.parse(token, "a b", prefix -> null)).isEqualTo("a b");
    }
}
