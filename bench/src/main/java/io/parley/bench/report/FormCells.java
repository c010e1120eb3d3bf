package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** Results about forms of documents, to be looked up. */
record FormCells(Results results) {
    /** The classes of size, as results name them. */
    static final List<String> SIZES = List.of("small", "medium", "large");

    /** Documents of a suite, by the length of their XML. */
    List<String> documents(String suite) {
        return results.of(suite).stream()
                .sorted(Comparator.comparingDouble(FormCells::xmlBytes).thenComparing(CellResult::workload))
                .map(CellResult::workload)
                .distinct()
                .toList();
    }

    /** Forms of a suite, as they were measured. */
    Set<String> forms(String suite) {
        return results.systems(suite);
    }

    Optional<CellResult> cell(String suite, String form, String document) {
        return results.find(suite, form, document);
    }

    /** A row for each document of a suite, with a column for each form. */
    Table byDocument(String suite, Function<CellResult, String> figure) {
        return Table.of(
                "document",
                documents(suite),
                forms(suite),
                (document, form) -> cell(suite, form, document).map(figure));
    }

    /** How many times faster a form is than another, with one document. */
    OptionalDouble speedUp(String suite, String form, String reference, String document) {
        return Results.ratio(micros(suite, reference, document), micros(suite, form, document));
    }

    /** The geometric mean of that over the documents of a class which both were measured with. */
    OptionalDouble speedUpOf(String size, String suite, String form, String reference) {
        return mean(results.of(suite).stream()
                .filter(cell ->
                        cell.system().equals(form) && size.equals(cell.labels().get("size")))
                .mapToDouble(
                        cell -> speedUp(suite, form, reference, cell.workload()).orElse(Double.NaN))
                .filter(Double::isFinite));
    }

    /** The geometric mean of some ratios, if there are any. */
    static OptionalDouble mean(DoubleStream ratios) {
        return ratios.map(Math::log).average().stream().map(Math::exp).findFirst();
    }

    /** How many times fewer bytes than XML a form has, by any suite that says it. */
    OptionalDouble compression(String form, String document) {
        return results.all().stream()
                .filter(cell -> cell.system().equals(form) && cell.workload().equals(document))
                .filter(cell -> cell.wireBytes() > 0 && cell.more("xml_bytes").isPresent())
                .mapToDouble(cell -> xmlBytes(cell) / cell.wireBytes())
                .findFirst();
    }

    static double xmlBytes(CellResult cell) {
        return cell.more("xml_bytes").orElse(0);
    }

    private OptionalDouble micros(String suite, String form, String document) {
        return cell(suite, form, document).stream()
                .mapToDouble(CellResult::medianUs)
                .findFirst();
    }
}
