package io.parley.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
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
        return Page.resource("goals-representations.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(FormGoal::read)
                .toList();
    }

    private static FormGoal read(String line) {
        String[] words = line.split(" ", 7);
        List<Double> bounds =
                Stream.of(words[3], words[4], words[5]).map(Double::valueOf).toList();
        return new FormGoal(words[6], words[0], List.of(words[1].split(",")), List.of(words[2].split(",")), bounds);
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
