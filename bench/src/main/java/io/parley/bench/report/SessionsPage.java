package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.conversation.Figures;
import io.parley.bench.link.Link;
import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The page about the HHFR paper: sessions of n messages, the cost of starting one, and the number of messages from
 * which it pays off.
 */
record SessionsPage(List<CellResult> sessions) {
    /** Applications for which the paper computes its break-even. */
    private static final List<String> BREAK_EVEN = List.of("floats-10", "strings-4");

    static void fill(Results results, Page page) throws IOException {
        SessionsPage all = new SessionsPage(results.of("session"));
        page.put("break-even", all.breakEven()).put("negotiation", all.negotiation());
        for (Link link : Link.all()) {
            for (String kind : List.of("strings", "floats")) {
                page.put(kind + "-" + link.name(), all.lengths(kind, link.name()));
            }
        }
        page.put("plots", new SessionPlots(results).all());
    }

    /** Returns one of the paper's tables 2 to 5, for one link. */
    private Table lengths(String kind, String link) {
        List<Column<CellResult>> columns = new ArrayList<>();
        columns.add(new Column<>("message", SessionsPage::application));
        columns.add(new Column<>("by", SessionsPage::by));
        Paper001.lengths(kind)
                .forEach(size -> columns.add(new Column<>(
                        "n = " + size, result -> Amounts.time(Results.more(result, Figures.session(size))))));
        Table table = Table.of(
                sessions.stream()
                        .filter(result ->
                                link(result).equals(link) && result.workload().startsWith(kind + "-"))
                        .toList(),
                columns);
        if (link.equals("phone") && !table.isEmpty()) {
            Paper001.addTo(table, kind);
        }
        return table;
    }

    /** Returns the paper's figure 10 and the second row of its table 6. */
    private Table negotiation() {
        List<Column<CellResult>> columns = Columns.behind(
                List.of(new Column<>("message", SessionsPage::application), new Column<>("link", SessionsPage::link)),
                "negotiation");
        Table table = Table.of(
                sessions.stream()
                        .filter(result -> result.more(Figures.NEGOTIATION).isPresent()
                                && BREAK_EVEN.contains(application(result))
                                && !pipelined(result))
                        .toList(),
                columns);
        return Paper001.addTo(table, "negotiation");
    }

    private Table breakEven() {
        Table table = new Table("message", "by", "t1", "t2", "Oa", "Ob", "n", "found");
        for (CellResult stream : sessions) {
            if (stream.more(Figures.NEGOTIATION).isPresent() && BREAK_EVEN.contains(application(stream))) {
                sessions.stream()
                        .filter(soap -> soap.system().equals(Contender.CXF.word())
                                && soap.workload().equals(application(stream) + "@" + link(stream)))
                        .findFirst()
                        .ifPresent(soap -> breakEven(table, stream, soap));
            }
        }
        return Paper001.addTo(table, "break-even");
    }

    private static void breakEven(Table table, CellResult stream, CellResult soap) {
        double begin = stream.more(Figures.NEGOTIATION).orElseThrow();
        double saved = soap.medianUs() - stream.medianUs();
        double found = Results.more(stream, Figures.PAID);
        table.row(
                application(stream),
                by(stream) + ", " + link(stream),
                Amounts.time(stream.medianUs()),
                Amounts.time(soap.medianUs()),
                "0",
                Amounts.time(begin),
                saved > 0 ? Amounts.number(begin / saved) : "never",
                Double.isNaN(found) ? "never" : Integer.toString((int) found));
    }

    private static String application(CellResult result) {
        return result.workload().substring(0, result.workload().indexOf('@'));
    }

    private static String link(CellResult result) {
        return result.workload().substring(result.workload().indexOf('@') + 1).replace("-pipelined", "");
    }

    private static boolean pipelined(CellResult result) {
        return result.workload().endsWith("-pipelined");
    }

    private static String by(CellResult result) {
        return result.system() + (pipelined(result) ? ", pipelined" : "");
    }
}
