package io.parley.bench.measure;

import io.parley.bench.contest.Contender;
import io.parley.bench.conversation.Conversations;
import io.parley.bench.data.Workload;
import io.parley.bench.form.Direction;
import io.parley.bench.plan.Cell;
import io.parley.bench.plan.Pace;
import io.parley.bench.plan.Suite;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.Json;
import java.time.Duration;
import java.util.List;

/**
 * Program that measures the suites that do not use JMH, in a JVM of its own, and prints a line of JSON for each result.
 * Arguments: suite, system, workload, milliseconds of an iteration, number of warm-up iterations, number of measured
 * iterations.
 */
public final class Probe {
    private Probe() {}

    /** Measures, prints the results and ends the JVM, which running servers might keep alive. */
    public static void main(String[] args) throws Exception {
        Pace pace = new Pace(
                Integer.parseInt(args[4]), Integer.parseInt(args[5]), Duration.ofMillis(Long.parseLong(args[3])));
        for (CellResult result : measure(Suite.of(args[0]), Contender.of(args[1]), args[2], pace)) {
            System.out.println(Json.line(result));
        }
        System.exit(0);
    }

    static List<CellResult> measure(Suite suite, Contender system, String workload, Pace pace) throws Exception {
        Duration warmUp = pace.warmUp();
        Duration measured = pace.measured();
        return switch (suite) {
            case MEMORY -> List.of(Footprint.measure(system, Workload.of(workload), warmUp, measured));
            case FIRST -> List.of(FirstCall.measure(system, Workload.of(workload), warmUp, measured));
            case PLAIN -> List.of(Bystander.measure(warmUp, measured));
            case HEADERS -> List.of(HeaderBlocks.measure(HeaderKind.of(workload), warmUp, measured));
            case SESSION -> Conversations.hold(warmUp, measured);
            case DOCUMENTS -> FormTimes.describe(workload);
            case READ -> FormTimes.measure(Direction.READ, workload, pace);
            case WRITE -> FormTimes.measure(Direction.WRITE, workload, pace);
            case TREE -> FormTimes.measure(Direction.TREE, workload, pace);
            case STORES -> StoreTimes.measure(workload, pace, StoreTimes.ENTRIES);
            case ROUNDS -> RoundTimes.measure(workload, pace);
            case MESSAGES -> RetailTimes.measure(workload, pace);
            case UNTREE -> FormTimes.measure(Direction.UNTREE, workload, pace);
            case TURNS -> Turns.measure(new Cell(suite, system, workload, 1).parts(), warmUp, measured);
            case ECHO, SEND, RECEIVE, SERIALIZE, DESERIALIZE, PAPER003 ->
                throw new IllegalArgumentException(suite.word() + " is measured by JMH");
        };
    }
}
