package io.parley.bench.measure;

import io.parley.bench.contest.Contender;
import io.parley.bench.conversation.Conversations;
import io.parley.bench.data.Workload;
import io.parley.bench.plan.Suite;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Measures what is not JMH's business, in a JVM of its own, and prints a line of JSON for each result. Arguments: suite,
 * system, workload, milliseconds of warm-up, milliseconds that are measured.
 */
public final class Probe {
    private Probe() {}

    /** Measures, prints and ends the JVM, which servers might keep alive. */
    public static void main(String[] args) throws IOException {
        Duration warmUp = Duration.ofMillis(Long.parseLong(args[3]));
        Duration measured = Duration.ofMillis(Long.parseLong(args[4]));
        for (CellResult result : measure(Suite.of(args[0]), Contender.of(args[1]), args[2], warmUp, measured)) {
            System.out.println(ResultFile.json(result));
        }
        System.exit(0);
    }

    static List<CellResult> measure(Suite suite, Contender system, String workload, Duration warmUp, Duration measured)
            throws IOException {
        return switch (suite) {
            case MEMORY -> List.of(Footprint.measure(system, Workload.of(workload), warmUp, measured));
            case PLAIN -> List.of(Bystander.measure(warmUp, measured));
            case HEADERS -> List.of(HeaderBlocks.measure(HeaderKind.of(workload), warmUp, measured));
            case SESSION -> Conversations.hold(warmUp, measured);
            case ECHO, SEND, RECEIVE, SERIALIZE, DESERIALIZE ->
                throw new IllegalArgumentException(suite.word() + " is measured by JMH");
        };
    }
}
