package io.parley.bench.plan;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contender.Warmth;
import io.parley.bench.data.Workload;
import io.parley.bench.document.Documents;
import io.parley.bench.result.CellResult;

/**
 * One thing to be measured.
 *
 * @param workload what is carried, by name
 * @param threads callers at a time
 */
public record Cell(Suite suite, Contender system, String workload, int threads) {
    private static final long LARGE_BYTES = 1_000_000;

    /** What filters are matched with. */
    public String label() {
        return suite.isOfDocuments() ? workload : system.word() + "/" + workload;
    }

    /** What is carried, in suites that carry one workload. */
    public Workload content() {
        return Workload.of(workload);
    }

    /** Whether its content is so large that one call says much. */
    public boolean isLarge() {
        return suite.travels() && content().bytes() >= LARGE_BYTES;
    }

    /** Whether JAXB reads and writes its content as an infoset: text or FastInfoset, and not bytes beside it. */
    boolean isInfoset() {
        return system.warmth() == Warmth.VERY_SLOW && system != Contender.CXF_MTOM;
    }

    /** Whether there are several callers at a time. */
    boolean isCrowded() {
        return threads > 1;
    }

    /** Whether a result is one of this cell's. */
    public boolean yields(CellResult result) {
        return result.suite().equals(suite.word())
                && (suite == Suite.SESSION
                        || ((suite == Suite.DOCUMENTS || suite == Suite.ROUNDS) && isInSet(workload, result))
                        || ((suite == Suite.MESSAGES || suite == Suite.STORES)
                                && result.system().equals(workload))
                        || (suite.isOfForms() && yieldsForm(result))
                        || (result.system().equals(system.word())
                                && result.workload().equals(workload)
                                && result.threads() == threads));
    }

    private boolean yieldsForm(CellResult result) {
        String[] words = workload.split("@", 2);
        return result.system().equals(words[0]) && isInSet(words[1], result);
    }

    private static boolean isInSet(String set, CellResult result) {
        return set.startsWith(Documents.QUICK) || result.workload().equals(set);
    }

    @Override
    public String toString() {
        return suite.word() + " " + label() + (threads == 1 ? "" : " with " + threads + " threads");
    }
}
