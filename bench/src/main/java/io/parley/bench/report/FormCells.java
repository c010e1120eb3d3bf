package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** Lookup of results about forms of documents. */
record FormCells(Results results) {
    /** Names of the size classes in results. */
    static final List<String> SIZES = List.of("small", "medium", "large");

    /** Returns the results of a suite, ordered by the length of their XML. */
    List<CellResult> cells(String suite) {
        return results.of(suite).stream()
                .sorted(Comparator.comparingDouble(FormCells::xmlBytes).thenComparing(CellResult::workload))
                .toList();
    }

    /** Returns the documents of a suite, ordered by the length of their XML. */
    List<String> documents(String suite) {
        return cells(suite).stream().map(CellResult::workload).distinct().toList();
    }

    /** Returns a table with a row for each document of a suite and a column for each form. */
    Table byDocument(String suite, Function<CellResult, String> figure) {
        return Table.of(
                "document",
                documents(suite),
                results.systems(suite),
                (document, form) -> results.find(suite, form, document).map(figure));
    }

    /** Returns how many times faster a form is than a reference, with one document. */
    double speedUp(String suite, String form, String reference, String document) {
        return micros(suite, reference, document) / micros(suite, form, document);
    }

    /** Returns the geometric mean of the speed-up over the documents of a class that were measured with both forms. */
    double speedUpOf(String size, String suite, String form, String reference) {
        return mean(results.of(suite).stream()
                .filter(cell ->
                        cell.system().equals(form) && size.equals(cell.labels().get("size")))
                .mapToDouble(cell -> speedUp(suite, form, reference, cell.workload()))
                .filter(Double::isFinite));
    }

    /** Returns the geometric mean of ratios; NaN if there are none. */
    static double mean(DoubleStream ratios) {
        return Math.exp(ratios.map(Math::log).average().orElse(Double.NaN));
    }

    /** Returns the size of the XML divided by the size of the form, from any suite that has measured both. */
    double compression(String form, String document) {
        return results.all().stream()
                .filter(cell -> cell.system().equals(form) && cell.workload().equals(document))
                .filter(cell -> cell.wireBytes() > 0 && cell.more("xml_bytes").isPresent())
                .mapToDouble(cell -> xmlBytes(cell) / cell.wireBytes())
                .findFirst()
                .orElse(Double.NaN);
    }

    static double xmlBytes(CellResult cell) {
        return cell.more("xml_bytes").orElse(0);
    }

    private double micros(String suite, String form, String document) {
        return Results.figure(results.find(suite, form, document), CellResult::medianUs);
    }
}
