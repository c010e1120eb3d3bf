package io.parley.bench.report;

import java.util.List;

/** Results of the HHFR paper with its phone, for comparison: rows of tables 2 to 6, and of sections 5.3 and 5.4. */
final class Paper001 {
    private Paper001() {}

    /** Returns the numbers of messages in the sessions of an application. */
    static List<Integer> lengths(String kind) {
        return kind.equals("strings") ? List.of(1, 2, 4, 8) : List.of(1, 5, 10, 100);
    }

    /** Adds the paper's rows to a table; the name is that of a section of {@code paper001.txt}. */
    static Table addTo(Table table, String name) {
        Page.section("paper001.txt", name).forEach(line -> table.row(line.split(" \\| ", -1)));
        return table;
    }
}
