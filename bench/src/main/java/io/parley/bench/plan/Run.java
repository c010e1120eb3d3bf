package io.parley.bench.plan;

import io.parley.bench.contest.Contender.Warmth;
import io.parley.bench.document.Documents;
import io.parley.bench.retail.DocumentRounds;
import java.time.Duration;

/**
 * One measurement of a cell.
 *
 * @param round number of the round, from 1; a later round measures every cell of a workload again
 */
public record Run(Cell cell, int round, Pace pace) {
    private static final long LARGE_BYTES = 4_000_000;
    /** Time for starting a JVM and a server, checking an answer, counting bytes and ending. */
    private static final Duration AROUND = Duration.ofMillis(2_500);
    /** Time around the measurement with a CXF server. */
    private static final Duration AROUND_CXF = Duration.ofSeconds(4);
    /** Time around the measurement with a JVM each for client, server and broker. */
    private static final Duration AROUND_THREE = Duration.ofSeconds(6);
    /** Time for touching the heap of a JVM. */
    private static final Duration TOUCHING = Duration.ofMillis(2_250);
    /** Time for starting the server of a system, checking an answer and counting bytes. */
    private static final Duration CONNECTING = Duration.ofSeconds(1);
    /** Time for the calls before and after the measurement if one call takes seconds, as with text and FastInfoset. */
    private static final Duration LONG_CALLS = Duration.ofSeconds(8);
    /** Time around the measurement with a document of 20 MB, whose calls take seconds. */
    private static final Duration AROUND_LARGE = Duration.ofSeconds(9);
    /** Number of measured operations: put, get, compare and set. */
    private static final int STORE_CALLS = 3;
    /** Five messages with four numbers of threads, each measured after a warm-up of half that time. */
    private static final int MESSAGES = 30;
    /** Time for the sessions over links other than loopback. */
    private static final Duration SLOW_LINKS = Duration.ofSeconds(22);

    /** Returns the estimated duration, including the work around the measurement. */
    public Duration estimate() {
        if (cell.suite().isOfForms()) {
            return forms();
        }
        if (cell.suite() == Suite.ROUNDS) {
            return pace.warmUp()
                    .plus(pace.measured())
                    .multipliedBy((long) Documents.count(cell.workload()) * DocumentRounds.ALL.size())
                    .plus(AROUND)
                    .plus(TOUCHING);
        }
        if (cell.suite() == Suite.TURNS) {
            return pace.warmUp()
                    .plus(pace.measured())
                    .plus(CONNECTING)
                    .multipliedBy(cell.parts().size())
                    .plus(AROUND)
                    .plus(TOUCHING);
        }
        if (cell.suite() == Suite.STORES) {
            return pace.warmUp().plus(pace.measured()).multipliedBy(STORE_CALLS).plus(AROUND_LARGE);
        }
        if (cell.suite() == Suite.MESSAGES) {
            return pace.warmUp().plus(pace.measured().multipliedBy(MESSAGES)).plus(AROUND_CXF);
        }
        return pace.warmUp().plus(pace.measured()).plus(around());
    }

    /** Returns the estimated duration of a form; documents of a class share the warm-up. */
    private Duration forms() {
        String set = cell.workload().substring(cell.workload().indexOf('@') + 1);
        int classes = set.equals(Documents.WITH_LARGE) ? 3 : set.equals(Documents.QUICK) ? 2 : 1;
        return pace.warmUp()
                .multipliedBy(classes)
                .plus(pace.measured().multipliedBy(Documents.count(set)))
                .plus(set.equals(Documents.WITH_LARGE) ? AROUND_LARGE : AROUND)
                .plus(TOUCHING);
    }

    private Duration around() {
        if (cell.suite() == Suite.SESSION) {
            return AROUND_CXF.plus(SLOW_LINKS);
        }
        if (cell.suite() == Suite.PAPER003) {
            return AROUND_THREE;
        }
        if (cell.suite().isInMemory() || cell.system().warmth() == Warmth.QUICK) {
            return AROUND;
        }
        return hasLongCalls() ? AROUND_CXF.plus(LONG_CALLS) : AROUND_CXF;
    }

    private boolean hasLongCalls() {
        return cell.isInfoset() && cell.content().bytes() >= LARGE_BYTES;
    }
}
