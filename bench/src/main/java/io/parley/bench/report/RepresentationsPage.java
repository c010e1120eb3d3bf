package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The page about forms of documents and messages (papers 004 and 000), and which representation to choose. */
final class RepresentationsPage {
    private static final Map<String, String> TITLES = Map.of(
            "read", "Streaming deserialization",
            "write", "Streaming serialization",
            "tree", "Tree deserialization",
            "untree", "Tree serialization");
    private static final List<String> SUITES = List.of("read", "write", "tree", "untree");
    private static final double PERCENT = 100;

    private RepresentationsPage() {}

    static void fill(Results results, Page page) throws IOException {
        FormCells cells = new FormCells(results);
        page.put("goals", goals(cells))
                .put("thoroughness", Thoroughness.table(results, SUITES))
                .notes("representations.notes.md");
        if (!results.of("documents").isEmpty()) {
            page.put("documents", documents(cells)).put("document-plots", FormPlots.documents(cells));
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

    private static Table documents(FormCells cells) {
        return Table.of(
                cells.cells("documents"),
                new Column<>("document", CellResult::workload),
                new Column<>("class", cell -> cell.labels().getOrDefault("size", "")),
                Columns.size("bytes of XML", FormCells::xmlBytes),
                percent("symbols that occur once", "once_only"),
                percent("top 1", "top_1"),
                percent("top 4", "top_4"),
                percent("top 16", "top_16"));
    }

    private static Column<CellResult> percent(String heading, String figure) {
        return new Column<>(
                heading, cell -> Amounts.number(PERCENT * cell.more(figure).orElse(0)) + " %");
    }
}
