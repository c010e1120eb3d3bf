package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class ProcessorProfilerTest {

    @Test
    void callsThatBlockHaveTheirSleepsCounted() throws Exception {
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + Pattern.quote(Exchanges.class.getName() + ".exchange") + "$")
                .param("system", "blocking")
                .param("workload", "void")
                .addProfiler(ProcessorProfiler.class)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(200))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);

        assertThat(new Runner(options.build()).run()).singleElement().satisfies(measured -> {
            assertThat(score(measured, ProcessorProfiler.SLEEPS)).isBetween(0.1, 10.0);
            assertThat(score(measured, ProcessorProfiler.PROCESSOR)).isPositive();
        });
    }

    private static double score(RunResult measured, String name) {
        return measured.getSecondaryResults().get(name).getScore();
    }
}
