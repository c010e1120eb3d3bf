package io.parley.bench.transaction;

import static org.openjdk.jmh.annotations.AuxCounters.Type.EVENTS;

import io.parley.bench.contest.Child;
import io.parley.bench.contest.Scratch;
import io.parley.bench.data.Beans.Payload;
import io.parley.bench.result.Json;
import jakarta.xml.bind.JAXB;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
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

/**
 * JMH single-shot benchmark: one transaction of a series per iteration. JMH's fork is the client, which starts the
 * server and the broker as separate JVMs.
 */
public class Transactions {
    private static final double MEGABYTE = 1e6;
    private static final int SAMPLE = 2_000;
    private static final List<String> BROKER_JVM = List.of("-Xmx1g");

    /** The client, server and broker of a series. The answer is verified before anything is measured. */
    @State(Scope.Benchmark)
    public static class Stage {
        @Param("http-normal@1.34MB")
        public String workload = "";

        /** Options of the server's JVM, separated by spaces. */
        @Param("")
        public String serverJvm = "";

        private final Deque<AutoCloseable> open = new ArrayDeque<>();
        private @Nullable Child site;
        private @Nullable Visitor visitor;
        private int items;

        @Setup(Level.Trial)
        public void start() throws IOException {
            Lane lane = Lane.of(workload.substring(0, workload.indexOf('@')));
            items = items(Summary.megabytes(workload));
            String broker = lane.needsBroker() ? startBroker(lane) : "";
            List<String> jvm = serverJvm.isEmpty() ? List.of() : List.of(serverJvm.split(" "));
            site = opened(Child.start(Site.class, jvm, List.of(lane.name(), broker)));
            int port = Integer.parseInt(site.answer());
            visitor = opened(new Visitor(lane, port, broker));
            visitor.check(items);
        }

        private String startBroker(Lane lane) throws IOException {
            Scratch journal = opened(Scratch.of("broker"));
            return opened(Child.start(
                            Broker.class,
                            BROKER_JVM,
                            List.of(lane.name(), journal.folder().toString())))
                    .answer();
        }

        private <T extends AutoCloseable> T opened(T one) {
            open.push(one);
            return one;
        }

        @TearDown(Level.Trial)
        public void close() throws Exception {
            for (AutoCloseable each : open) {
                each.close();
            }
        }

        private Child site() {
            return Objects.requireNonNull(site);
        }

        private Visitor visitor() {
            return Objects.requireNonNull(visitor);
        }
    }

    /** The application's measurements of each shot, in addition to its time. */
    @State(Scope.Thread)
    @AuxCounters(EVENTS)
    @SuppressWarnings("MemberName") // JMH uses the fields' names for its results
    public static class Measured {
        public double server_response_us;
        public double client_response_us;
        public double generation_us;
        public double serialization_us;
        public double deserialization_us;
        public double server_cpu_us;
        public double client_cpu_us;
        public double server_alloc_bytes;
        public double client_alloc_bytes;
        public double server_gc_us;
        public double client_gc_us;

        @Setup(Level.Iteration)
        public void begin(Stage stage) throws IOException {
            stage.site().ask(Site.BEGIN);
            stage.visitor().begin();
        }

        @TearDown(Level.Iteration)
        public void end(Stage stage) throws IOException {
            stage.visitor().end().forEach(this::set);
            Json.figures(stage.site().ask(Site.END)).forEach(this::set);
        }

        private void set(String figure, double value) {
            try {
                Measured.class.getField(figure).setDouble(this, value);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no counter is called " + figure, e);
            }
        }
    }

    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object transaction(Stage stage, Measured measured) throws IOException {
        return stage.visitor().fetch(stage.items);
    }

    /** Returns the number of items that make the given megabytes of XML. */
    private static int items(double megabytes) {
        StringWriter xml = new StringWriter();
        Payload.of(SAMPLE).item.forEach(item -> JAXB.marshal(item, xml));
        // JAXB.marshal adds indentation and an XML declaration, which an element within a message does not have.
        String declared = xml.toString().replaceAll("<\\?xml[^>]*>|\\s*\\n\\s*", "");
        return (int) Math.round(megabytes * MEGABYTE * SAMPLE / declared.length());
    }
}
