package io.parley.bench;

import io.parley.bench.plan.Plan;
import io.parley.bench.plan.Run;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Runner of a plan, which stores the results and reports progress. */
record Session(ResultFile results, Measurement measurement, Progress progress, Budget budget) {
    /** Measurement of a cell, which may have several results. */
    interface Measurement {
        List<CellResult> measure(Run run) throws IOException;
    }

    /**
     * Measures the cells that have no result yet, as far as the time limit allows.
     *
     * @param listener receives each result
     * @return whether every cell that was started could be measured
     */
    boolean run(Plan plan, Consumer<CellResult> listener) throws IOException {
        Plan left = plan.without(this::isDone);
        progress.begin(plan, left);
        boolean complete = true;
        while (!left.runs().isEmpty()) {
            Run run = left.runs().get(0);
            if (budget.allows(run)) {
                complete &= measure(run, listener);
            } else {
                progress.leftOut(run);
            }
            left = left.without(run::equals);
            progress.left(left);
        }
        return complete;
    }

    private boolean measure(Run run, Consumer<CellResult> listener) throws IOException {
        progress.next(run);
        List<CellResult> measured;
        try {
            measured = measurement.measure(run);
        } catch (IOException | RuntimeException e) {
            // The other cells are still worth measuring; the command fails at the end.
            progress.failed(run, e);
            return false;
        }
        results.add(run.round(), measured);
        progress.measured(measured);
        measured.forEach(listener);
        return true;
    }

    private boolean isDone(Run run) {
        return results.has(run.round(), run.cell()::yields);
    }
}
