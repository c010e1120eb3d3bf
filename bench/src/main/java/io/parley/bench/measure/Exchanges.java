package io.parley.bench.measure;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.data.Workload;
import java.io.IOException;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

/** Benchmark of sequential exchanges of one contender: the suites {@code echo}, {@code send} and {@code receive}. */
public class Exchanges {
    /** Contender with its server, shared by all threads. */
    @State(Scope.Benchmark)
    public static class Server {
        @Param("echo")
        public String suite = "";

        @Param("netty")
        public String system = "";

        @Param("void")
        public String workload = "";

        private final Queue<Caller> callers = new ConcurrentLinkedQueue<>();
        private @Nullable Contestant contestant;

        @Setup(Level.Trial)
        public void start() throws IOException {
            contestant = Contender.of(system).start(Match.direct(Exchange.of(suite), Workload.of(workload)));
        }

        /**
         * Closes all callers before the contestant, whichever thread comes first, since a caller may need its
         * contestant to close.
         */
        @TearDown(Level.Trial)
        public void close() {
            callers.forEach(Caller::close);
            Objects.requireNonNull(contestant).close();
        }

        Caller caller() {
            Caller caller = Objects.requireNonNull(contestant).caller();
            callers.add(caller);
            return caller;
        }
    }

    /** Caller of one thread. An answer is verified before the measurement. */
    @State(Scope.Thread)
    public static class Line {
        private @Nullable Caller caller;

        @Setup(Level.Trial)
        public void open(Server server) {
            caller = server.caller();
            caller.check();
        }
    }

    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public @Nullable Object exchange(Line line) {
        Caller caller = line.caller;
        return caller == null ? null : caller.call();
    }
}
