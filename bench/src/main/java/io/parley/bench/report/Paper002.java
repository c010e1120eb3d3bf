package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The section that says which of this report's figures are those of the SOAP benchmark paper, with medians of today's systems. */
final class Paper002 {
    private final Results results;
    private final Page page;

    /**
     * One of the paper's figures or tables.
     *
     * @param kind how the workloads' names begin
     */
    private record Exhibit(String name, String what, String suite, String kind) {
        String plot() {
            return SuitePlots.fileBySize(suite, kind);
        }
    }

    private static final List<Exhibit> EXHIBITS = List.of(
            new Exhibit("Figure 1", "arrays of doubles, end to end", "echo", "f64"),
            new Exhibit("Table 1", "a call without content", "echo", "void"),
            new Exhibit("Table 2, first rows", "10 to 1000 doubles, end to end: as figure 1", "echo", "f64"),
            new Exhibit("Table 2, second rows", "10 to 1000 doubles, deserialized: as figure 3", "deserialize", "f64"),
            new Exhibit("Figure 2", "arrays of ints, end to end", "echo", "i32"),
            new Exhibit("Figure 3", "arrays of doubles, deserialized", "deserialize", "f64"),
            new Exhibit("Figure 4", "base64 data, serialized", "serialize", "blob"),
            new Exhibit("Figure 5", "arrays of strings, serialized", "serialize", "str"),
            new Exhibit("Table 3, first rows", "100 to 50,000 strings, end to end", "echo", "str"),
            new Exhibit("Table 3, second rows", "100 to 50,000 ints, received", "receive", "i32"),
            new Exhibit("left open there", "memory footprint", "memory", ""));

    Paper002(Results results, Page page) {
        this.results = results;
        this.page = page;
    }

    void write() {
        page.section("What the SOAP benchmark paper measured");
        Table index = new Table("SOAP benchmark paper", "what", "suite", "workloads", "in this run");
        for (Exhibit exhibit : EXHIBITS) {
            index.row(
                    exhibit.name(),
                    exhibit.what(),
                    exhibit.suite(),
                    exhibit.kind().isEmpty() ? "all" : exhibit.kind(),
                    cells(exhibit).isEmpty() ? "no" : "yes");
        }
        page.table(index);
        page.paragraph("Medians; as ratios to floor, gRPC and SOAP they stand in the tables of their suites.");
        EXHIBITS.stream()
                .filter(exhibit -> !exhibit.suite().equals("memory"))
                .filter(exhibit -> !exhibit.name().startsWith("Table 2"))
                .forEach(this::medians);
    }

    private void medians(Exhibit exhibit) {
        List<CellResult> cells = cells(exhibit);
        if (cells.isEmpty()) {
            return;
        }
        List<String> systems = new ArrayList<>();
        for (Contender system : Contender.values()) {
            if (cells.stream().anyMatch(cell -> cell.system().equals(system.word()))) {
                systems.add(system.word());
            }
        }
        List<String> heading = new ArrayList<>(List.of("workload", "suite"));
        heading.addAll(systems);
        Table table = new Table(heading.toArray(String[]::new));
        cells.stream().map(CellResult::workload).distinct().forEach(workload -> {
            List<String> row = new ArrayList<>(List.of(workload, exhibit.suite()));
            systems.forEach(system -> row.add(cells.stream()
                    .filter(cell ->
                            cell.workload().equals(workload) && cell.system().equals(system))
                    .map(cell -> Amounts.time(cell.medianUs()))
                    .findFirst()
                    .orElse(Table.ABSENT)));
            table.row(row.toArray(String[]::new));
        });
        page.part(exhibit.name() + ": " + exhibit.what());
        if (SuitePlots.isBySize(cells)) {
            page.paragraph("As a picture: [" + exhibit.plot() + "](" + exhibit.plot() + ")");
        }
        page.table(table);
    }

    private List<CellResult> cells(Exhibit exhibit) {
        return results.of(exhibit.suite()).stream()
                .filter(cell -> cell.threads() == 1)
                .filter(cell -> exhibit.kind().isEmpty()
                        || Workload.of(cell.workload()).kind().word().equals(exhibit.kind()))
                .sorted(Comparator.comparingInt(
                        cell -> Workload.of(cell.workload()).count()))
                .toList();
    }
}
