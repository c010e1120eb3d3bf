package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Last section of the page: which representation to choose, and the comparison of the negotiated one with text. */
final class ChoiceSection {
    private static final String SUITE = "rounds";
    private static final String TEXT = "xml";
    /** Representations that sessions use by default: for contents with a schema, and for operations without one. */
    private static final String TYPED = "hhfr";

    private static final String INFOSET = "bnux";

    private final Results results;
    private final FormCells cells;
    private final Page page;

    ChoiceSection(Results results, Page page) {
        this.results = results;
        this.cells = new FormCells(results);
        this.page = page;
    }

    void write() {
        if (results.of(SUITE).isEmpty()) {
            return;
        }
        page.section("End to end: the chosen representation against plain XML");
        page.paragraph(
                "A document over the stream and back, written and read on both sides. One exchange in each representation follows the other, in",
                "an order that is drawn; so many of them are a turn, which gives a ratio of times to those of `xml`, and all turns their median",
                "and, by ranks, the interval that encloses it. Where a document was measured in several JVMs, which are its own, the page has the",
                "median of theirs and, by Student's distribution, the interval that encloses their mean: JVMs differ by more than the turns of one. Both",
                "with a confidence of 95 %. Chosen is `" + TYPED + "` for what has a schema, and `" + INFOSET
                        + "` for what has none, as",
                "operations without a typed part have it. *Not slower* is shown if the interval ends at 1 or below.");
        verdicts();
        others();
        when();
    }

    private void verdicts() {
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
            CellResult text = cells.cell(SUITE, TEXT, document).orElse(null);
            if (text == null) {
                continue;
            }
            CellResult chosen = cells.cell(SUITE, chosen(text.labels().get("schema")), document)
                    .orElse(null);
            if (chosen == null) {
                continue;
            }
            double low = chosen.more(ResultFile.RATIO_LOW).orElse(Double.NaN);
            double high = chosen.more(ResultFile.RATIO_HIGH).orElse(Double.NaN);
            shown += high <= 1 ? 1 : 0;
            missed += low > 1 ? 1 : 0;
            table.row(
                    document,
                    chosen.labels().getOrDefault("size", ""),
                    chosen.labels().getOrDefault("schema", ""),
                    "`" + chosen.system() + "`",
                    Amounts.time(text.medianUs()),
                    Amounts.time(chosen.medianUs()),
                    Amounts.number(ratio(chosen)),
                    interval(low, high),
                    ofEach(chosen),
                    high <= 1 ? "yes" : low > 1 ? "**no**" : "open");
        }
        page.paragraph("Shown for " + shown + " documents, refuted for " + missed + ".");
        page.table(table);
    }

    private static String chosen(@Nullable String schema) {
        return "yes".equals(schema) ? TYPED : INFOSET;
    }

    private static String interval(double low, double high) {
        return Double.isNaN(low) ? Table.ABSENT : String.format(Locale.ROOT, "%.3f to %.3f", low, high);
    }

    private static String ofEach(CellResult cell) {
        OptionalDouble rounds = cell.more(ResultFile.ROUNDS);
        if (rounds.isEmpty()) {
            return Table.ABSENT;
        }
        String range = interval(
                cell.more(ResultFile.RATIO_LEAST).orElse(Double.NaN),
                cell.more(ResultFile.RATIO_MOST).orElse(Double.NaN));
        return range + " (" + (int) rounds.getAsDouble() + ")";
    }

    private void others() {
        page.part("All representations");
        page.paragraph(
                "Times of `xml` that an exchange takes; those that are bound to a schema carry other documents as infoset.");
        page.table(cells.byDocument(SUITE, cell -> Amounts.number(ratio(cell))));
    }

    /** Adds the recommendations, for kinds of documents rather than single documents. */
    private void when() {
        page.section("Which representation when");
        page.paragraph(
                "For each kind of document what was fastest end to end, and what was smallest; the negotiation's defaults, `hhfr` where",
                "there is a schema and else `bnux`, are to follow the fastest. `exi` is the smallest where its time does not matter, `fastinfoset` is for peers that",
                "have nothing else, `xml` is what everybody reads, and `tdxml` is the text among those bound to a schema.");
        Table table =
                new Table("documents", "schema", "fastest end to end", "times of xml", "of the chosen", "smallest");
        for (String size : FormCells.SIZES) {
            for (String schema : List.of("yes", "no")) {
                row(table, size, schema);
            }
        }
        page.table(table);
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
                        kind.stream().filter(cell -> cell.system().equals(form)).mapToDouble(ChoiceSection::ratio))
                .orElse(Double.NaN);
    }

    private static double ratio(CellResult cell) {
        return cell.more(ResultFile.RATIO).orElse(Double.NaN);
    }

    /** Returns the smallest of the forms whose size the suite of writers has measured for all of these documents. */
    private String smallest(List<CellResult> kind) {
        List<String> documents =
                kind.stream().map(CellResult::workload).distinct().toList();
        String found = Table.ABSENT;
        double most = 0;
        for (String form : List.of("xml", "hhfr", "bnux0", "bnux9", "fastinfoset", "exi", "tdxml")) {
            double mean = FormCells.mean(documents.stream()
                            .mapToDouble(document ->
                                    cells.compression(form, document).orElse(Double.NaN)))
                    .orElse(Double.NaN);
            if (mean > most) {
                most = mean;
                found = "`" + form + "`, " + Amounts.number(mean) + " times";
            }
        }
        return found;
    }
}
