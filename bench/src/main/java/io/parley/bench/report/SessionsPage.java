package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.conversation.Figures;
import io.parley.bench.link.Link;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The page about the HHFR paper: sessions of n messages, the cost of starting one, and the number of messages from
 * which it pays off.
 */
record SessionsPage(Results results, RunInfo info, Page page) {
    /** Applications for which the paper computes its break-even. */
    private static final List<String> BREAK_EVEN = List.of("floats-10", "strings-4");

    void write() throws IOException {
        page.paragraph(
                "What the HHFR paper measured with a phone and a server, between today's CXF with and without Parley: its",
                "two applications, with a client that begins by negotiating. What the names mean stands in",
                "[README.md](README.md); the other results are in [report.md](report.md).");
        page.origin(info, "only what the phone's link takes says something");
        breakEven();
        negotiation();
        for (Link link : Link.all()) {
            sessions(link.name());
        }
        page.section("Plots");
        page.paragraph(
                "The paper's figures 11 to 16 are the ones over the phone; its own times stand in the tables above.");
        page.plots(new SessionPlots(results).all());
        page.write();
    }

    /** Adds the paper's tables 2 and 3, 4 and 5, for one link. */
    private void sessions(String link) {
        List<CellResult> all = results.of("session").stream()
                .filter(result -> on(result, link))
                .toList();
        if (all.isEmpty()) {
            return;
        }
        page.section(title(link));
        page.paragraph(
                "Time of a session of n messages, negotiation included: the paper's tables 2 and 3, then 4 and 5.");
        for (String kind : List.of("strings", "floats")) {
            List<Integer> sizes = Paper001.lengths(kind);
            List<Column<CellResult>> columns = new ArrayList<>();
            columns.add(new Column<>("message", SessionsPage::application));
            columns.add(new Column<>("by", SessionsPage::by));
            sizes.forEach(size -> columns.add(Columns.time("n = " + size, Figures.session(size))));
            Table table = Table.of(
                    all.stream()
                            .filter(result -> result.workload().startsWith(kind + "-"))
                            .toList(),
                    columns);
            if (link.equals("phone")) {
                Paper001.sessions(kind).forEach(row -> table.row(row.toArray(String[]::new)));
            }
            page.table(table);
        }
    }

    private static String title(String link) {
        return switch (link) {
            case "loopback" -> "On loopback";
            case "lan" -> "Over 100 Mbit/s";
            default -> "Over a phone's link: 14.4 kbit/s, 1.1 s each way";
        };
    }

    /** Adds the paper's figure 10 and the second row of its table 6. */
    private void negotiation() {
        page.section("Negotiation");
        Table table = Table.of(
                results.of("session").stream()
                        .filter(result -> result.more(Figures.NEGOTIATION).isPresent()
                                && BREAK_EVEN.contains(application(result))
                                && !pipelined(result))
                        .toList(),
                new Column<>("message", SessionsPage::application),
                new Column<>("link", SessionsPage::link),
                Columns.time("negotiation (Ob)", Figures.NEGOTIATION),
                Columns.time("schema (Oc)", Figures.MODEL),
                Columns.size("offer", Figures.OFFER),
                Columns.size("answer", Figures.ANSWER),
                Columns.size("on the link until the first answer", Figures.FIRST_BYTES));
        table.row("HHFR paper, figure 10", "phone", "4.80 s", "0", "1.07 kB", Table.ABSENT, Table.ABSENT);
        page.table(table);
        page.paragraph(
                "The paper's offer contains its schema, 326 bytes. Parley's contains a fingerprint of what the client would",
                "derive itself, and the service compares it with its own; a schema is sent only where they differ. Oc is paid",
                "when Parley is switched on, before there is a call.");
    }

    private void breakEven() {
        page.section("Break-even");
        page.paragraph(
                "A session on the stream is cheaper from n = (Oa + Ob + Oc) / (t2 - t1) messages on (the HHFR paper, section 5.1).",
                "Oa, the access to a context store, is not in these sessions, and Oc was paid before them. *found* is the",
                "first n with which the session was no longer than by SOAP; it is not n where the first messages took longer",
                "than the median, as they do on a fast link, or those by SOAP did. The paper's figure 8 and table 6, with",
                "Oa, are on [the page of context stores](stores.md).");
        Table table = new Table("message", "by", "t1", "t2", "Oa", "Ob", "n", "found");
        for (CellResult stream : results.of("session")) {
            if (stream.more(Figures.NEGOTIATION).isPresent() && BREAK_EVEN.contains(application(stream))) {
                results.find("session", Contender.CXF, application(stream) + "@" + link(stream), 1)
                        .ifPresent(soap -> breakEven(table, stream, soap));
            }
        }
        Paper001.breakEven(table);
        page.table(table);
        page.paragraph(
                "The paper prints 2.88 for the floats (section 5.4). That does not follow from the inputs it gives there, t1 =",
                "250, t2 = 3780, Oa = 4500, Ob = 4800 and Oc = 0 milliseconds, which make 9300 / 3530 = 2.63. For the strings",
                "it prints 2.68, and its inputs make 2.69. (Its table 6 has 4120 for Oa, with which they would be 2.53 and",
                "2.58.) Its t1 is far less than a round trip, so its messages cannot have waited for the answers before",
                "them; the sessions called *pipelined* do not either.");
    }

    private static void breakEven(Table table, CellResult stream, CellResult soap) {
        double begin = stream.more(Figures.NEGOTIATION).orElseThrow();
        double saved = soap.medianUs() - stream.medianUs();
        OptionalDouble found = stream.more(Figures.PAID);
        table.row(
                application(stream),
                by(stream) + ", " + link(stream),
                Amounts.time(stream.medianUs()),
                Amounts.time(soap.medianUs()),
                "0",
                Amounts.time(begin),
                saved > 0 ? Amounts.number(begin / saved) : "never",
                found.isPresent() ? Integer.toString((int) found.getAsDouble()) : "never");
    }

    private static boolean on(CellResult result, String link) {
        return link(result).equals(link);
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
