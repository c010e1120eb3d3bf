package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The page about forms of documents and messages: papers 004 and 000, and which representation when. */
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
    private final Path notes;

    /**
     * @param notes what was written by hand about goals, if it is there
     */
    RepresentationsPage(Results results, RunInfo info, Page page, Path notes) {
        this.results = results;
        this.cells = new FormCells(results);
        this.info = info;
        this.page = page;
        this.notes = notes;
    }

    Path write() throws IOException {
        page.paragraph(
                "Forms of documents and messages: those of Parley and of others, in memory and end to end. Written by the",
                "command below; what the names mean stands in [README.md](README.md#representations).");
        page.origin(info);
        goals();
        page.notes("What stands in the way", notes);
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
        List<CellResult> described = results.of("documents");
        if (described.isEmpty()) {
            return;
        }
        page.section("Documents");
        page.paragraph(
                "Symbols are names, namespaces, values of attributes and texts; the bnux paper explains by them what tokens save.");
        Table table =
                new Table("document", "class", "bytes of XML", "symbols that occur once", "top 1", "top 4", "top 16");
        for (String document : cells.documents("documents")) {
            cells.cell("documents", "xml", document)
                    .ifPresent(cell -> table.row(
                            document,
                            cell.labels().getOrDefault("size", ""),
                            Amounts.size(FormCells.xmlBytes(cell)),
                            percent(cell, "once_only"),
                            percent(cell, "top_1"),
                            percent(cell, "top_4"),
                            percent(cell, "top_16")));
        }
        page.table(table);
        page.plots(FormPlots.documents(cells));
    }

    private static String percent(CellResult cell, String figure) {
        return Amounts.number(PERCENT * cell.more(figure).orElse(0)) + " %";
    }

    private void suite(String suite) throws IOException {
        if (results.of(suite).isEmpty()) {
            return;
        }
        page.section(TITLES.getOrDefault(suite, suite));
        page.paragraph("MB of XML a second, whatever the form, so that columns compare directly.");
        page.table(byDocument(suite, cell -> Amounts.number(FormCells.xmlBytes(cell) / cell.medianUs())));
        page.plots(FormPlots.speed(cells, suite, TITLES.getOrDefault(suite, suite)));
    }

    private void sizes() {
        if (results.of("write").isEmpty()) {
            return;
        }
        page.section("Compression");
        page.paragraph("Bytes of XML for a byte of the form.");
        page.table(byDocument("write", cell -> Amounts.number(FormCells.xmlBytes(cell) / cell.wireBytes())));
    }

    private Table byDocument(String suite, Function<CellResult, String> figure) {
        List<String> heading = new ArrayList<>(List.of("document"));
        heading.addAll(cells.forms(suite));
        Table table = new Table(heading.toArray(String[]::new));
        for (String document : cells.documents(suite)) {
            List<String> row = new ArrayList<>(List.of(document));
            for (String form : cells.forms(suite)) {
                row.add(cells.cell(suite, form, document).map(figure).orElse(Table.ABSENT));
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }
}
