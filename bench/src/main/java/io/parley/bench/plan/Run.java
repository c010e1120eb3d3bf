package io.parley.bench.plan;

import io.parley.bench.contest.Contender.Warmth;
import io.parley.bench.document.Documents;
import io.parley.bench.retail.DocumentRounds;
import java.time.Duration;

/**
 * A cell, measured once.
 *
 * @param round from 1; a later round measures every cell of a workload again
 */
public record Run(Cell cell, int round, Pace pace) {
    private static final long LARGE_BYTES = 4_000_000;
    /** Starting a JVM and a server, checking an answer, counting bytes, ending. */
    private static final Duration AROUND = Duration.ofMillis(2_500);
    /** The same, if the server is CXF's. */
    private static final Duration AROUND_CXF = Duration.ofSeconds(4);
    /** The same, if client, server and broker are JVMs. */
    private static final Duration AROUND_THREE = Duration.ofSeconds(6);
    /** Memory of a JVM is touched. */
    private static final Duration TOUCHING = Duration.ofMillis(2_250);
    /** The calls around the measurement, if one takes seconds, as text and FastInfoset do. */
    private static final Duration LONG_CALLS = Duration.ofSeconds(8);
    /** The same with a document of 20 MB, and calls that take seconds. */
    private static final Duration AROUND_LARGE = Duration.ofSeconds(9);
    /** Put, get, compare and set. */
    private static final int STORE_CALLS = 3;
    /** Five messages by four numbers of threads, each measured once and run half as long before. */
    private static final int MESSAGES = 30;
    /** The sessions over links that are not loopback. */
    private static final Duration SLOW_LINKS = Duration.ofSeconds(22);

    /** How long it takes, all told. */
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
        if (cell.suite() == Suite.STORES) {
            return pace.warmUp().plus(pace.measured()).multipliedBy(STORE_CALLS).plus(AROUND_LARGE);
        }
        if (cell.suite() == Suite.MESSAGES) {
            return pace.warmUp().plus(pace.measured().multipliedBy(MESSAGES)).plus(AROUND_CXF);
        }
        return pace.warmUp().plus(pace.measured()).plus(around());
    }

    /** Documents of a class share the warm-up. */
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
