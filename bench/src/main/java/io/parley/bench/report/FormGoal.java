package io.parley.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
        return Page.lines("goals-representations.txt").map(FormGoal::read).toList();
    }

    private static FormGoal read(String line) {
        String[] words = line.split(" ", 7);
        List<Double> bounds =
                Stream.of(words[3], words[4], words[5]).map(Double::valueOf).toList();
        return new FormGoal(words[6], words[0], List.of(words[1].split(",")), List.of(words[2].split(",")), bounds);
    }

    /** Returns the measured speed-up for a class over the fastest reference; NaN if its cells were not measured. */
    double found(FormCells cells, String size) {
        return forms.stream()
                .mapToDouble(form -> references.stream()
                        .mapToDouble(reference -> cells.speedUpOf(size, suite, form, reference))
                        .filter(Double::isFinite)
                        .min()
                        .orElse(Double.NaN))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
    }

    /** Adds a row to the table: for each class the bound, the measured speed-up, and whether the goal is met. */
    void row(FormCells cells, Table table) {
        List<String> row = new ArrayList<>(List.of(what));
        for (int i = 0; i < FormCells.SIZES.size(); i++) {
            double bound = bounds.get(i);
            double found = found(cells, FormCells.SIZES.get(i));
            row.add("≥ " + bound);
            row.add(Amounts.number(found));
            row.add(Double.isNaN(found) ? "open" : found >= bound ? "yes" : "**no**");
        }
        table.row(row.toArray(String[]::new));
    }
}
