package io.parley.bench;

import io.parley.bench.plan.Plan;
import io.parley.bench.plan.Run;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Works through a plan, keeps what is measured, and says how far it is. */
final class Session {
    private final ResultFile results;
    private final Measurement measurement;
    private final Progress progress;
    private final Budget budget;

    /** What measures a cell, from which more than one result may come. */
    interface Measurement {
        List<CellResult> measure(Run run) throws IOException;
    }

    Session(ResultFile results, Measurement measurement, Progress progress, Budget budget) {
        this.results = results;
        this.measurement = measurement;
        this.progress = progress;
        this.budget = budget;
    }

    /**
     * Measures what is not measured yet, and for which there is time.
     *
     * @param listener is told each result
     * @return whether every cell could be measured
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
            // One cell less; the others are worth having, and the command fails in the end.
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
