package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBElement;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.attachment.ByteDataSource;
import org.junit.jupiter.api.Test;

class GraphsTest {
    private static String difference(Object one, Object two) {
        return Graphs.difference("x", one, two).map(Difference::text).orElse("equal");
    }

    @Test
    void valuesAreComparedAsTheyAreWritten() {
        assertThat(difference(new BigDecimal("1.50"), new BigDecimal("1.50"))).isEqualTo("equal");
        assertThat(difference(new BigDecimal("1.50"), new BigDecimal("1.5"))).contains("at x: the value differs");
        assertThat(difference(Double.NaN, Double.NaN)).isEqualTo("equal");
        assertThat(difference(0.0, -0.0)).contains("differs");
    }

    @Test
    void nothingIsNotAnEmptyListOrAnEmptyText() {
        assertThat(difference(null, "")).contains("expected nothing, found something");
        assertThat(difference(new ArrayList<>(), null)).contains("expected something, found nothing");
    }

    @Test
    void listsAreEqualWhateverTheirClassesAre() {
        assertThat(difference(new ArrayList<>(List.of(1, 2)), Arrays.asList(1, 2)))
                .isEqualTo("equal");
        assertThat(difference(List.of(1, 2), List.of(1))).contains("expected 2 items, found 1");
        assertThat(difference(List.of(1, 2), List.of(1, 3))).contains("at x[1]");
        assertThat(difference(new int[] {1}, new int[] {2})).contains("at x[0]");
    }

    @Test
    void elementsDifferInNameNilAndValue() {
        QName a = new QName("a");
        JAXBElement<String> one = new JAXBElement<>(a, String.class, "v");
        JAXBElement<String> nil = new JAXBElement<>(a, String.class, "v");
        nil.setNil(true);

        assertThat(difference(one, new JAXBElement<>(a, String.class, "v"))).isEqualTo("equal");
        assertThat(difference(one, new JAXBElement<>(new QName("b"), String.class, "v")))
                .contains("name or nil");
        assertThat(difference(one, nil)).contains("name or nil");
        assertThat(difference(one, new JAXBElement<>(a, String.class, "w"))).contains("at x.a");
    }

    @Test
    void binaryContentIsComparedByItsBytes() {
        assertThat(difference(binary(1, 2), binary(1, 2))).isEqualTo("equal");
        assertThat(difference(binary(1, 2), binary(1, 3))).contains("at x.content[1]");
    }

    private static DataHandler binary(int... bytes) {
        byte[] content = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            content[i] = (byte) bytes[i];
        }
        return new DataHandler(new ByteDataSource(content, "application/octet-stream"));
    }

    @Test
    void classesThatDifferAreNamed() {
        assertThat(difference(1, 1L)).contains("expected java.lang.Integer, found java.lang.Long");
    }
}
