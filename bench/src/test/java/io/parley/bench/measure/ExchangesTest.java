package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class ExchangesTest {
    private static final int THREADS = 4;

    @ParameterizedTest
    @ValueSource(strings = {"netty", "parley"})
    void severalThreadsMeasureOneContestantAndCloseInAnyOrder(String system) throws Exception {
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + Pattern.quote(Exchanges.class.getName() + ".exchange") + "$")
                .param("system", system)
                .threads(THREADS)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(50))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        assertThat(new Runner(options.build()).run())
                .singleElement()
                .satisfies(measured ->
                        assertThat(measured.getPrimaryResult().getSampleCount()).isGreaterThan(THREADS));
    }
}
