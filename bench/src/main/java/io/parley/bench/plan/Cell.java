package io.parley.bench.plan;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contender.Warmth;
import io.parley.bench.data.Workload;
import io.parley.bench.document.Documents;
import io.parley.bench.result.CellResult;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One measurement: a suite, a system and a workload.
 *
 * @param workload name of the content; with the systems before it if they take turns
 * @param threads number of concurrent callers
 */
public record Cell(Suite suite, Contender system, String workload, int threads) {
    private static final long LARGE_BYTES = 1_000_000;

    /** Returns the text that filters are matched with. */
    public String label() {
        return suite.isOfDocuments() ? workload : system.word() + "/" + workload;
    }

    /** Returns the workload, in suites that carry one. */
    public Workload content() {
        return Workload.of(workload);
    }

    /** Returns whether the content is so large that few calls give a reliable result. */
    public boolean isLarge() {
        return suite.travels() && content().bytes() >= LARGE_BYTES;
    }

    /**
     * Returns whether JAXB reads and writes the content as an infoset: as text or FastInfoset, without attached bytes.
     */
    boolean isInfoset() {
        return system.warmth() == Warmth.VERY_SLOW && system != Contender.CXF_MTOM;
    }

    /** Returns whether there are several concurrent callers. */
    boolean isCrowded() {
        return threads > 1;
    }

    /** Returns the cells that are measured with this one: that of each system if they take turns, otherwise itself. */
    public List<Cell> parts() {
        if (suite != Suite.TURNS) {
            return List.of(this);
        }
        String[] words = workload.split(Suite.AT, 2);
        return Stream.of(words[0].split(Pattern.quote(Suite.AND)))
                .map(system -> new Cell(Suite.ECHO, Contender.of(system), words[1], 1))
                .toList();
    }

    /** Returns whether a result belongs to this cell. */
    public boolean yields(CellResult result) {
        return parts().stream().anyMatch(part -> part.isOf(result));
    }

    private boolean isOf(CellResult result) {
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
        String[] words = workload.split(Suite.AT, 2);
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
