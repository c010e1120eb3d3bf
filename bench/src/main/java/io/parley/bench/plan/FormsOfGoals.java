package io.parley.bench.plan;

import io.parley.bench.document.Documents;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Forms that the goals of representations compare, or that the bnux paper has with and without verification, and the
 * pace at which they are measured for reliable results: small documents take up to eight times as long after a short
 * warm-up.
 */
final class FormsOfGoals {
    /** Number of rounds, each in a JVM of its own. */
    static final int ROUNDS = 3;
    /** Pace with four seconds of warm-up for each class of documents, then half a second for each document. */
    static final Pace PACE = Pace.millis(8, 1, 500);

    private static final Map<Suite, Set<String>> FORMS = Map.of(
            Suite.READ,
            Set.of(
                    "woodstox",
                    "xml",
                    "bnux0",
                    "fi0-stax",
                    "fi0-sax",
                    "fastinfoset",
                    "exificient",
                    "exi",
                    "tdxml",
                    "tdxml-events"),
            Suite.WRITE,
            Set.of("woodstox", "xml", "bnux0", "fi0-stax", "fastinfoset", "exificient", "exi", "tdxml"),
            Suite.TREE,
            Set.of("xom", "bnux0-xom", "xom-v", "bnux0-xom-nv"));

    private FormsOfGoals() {}

    /** Returns whether a cell measures one of these forms with the documents of a quick run. */
    static boolean have(Cell cell) {
        return FORMS.getOrDefault(cell.suite(), Set.of()).stream()
                .flatMap(form -> Stream.of(form + "@" + Documents.WITH_LARGE, form + "@" + Documents.QUICK))
                .anyMatch(cell.workload()::equals);
    }
}
