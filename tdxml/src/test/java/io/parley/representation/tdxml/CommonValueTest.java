package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Lexical;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a value decoded from bytes equals the value decoded from its text. */
class CommonValueTest {
    private static final List<String> TEXTS = List.of(
            "0",
            "-0",
            "1",
            "-1",
            "007",
            "127",
            "128",
            "-128",
            "-129",
            "255",
            "256",
            "32767",
            "32768",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "-2147483648",
            "4294967295",
            "4294967296",
            "999999999999999999",
            "9223372036854775807",
            "9223372036854775808",
            "true",
            "false",
            "truE",
            "tru",
            "falsy",
            "+1",
            "1.",
            ".5",
            ".",
            "-",
            "",
            "-.5",
            "1.5.2",
            "1e3",
            "INF",
            "NaN",
            "0.1",
            "123456789012.345",
            "1234567890123456",
            "0.000000000000001",
            "0.0000000000000001",
            "1:",
            "1/");

    @ParameterizedTest
    @EnumSource(Scalar.class)
    void itIsTheOneOfTheTextOrNone(Scalar scalar) {
        SimpleLayout type = SimpleLayout.of(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "any"), scalar);
        for (String text : TEXTS) {
            Object usual = usual(scalar, text);
            if (usual != null) {
                assertThat(usual).as(scalar + " " + text).isEqualTo(Lexical.parse(type, text, prefix -> null));
            }
        }
    }

    @Test
    void fractionsOfFewDigitsAreTheNearestDouble() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String digits = Long.toString(random.nextLong(1_000_000_000_000_000L));
            int point = random.nextInt(digits.length() + 1);
            String text =
                    (random.nextBoolean() ? "-" : "") + digits.substring(0, point) + "." + digits.substring(point);

            assertThat(usual(Scalar.DOUBLE, text)).as("seed %d: %s", seed, text).isEqualTo(Double.valueOf(text));
        }
    }

    @Test
    void mostValuesAreUsual() {
        assertThat(usual(Scalar.INT, "-4711")).isEqualTo(-4711);
        assertThat(usual(Scalar.DOUBLE, "12.50")).isEqualTo(12.5);
        assertThat(usual(Scalar.BOOLEAN, "true")).isEqualTo(true);
        assertThat(usual(Scalar.UNSIGNED_BYTE, "200")).isEqualTo((short) 200);
    }

    private static Object usual(Scalar scalar, String text) {
        byte[] bytes = ("|" + text + "|").getBytes(StandardCharsets.US_ASCII);
        return CommonValue.parse(scalar, bytes, 1, bytes.length - 1);
    }
}
