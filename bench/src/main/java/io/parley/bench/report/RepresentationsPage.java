package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The page about forms of documents and messages (papers 004 and 000), and which representation to choose. */
final class RepresentationsPage {
    private static final Map<String, String> TITLES = Map.of(
            "read", "Streaming deserialization",
            "write", "Streaming serialization",
            "tree", "Tree deserialization",
            "untree", "Tree serialization");
    private static final List<String> SUITES = List.of("read", "write", "tree", "untree");
    private static final double MILLIS = 1_000;

    private RepresentationsPage() {}

    static void fill(Results results, Page page) throws IOException {
        FormCells cells = new FormCells(results);
        page.put("goals", goals(cells))
                .put("thoroughness", thoroughness(results))
                .notes("representations.notes.md");
        if (!results.of("documents").isEmpty()) {
            page.put("documents", Table.of(cells.cells("documents"), Columns.of("documents")))
                    .put("document-plots", FormPlots.documents(cells));
        }
        for (String suite : SUITES) {
            page.put(suite, cells.byDocument(suite, cell -> Amounts.number(FormCells.xmlBytes(cell) / cell.medianUs())))
                    .put(suite + "-plots", FormPlots.speed(cells, suite, TITLES.getOrDefault(suite, suite)));
        }
        page.put(
                "compression",
                cells.byDocument("write", cell -> Amounts.number(FormCells.xmlBytes(cell) / cell.wireBytes())));
        if (!results.of(MessagesSection.SUITE).isEmpty()) {
            new MessagesSection(results).fill(page);
        }
        if (!results.of(ChoiceSection.SUITE).isEmpty()) {
            new ChoiceSection(results, cells).fill(page);
        }
    }

    private static Table goals(FormCells cells) {
        Table table = new Table("goal", "small", "found", "met", "medium", "found", "met", "large", "found", "met");
        FormGoal.all().forEach(goal -> goal.row(cells, table));
        return table;
    }

    /** Returns in how many JVMs, and after how long a warm-up for each class of documents, the forms were measured. */
    private static Table thoroughness(Results results) {
        Map<List<String>, Set<String>> measured = new LinkedHashMap<>();
        for (String suite : SUITES) {
            for (CellResult cell : results.of(suite)) {
                double warmUp = cell.more("warm_up_ms").orElse(0);
                List<String> how = List.of(
                        Integer.toString((int) cell.more(ResultFile.ROUNDS).orElse(1)),
                        warmUp == 0 ? Table.ABSENT : Amounts.number(warmUp / MILLIS) + " s");
                measured.computeIfAbsent(how, each -> new LinkedHashSet<>()).add(suite + " " + cell.system());
            }
        }
        Table table = new Table("JVMs", "warm-up with each class of documents", "forms");
        measured.forEach((how, forms) -> table.row(how.get(0), how.get(1), String.join(", ", forms)));
        return table;
    }
}
