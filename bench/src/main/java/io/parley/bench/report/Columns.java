package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Columns of tables of results. */
final class Columns {
    static final Column<CellResult> WORKLOAD = new Column<>("workload", CellResult::workload);
    static final Column<CellResult> SYSTEM = new Column<>("system", CellResult::system);
    static final Column<CellResult> MEDIAN = time("median", CellResult::medianUs);
    static final Column<CellResult> P99 = time("p99", CellResult::p99Us);
    static final Column<CellResult> ALLOCATED = size("allocated", CellResult::allocBytes);
    static final Column<CellResult> WIRE = size("on the wire", CellResult::wireBytes);
    /** The figures that every cell of calls has. */
    static final List<Column<CellResult>> FIGURES = List.of(
            new Column<>("threads", result -> Integer.toString(result.threads())),
            MEDIAN,
            P99,
            time("processor", CellResult.PROCESSOR_US),
            new Column<>("sleeps", result -> Amounts.number(Results.more(result, CellResult.SLEEPS))),
            rate("calls/s"),
            ALLOCATED,
            WIRE);

    private Columns() {}

    static Column<CellResult> rate(String heading) {
        return new Column<>(heading, result -> Amounts.number(result.opsPerS()));
    }

    static Column<CellResult> time(String heading, ToDoubleFunction<CellResult> micros) {
        return new Column<>(heading, result -> Amounts.time(micros.applyAsDouble(result)));
    }

    /** Returns a column of times for a figure that only some suites have. */
    static Column<CellResult> time(String heading, String figure) {
        return new Column<>(heading, result -> Amounts.time(Results.more(result, figure)));
    }

    static Column<CellResult> size(String heading, ToDoubleFunction<CellResult> bytes) {
        return new Column<>(heading, result -> Amounts.size(bytes.applyAsDouble(result)));
    }

    /** Returns a column of sizes for a figure that only some suites have. */
    static Column<CellResult> size(String heading, String figure) {
        return new Column<>(heading, result -> Amounts.size(Results.more(result, figure)));
    }
}
