package io.parley.bench.measure;

import io.parley.bench.contest.Codec;
import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Benchmarks of encoding and decoding without a network: the suites {@code serialize} and {@code deserialize}. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Codings {
    /** Codec of one contender. Its decoded content is verified before the measurement. */
    @State(Scope.Thread)
    public static class Coder {
        @Param("parley")
        public String system = "";

        @Param("void")
        public String workload = "";

        private @Nullable Codec codec;

        @Setup(Level.Trial)
        public void open() throws IOException {
            Workload content = Workload.of(workload);
            Codec opened = Contender.of(system).codec(content);
            opened.check(content);
            codec = opened;
        }

        @TearDown(Level.Trial)
        public void close() {
            codec().close();
        }

        Codec codec() {
            return Objects.requireNonNull(codec);
        }
    }

    @Benchmark
    public long serialize(Coder coder) throws IOException {
        return coder.codec().encode();
    }

    @Benchmark
    public Object deserialize(Coder coder) throws IOException {
        return coder.codec().decode();
    }
}
