package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests white space in the lexical forms of simple types. */
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

    @Test
    void whatIsPrintedIsWhatCanBeParsed() {
        refuses("unsignedByte", Scalar.UNSIGNED_BYTE, (short) -1);
        refuses("unsignedShort", Scalar.UNSIGNED_SHORT, 65_536);
        refuses("unsignedInt", Scalar.UNSIGNED_INT, -1L);
        refuses("decimal", Scalar.DECIMAL, new BigDecimal(BigInteger.ONE, 100_000));
        XMLGregorianCalendar day = Lexical.calendar("2024-02-29");
        day.setYear(2023);
        refuses("date", Scalar.CALENDAR, day);
        day.setMonth(DatatypeConstants.FIELD_UNDEFINED);
        refuses("date", Scalar.CALENDAR, day);
    }

    private static void refuses(String type, Scalar scalar, Object value) {
        SimpleLayout layout = SimpleLayout.of(new QName(XSD, type), scalar);
        assertThatThrownBy(() -> Lexical.print(layout, value, QName::getPrefix))
                .as(type)
                .isInstanceOf(IllegalArgumentException.class);
    }
}
