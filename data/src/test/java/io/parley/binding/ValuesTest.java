package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;

import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuesTest {

    @ParameterizedTest
    @CsvSource({
        "P1Y,P12M",
        "P1D,PT24H",
        "PT1M,PT60.0S",
        "-PT0S,P0Y",
        "-P1DT1S,-PT86401S",
        "PT36591795290.5S,PT36591795290.50S"
    })
    void durationsThatMeanTheSameAreEqual(String one, String other) throws Exception {
        assertThat(Values.equal(duration(one), duration(other))).isTrue();
        assertThat(Values.hash(duration(one))).isEqualTo(Values.hash(duration(other)));
    }

    @ParameterizedTest
    @CsvSource({"P1M,P30D", "P1D,-P1D", "PT1S,PT1.5S", "PT36591795290S,PT36591795291S"})
    void durationsThatDifferAreNot(String one, String other) throws Exception {
        assertThat(Values.equal(duration(one), duration(other))).isFalse();
    }

    @Test
    void aDurationIsNothingElse() throws Exception {
        assertThat(Values.equal(duration("P1D"), "P1D")).isFalse();
        assertThat(Values.equal(null, duration("P1D"))).isFalse();
    }

    private static Duration duration(String text) throws Exception {
        return DatatypeFactory.newInstance().newDuration(text);
    }
}
