package io.parley.bench.plan;

import io.parley.bench.document.Documents;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The forms that the goals of representations hold against each other, or the bnux paper with and without verification, and how they are
 * measured where their figures are to be believed: small documents take up to eight times as long where the warm-up is short.
 */
final class FormsOfGoals {
    /** In a JVM each. */
    static final int ROUNDS = 3;
    /** Four seconds for the documents of each class, then half a second for each. */
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

    /** Whether a cell is of such a form, with the documents of a quick run. */
    static boolean have(Cell cell) {
        return FORMS.getOrDefault(cell.suite(), Set.of()).stream()
                .flatMap(form -> Stream.of(form + "@" + Documents.WITH_LARGE, form + "@" + Documents.QUICK))
                .anyMatch(cell.workload()::equals);
    }
}
