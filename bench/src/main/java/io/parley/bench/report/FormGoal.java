package io.parley.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Goal of a form in each class of documents: a minimum speed-up over other forms, as the geometric mean over the
 * documents. A goal that is not met is reported on the page and is no failure.
 *
 * @param forms forms of which the fastest counts
 * @param references reference forms, of which the fastest counts
 * @param bounds minimum for small, medium and large documents
 */
record FormGoal(String what, String suite, List<String> forms, List<String> references, List<Double> bounds) {

    /** Returns all goals, in the order of the page. */
    static List<FormGoal> all() {
        List<FormGoal> goals = new ArrayList<>();
        goals.add(goal("bnux, streaming read, against Woodstox", "read", "bnux0", "woodstox", 4, 5, 3));
        goals.add(new FormGoal(
                "bnux, streaming read, against the better of Fast Infoset's SAX and StAX",
                "read",
                List.of("bnux0"),
                List.of("fi0-sax", "fi0-stax"),
                List.of(1.4, 1.4, 1.2)));
        goals.add(goal("bnux, streaming write, against Woodstox", "write", "bnux0", "woodstox", 1.3, 0.8, 0.6));
        goals.add(goal("bnux to XOM's tree, against XOM from text", "tree", "bnux0-xom", "xom", 4, 4, 3));
        goals.add(new FormGoal(
                "tdxml read (bound schema, canonical order; the faster of record and events), against Woodstox",
                "read",
                List.of("tdxml", "tdxml-events"),
                List.of("woodstox"),
                List.of(6.0, 3.0, 2.0)));
        goals.add(goal("tdxml write, against Woodstox", "write", "tdxml", "woodstox", 3, 0.8, 0.8));
        for (String suite : List.of("read", "write")) {
            goals.add(goal(
                    "fastinfoset " + suite + ", against the bare library",
                    suite,
                    "fastinfoset",
                    "fi0-stax",
                    0.9,
                    0.9,
                    0.9));
            goals.add(goal("exi " + suite + ", against the bare library", suite, "exi", "exificient", 0.9, 0.9, 0.9));
            goals.add(goal("xml " + suite + ", against bare Woodstox", suite, "xml", "woodstox", 0.95, 0.95, 0.95));
        }
        return List.copyOf(goals);
    }

    private static FormGoal goal(
            String what, String suite, String form, String reference, double small, double medium, double large) {
        return new FormGoal(what, suite, List.of(form), List.of(reference), List.of(small, medium, large));
    }

    /** Returns the measured speed-up for a class; empty if its cells were not measured. */
    OptionalDouble found(FormCells cells, String size) {
        return forms.stream()
                .map(form -> against(cells, size, form))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .max();
    }

    /** Returns the speed-up over the fastest reference, which is the smallest one. */
    private OptionalDouble against(FormCells cells, String size, String form) {
        return references.stream()
                .map(reference -> cells.speedUpOf(size, suite, form, reference))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min();
    }

    /** Adds a row to the table: for each class the bound, the measured speed-up, and whether the goal is met. */
    void row(FormCells cells, Table table) {
        List<String> row = new ArrayList<>(List.of(what));
        for (int i = 0; i < FormCells.SIZES.size(); i++) {
            double bound = bounds.get(i);
            OptionalDouble found = found(cells, FormCells.SIZES.get(i));
            row.add("≥ " + bound);
            row.add(found.isEmpty() ? Table.ABSENT : Amounts.number(found.getAsDouble()));
            row.add(found.isEmpty() ? "open" : found.getAsDouble() >= bound ? "yes" : "**no**");
        }
        table.row(row.toArray(String[]::new));
    }
}
