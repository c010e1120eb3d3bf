package io.parley.bench.plan;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contender.Warmth;
import io.parley.bench.retail.Lines;
import io.parley.bench.transaction.Summary;
import java.util.EnumSet;
import java.util.Set;

/** Paces at which cells of each kind are measured. */
enum Paces {
    /** Pace of a run of at most a quarter of an hour. */
    QUICK,
    /** Pace with a warm-up that includes code that is compiled late. */
    THOROUGH;

    /** Time of a transaction in a cold JVM, between the fastest and the slowest series. */
    private static final int MILLIS_OF_MEGABYTE = 40;
    /** Pace of first calls, each of which creates a client. */
    private static final Pace FIRST_CALLS = Pace.seconds(4, 4, 1);

    /** The stream with TLS, and a WebSocket behind nginx, which terminates TLS. */
    static final Set<Contender> SECURED = EnumSet.of(Contender.PARLEY_TLS, Contender.PARLEY_NGINX);

    /** Returns how long a cell is measured. */
    Pace of(Cell cell) {
        boolean quick = this == QUICK;
        return switch (cell.suite()) {
            case ECHO, SEND, RECEIVE -> quick ? quickCalls(cell) : thoroughCalls(cell);
            // Without servers there is little to warm up, except for text and FastInfoset below JAXB.
            case SERIALIZE, DESERIALIZE ->
                cell.system().warmth() == Warmth.VERY_SLOW
                        ? quick ? Pace.seconds(15, 3, 1) : Pace.seconds(20, 5, 1)
                        : quick ? Pace.seconds(3, 2, 1) : Pace.seconds(5, 5, 1);
            // For each system; code that they share is warmed up by all of them.
            case TURNS -> Pace.seconds(4, 1, 1);
            case MEMORY -> Pace.millis(4, 1, 500);
            case FIRST -> FIRST_CALLS;
            case PLAIN -> Pace.seconds(8, 1, 5);
            case HEADERS -> Pace.seconds(10, 1, 6);
            case SESSION -> Pace.seconds(5, 1, 8);
            case PAPER003 -> {
                int millis = (int) (MILLIS_OF_MEGABYTE * Summary.megabytes(cell.workload()));
                yield quick ? Pace.millis(3, 5, millis) : Pace.millis(5, 45, millis); // as many as in the paper
            }
            case DOCUMENTS -> Pace.millis(0, 0, 0);
            // For each size class; small documents take fractions of a microsecond once all code is compiled, which
            // takes seconds.
            case READ, WRITE, TREE, UNTREE -> quick ? Pace.millis(6, 1, 270) : Pace.seconds(4, 2, 1);
            // CXF's chains, as in VERY_SLOW: after two seconds a call takes twice as long as in steady state.
            case STORES -> Pace.seconds(cell.workload().startsWith("soap-") ? 15 : 2, 3, 1);
            // For each document and representation.
            case ROUNDS -> quick ? Pace.millis(1, 1, 600) : Pace.seconds(4, 2, 1);
            // For each number of threads; the warm-up is for all messages together. A quick run measures CXF's chains
            // before they reach steady state.
            case MESSAGES -> {
                int warmUps = Lines.SLOW.contains(cell.workload()) ? 40 : 8;
                yield quick ? Pace.millis(warmUps, 1, 400) : Pace.seconds(warmUps, 4, 1);
            }
        };
    }

    /**
     * Returns the pace for calls in steady state, with the same warm-up for all systems, since a system whose code is
     * compiled late would look slower than another one: CXF's chains, and the layers below them, get faster for more
     * than half a minute.
     */
    static Pace steady(Cell cell) {
        if (cell.suite() == Suite.FIRST) {
            return FIRST_CALLS;
        }
        if (SECURED.contains(cell.system())) { // compared only with each other
            return cell.isLarge() ? Pace.seconds(2, 1, 4) : Pace.seconds(6, 2, 1);
        }
        return cell.isLarge() ? Pace.seconds(8, 1, 5) : Pace.seconds(20, 2, 1);
    }

    /**
     * Returns the pace of calls in a quick run. For large contents, interceptor chains matter little: most of the time
     * is spent in copies and system calls. On a slow machine a call takes a quarter of a second, so calls are made for
     * three seconds before the first one counts, in a heap that was touched. Many callers leave little time for the
     * JVM's compiler: it takes twice as long to reach steady state.
     */
    private static Pace quickCalls(Cell cell) {
        boolean large = cell.isLarge();
        return switch (cell.system().warmth()) {
            case QUICK -> large ? Pace.millis(6, 1, 500) : Pace.millis(cell.isCrowded() ? 20 : 4, 4, 500);
            case SLOW -> large ? Pace.seconds(3, 1, 1) : Pace.seconds(cell.isCrowded() ? 20 : 8, 2, 1);
            case VERY_SLOW -> large ? Pace.seconds(cell.isInfoset() ? 8 : 4, 1, 5) : Pace.seconds(20, 1, 2);
        };
    }

    private static Pace thoroughCalls(Cell cell) {
        return switch (cell.system().warmth()) {
            case QUICK -> Pace.seconds(4, 6, 1);
            case SLOW -> Pace.seconds(cell.isLarge() ? 6 : cell.isCrowded() ? 30 : 15, 6, 1);
            case VERY_SLOW -> Pace.seconds(8, 2, 5);
        };
    }
}
