package io.parley.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Results of the HHFR paper with its phone, for comparison: tables 2 to 5, and section 5.4. Its times are in
 * milliseconds.
 */
final class Paper001 {
    private static final double MICROS = 1_000;

    private static final Map<String, List<Session>> SESSIONS = Map.of(
            "strings",
            List.of(
                    new Session("strings-2", "HHFR, paper", 5_580, 5_710, 5_730, 6_100),
                    new Session("strings-2", "SOAP, paper", 3_440, 6_060, 14_720, 26_040),
                    new Session("strings-4", "HHFR, paper", 5_660, 6_010, 6_030, 6_470),
                    new Session("strings-4", "SOAP, paper", 3_670, 6_710, 15_050, 28_490),
                    new Session("strings-8", "HHFR, paper", 5_950, 6_310, 6_530, 7_070),
                    new Session("strings-8", "SOAP, paper", 4_260, 9_590, 16_390, 30_790),
                    new Session("strings-64", "HHFR, paper", 11_890, 13_570, 19_730, 29_660),
                    new Session("strings-64", "SOAP, paper", 6_510, 15_640, 28_020, 54_200)),
            "floats",
            List.of(
                    new Session("floats-5", "HHFR, paper", 5_440, 5_790, 6_500, 20_360),
                    new Session("floats-5", "SOAP, paper", 3_260, 17_620, 35_960, 330_750),
                    new Session("floats-10", "HHFR, paper", 5_650, 6_210, 7_870, 22_780),
                    new Session("floats-10", "SOAP, paper", 3_480, 20_890, 37_720, 353_340),
                    new Session("floats-15", "HHFR, paper", 5_700, 6_500, 8_790, 24_510),
                    new Session("floats-15", "SOAP, paper", 3_800, 22_100, 42_790, 387_840)));

    private Paper001() {}

    /** Times of sessions with the four numbers of messages that the paper has for an application. */
    private record Session(String message, String by, int first, int second, int third, int fourth) {
        List<String> row() {
            List<String> row = new ArrayList<>(List.of(message, by));
            for (int millis : List.of(first, second, third, fourth)) {
                row.add(Amounts.time(millis * MICROS));
            }
            return row;
        }
    }

    /** Returns the numbers of messages in the sessions of an application. */
    static List<Integer> lengths(String kind) {
        return kind.equals("strings") ? List.of(1, 2, 4, 8) : List.of(1, 5, 10, 100);
    }

    /** Returns rows for a table of sessions. */
    static List<List<String>> sessions(String kind) {
        return SESSIONS.getOrDefault(kind, List.of()).stream().map(Session::row).toList();
    }

    /** Adds the rows of the table of break-evens. */
    static void breakEven(Table table) {
        row(table, "floats-10", 250, 3_780, "2.88 printed");
        row(table, "strings-4", 120, 3_580, "2.68 printed");
    }

    /**
     * Adds rows to the table of the costs of starting a session: the paper's table 6, and its access over a wired
     * network.
     */
    static void tableSix(Table table) {
        table.row("HHFR paper, Oa", "wired", Amounts.time(20 * MICROS));
        table.row("HHFR paper, Oa", "phone", Amounts.time(4_120 * MICROS));
        table.row("HHFR paper, Ob", "phone", Amounts.time(4_800 * MICROS));
    }

    private static void row(Table table, String message, double stream, double soap, String printed) {
        double store = 4_500;
        double negotiation = 4_800;
        table.row(
                message,
                "HHFR, paper, phone",
                Amounts.time(stream * MICROS),
                Amounts.time(soap * MICROS),
                Amounts.time(store * MICROS),
                Amounts.time(negotiation * MICROS),
                Amounts.number((store + negotiation) / (soap - stream)),
                printed);
    }
}
