package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Last sections of the page: the comparison of the negotiated representation with text, and which to choose. */
record ChoiceSection(Results results, FormCells cells) {
    static final String SUITE = "rounds";
    private static final String TEXT = "xml";
    /** Representations that sessions use by default: for contents with a schema, and for operations without one. */
    private static final String TYPED = "hhfr";

    private static final String INFOSET = "bnux";

    void fill(Page page) {
        page.put("verdicts", verdicts())
                .put("rounds", cells.byDocument(SUITE, cell -> Amounts.number(ratio(cell))))
                .put("when", when());
    }

    private String verdicts() {
        Table table = new Table(
                "document",
                "class",
                "schema",
                "chosen",
                "xml",
                "its time",
                "ratio",
                "interval",
                "of each JVM",
                "not slower");
        int shown = 0;
        int missed = 0;
        for (String document : cells.documents(SUITE)) {
            Optional<CellResult> text = cells.results().find(SUITE, TEXT, document);
            Optional<CellResult> found = text.flatMap(
                    cell -> cells.results().find(SUITE, chosen(cell.labels().get("schema")), document));
            if (found.isEmpty()) {
                continue;
            }
            CellResult chosen = found.get();
            double low = Results.more(chosen, ResultFile.RATIO_LOW);
            double high = Results.more(chosen, ResultFile.RATIO_HIGH);
            shown += high <= 1 ? 1 : 0;
            missed += low > 1 ? 1 : 0;
            table.row(
                    document,
                    chosen.labels().getOrDefault("size", ""),
                    chosen.labels().getOrDefault("schema", ""),
                    "`" + chosen.system() + "`",
                    Amounts.time(text.get().medianUs()),
                    Amounts.time(chosen.medianUs()),
                    Amounts.number(ratio(chosen)),
                    interval(low, high),
                    ofEach(chosen),
                    high <= 1 ? "yes" : low > 1 ? "**no**" : "open");
        }
        return "Shown for " + shown + " documents, refuted for " + missed + ".\n\n" + table.markdown();
    }

    private static String chosen(@Nullable String schema) {
        return "yes".equals(schema) ? TYPED : INFOSET;
    }

    private static String interval(double low, double high) {
        return Double.isNaN(low) ? Table.ABSENT : String.format(Locale.ROOT, "%.3f to %.3f", low, high);
    }

    private static String ofEach(CellResult cell) {
        double rounds = Results.more(cell, ResultFile.ROUNDS);
        if (Double.isNaN(rounds)) {
            return Table.ABSENT;
        }
        String range = interval(Results.more(cell, ResultFile.RATIO_LEAST), Results.more(cell, ResultFile.RATIO_MOST));
        return range + " (" + (int) rounds + ")";
    }

    /** Returns the recommendations, for kinds of documents rather than single documents. */
    private Table when() {
        Table table =
                new Table("documents", "schema", "fastest end to end", "times of xml", "of the chosen", "smallest");
        for (String size : FormCells.SIZES) {
            for (String schema : List.of("yes", "no")) {
                row(table, size, schema);
            }
        }
        return table;
    }

    private void row(Table table, String size, String schema) {
        List<CellResult> kind = results.of(SUITE).stream()
                .filter(cell -> size.equals(cell.labels().get("size"))
                        && schema.equals(cell.labels().get("schema")))
                .toList();
        if (kind.isEmpty()) {
            return;
        }
        String fastest = kind.stream()
                .map(CellResult::system)
                .distinct()
                .min(Comparator.comparingDouble(form -> mean(kind, form)))
                .orElseThrow();
        table.row(
                size,
                schema,
                "`" + fastest + "`",
                Amounts.number(mean(kind, fastest)),
                Amounts.number(mean(kind, chosen(schema))),
                smallest(kind));
    }

    private static double mean(List<CellResult> kind, String form) {
        return FormCells.mean(
                kind.stream().filter(cell -> cell.system().equals(form)).mapToDouble(ChoiceSection::ratio));
    }

    private static double ratio(CellResult cell) {
        return Results.more(cell, ResultFile.RATIO);
    }

    /** Returns the smallest of the forms whose size the suite of writers has measured for all of these documents. */
    private String smallest(List<CellResult> kind) {
        List<String> documents =
                kind.stream().map(CellResult::workload).distinct().toList();
        String found = Table.ABSENT;
        double most = 0;
        for (String form : List.of("xml", "hhfr", "bnux0", "bnux9", "fastinfoset", "exi", "tdxml")) {
            double mean = FormCells.mean(documents.stream().mapToDouble(document -> cells.compression(form, document)));
            if (mean > most) {
                most = mean;
                found = "`" + form + "`, " + Amounts.number(mean) + " times";
            }
        }
        return found;
    }
}
