package io.parley.bench.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parley.bench.data.Beans.Payload;
import io.parley.bench.data.Serialized;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;
import java.util.BitSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Tests that every series of the payload paper is measured, with all of its figures. */
class TransactionsTest {
    private static final int SHOTS = 1;

    @ParameterizedTest
    @ValueSource(
            strings = {"http-normal", "jms-serialized-persistent", "stream-hhfr", "stream-bnux", "stream-fastinfoset"})
    void aSeriesIsMeasuredAcrossItsJvms(String series) throws Exception {
        String workload = series + "@0.05MB";
        RunResult shots = shots(workload);
        CellResult result = Summary.of("paper003", workload, shots);

        assertThat(shots.getParams().getMode()).isEqualTo(Mode.SingleShotTime);
        assertThat(shots.getPrimaryResult().getSampleCount()).as("shots").isEqualTo(SHOTS);
        assertThat(result.workload()).isEqualTo(workload);
        double transaction = figure(result, Figures.TRANSACTION);
        assertThat(figure(result, Figures.CLIENT_RESPONSE)).isPositive().isLessThan(transaction);
        assertThat(figure(result, Figures.DESERIALIZATION)).isPositive().isLessThan(transaction);
        assertThat(figure(result, Figures.GENERATION)).isPositive();
        assertThat(figure(result, Figures.SERVER_RESPONSE))
                .isGreaterThan(figure(result, Figures.GENERATION) + figure(result, Figures.SERIALIZATION));
        assertThat(figure(result, Figures.SERVER_ALLOCATION)).isPositive();
        assertThat(figure(result, Figures.CLIENT_ALLOCATION)).isPositive();
        assertThat(result.more()).containsKeys(Figures.SERVER_PAUSES, Figures.CLIENT_PAUSES, Figures.SERVER_CPU);
        assertThat(result.labels()).containsOnlyKeys("binding", "payload");
        assertThat(Json.read(Json.line(result), CellResult.class)).isEqualTo(result);
    }

    @Test
    void aPauseIsOfTheTransactionInWhichItBegan() throws Exception {
        try (Effort effort = new Effort()) {
            System.gc();
            effort.begin();
            assertThat(effort.end().pausedMicros()).as("between").isZero();

            effort.begin();
            System.gc();
            assertThat(effort.end().pausedMicros()).as("during").isPositive();
        }
    }

    private static RunResult shots(String workload) throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + Pattern.quote(Transactions.class.getName() + ".transaction") + "$")
                .param("workload", workload)
                .param("serverJvm", "-Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                .forks(0)
                .warmupIterations(1)
                .measurementIterations(SHOTS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        return new Runner(options.build()).run().iterator().next();
    }

    @Test
    void onlyWhatAPayloadIsMadeOfIsReadFromSerializedBytes() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Serialized.write(Payload.of(10), bytes);
        assertThat(Serialized.read(new ByteArrayInputStream(bytes.toByteArray())))
                .usingRecursiveComparison()
                .isEqualTo(Payload.of(10));

        ByteArrayOutputStream other = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(other)) {
            out.writeObject(new BitSet());
        }
        assertThatExceptionOfType(InvalidClassException.class)
                .isThrownBy(() -> Serialized.read(new ByteArrayInputStream(other.toByteArray())))
                .withMessageContaining("REJECTED");
    }

    private static double figure(CellResult result, String name) {
        return result.more(name).orElseThrow();
    }
}
