package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
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

    private final Results results;
    private final FormCells cells;
    private final RunInfo info;
    private final Page page;

    RepresentationsPage(Results results, RunInfo info, Page page) {
        this.results = results;
        this.cells = new FormCells(results);
        this.info = info;
        this.page = page;
    }

    Path write() throws IOException {
        page.paragraph(
                "Forms of documents and messages: those of Parley and of others, in memory and end to end. Written by the",
                "command below; what the names mean stands in [README.md](README.md#representations).");
        page.origin(info);
        goals();
        page.notes("What stands in the way", "representations.notes.md");
        documents();
        for (String suite : SUITES) {
            suite(suite);
        }
        sizes();
        new MessagesSection(results, page).write();
        new ChoiceSection(results, page).write();
        return page.write();
    }

    private void goals() {
        page.section("Goals");
        page.paragraph("Times as fast, by medians of this run: the geometric mean over the documents of a class.");
        Table table = new Table("goal", "small", "found", "met", "medium", "found", "met", "large", "found", "met");
        FormGoal.all().forEach(goal -> goal.row(cells, table));
        page.table(table);
        page.paragraph("How long the forms of this page were measured; each figure is the median over the JVMs.");
        page.table(Thoroughness.table(results, SUITES));
    }

    private void documents() throws IOException {
        List<CellResult> described = cells.cells("documents");
        if (described.isEmpty()) {
            return;
        }
        page.section("Documents");
        page.paragraph(
                "Symbols are names, namespaces, values of attributes and texts; the bnux paper explains by them what tokens save.");
        page.table(Table.of(
                described,
                new Column<>("document", CellResult::workload),
                new Column<>("class", cell -> cell.labels().getOrDefault("size", "")),
                Columns.size("bytes of XML", FormCells::xmlBytes),
                percent("symbols that occur once", "once_only"),
                percent("top 1", "top_1"),
                percent("top 4", "top_4"),
                percent("top 16", "top_16")));
        page.plots(FormPlots.documents(cells));
    }

    private static Column<CellResult> percent(String heading, String figure) {
        return new Column<>(
                heading, cell -> Amounts.number(PERCENT * cell.more(figure).orElse(0)) + " %");
    }

    private void suite(String suite) throws IOException {
        if (results.of(suite).isEmpty()) {
            return;
        }
        page.section(TITLES.getOrDefault(suite, suite));
        page.paragraph("MB of XML a second, whatever the form, so that columns compare directly.");
        page.table(cells.byDocument(suite, cell -> Amounts.number(FormCells.xmlBytes(cell) / cell.medianUs())));
        page.plots(FormPlots.speed(cells, suite, TITLES.getOrDefault(suite, suite)));
    }

    private void sizes() {
        if (results.of("write").isEmpty()) {
            return;
        }
        page.section("Compression");
        page.paragraph("Bytes of XML for a byte of the form.");
        page.table(cells.byDocument("write", cell -> Amounts.number(FormCells.xmlBytes(cell) / cell.wireBytes())));
    }
}
