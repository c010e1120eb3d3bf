package io.parley.bench.report;

import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Section that maps the figures of the SOAP benchmark paper to those of this report, with medians of today's systems.
 */
record Paper002(Results results) {
    /**
     * One of the paper's figures or tables.
     *
     * @param kind start of the workloads' names, or {@code all}
     */
    private record Exhibit(String name, String what, String suite, String kind) {}

    private static final List<Exhibit> EXHIBITS = Page.section("paper002.txt", "exhibits")
            .map(line -> line.split(" \\| ", -1))
            .map(words -> new Exhibit(words[0], words[1], words[2], words[3]))
            .toList();

    void fill(Page page) {
        page.put(
                        "exhibits",
                        Table.of(
                                EXHIBITS,
                                new Column<>("SOAP benchmark paper", Exhibit::name),
                                new Column<>("what", Exhibit::what),
                                new Column<>("suite", Exhibit::suite),
                                new Column<>("workloads", Exhibit::kind),
                                new Column<>(
                                        "in this run", exhibit -> cells(exhibit).isEmpty() ? "no" : "yes")))
                .put(
                        "medians",
                        EXHIBITS.stream()
                                .filter(exhibit -> !exhibit.suite().equals("memory"))
                                .filter(exhibit -> !exhibit.name().startsWith("Table 2"))
                                .filter(exhibit -> !cells(exhibit).isEmpty())
                                .map(this::medians)
                                .collect(Collectors.joining()));
    }

    private String medians(Exhibit exhibit) {
        List<CellResult> cells = cells(exhibit);
        List<Column<String>> columns = new ArrayList<>();
        columns.add(new Column<>("workload", workload -> workload));
        columns.add(new Column<>("suite", workload -> exhibit.suite()));
        for (String system : SuitePlots.systems(cells)) {
            columns.add(new Column<>(system, workload -> Amounts.time(SuitePlots.median(cells, system, workload))));
        }
        String plot = SuitePlots.fileBySize(exhibit.suite(), exhibit.kind());
        String picture = SuitePlots.isBySize(cells) ? "As a picture: [" + plot + "](" + plot + ")\n\n" : "";
        List<String> workloads =
                cells.stream().map(CellResult::workload).distinct().toList();
        return Page.part(
                exhibit.name() + ": " + exhibit.what(),
                picture + Table.of(workloads, columns).markdown());
    }

    private List<CellResult> cells(Exhibit exhibit) {
        return results.of(exhibit.suite()).stream()
                .filter(cell -> cell.threads() == 1)
                .filter(cell -> exhibit.kind().equals("all")
                        || Workload.of(cell.workload()).kind().word().equals(exhibit.kind()))
                .sorted(Comparator.comparingInt(
                        cell -> Workload.of(cell.workload()).count()))
                .toList();
    }
}
