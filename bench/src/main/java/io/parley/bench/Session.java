package io.parley.bench;

import io.parley.bench.plan.Cell;
import io.parley.bench.plan.Plan;
import io.parley.bench.plan.Run;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.io.IOException;
import java.util.function.Consumer;

/** Works through a plan, keeps what is measured, and says how far it is. */
final class Session {
    private final ResultFile results;
    private final Measurement measurement;
    private final Progress progress;

    /** What measures a cell. */
    interface Measurement {
        CellResult measure(Run run) throws IOException;
    }

    Session(ResultFile results, Measurement measurement, Progress progress) {
        this.results = results;
        this.measurement = measurement;
        this.progress = progress;
    }

    /**
     * Measures what is not measured yet.
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
            complete &= measure(run, listener);
            left = left.without(run::equals);
            progress.left(left);
        }
        return complete;
    }

    private boolean measure(Run run, Consumer<CellResult> listener) throws IOException {
        progress.next(run);
        CellResult result;
        try {
            result = measurement.measure(run);
        } catch (IOException | RuntimeException e) {
            // One cell less; the others are worth having, and the command fails in the end.
            progress.failed(run, e);
            return false;
        }
        results.add(run.round(), result);
        progress.measured(result);
        listener.accept(result);
        return true;
    }

    private boolean isDone(Run run) {
        Cell cell = run.cell();
        return results.has(
                run.round(),
                new CellResult.Key(
                        cell.suite().word(),
                        cell.system().word(),
                        cell.workload().name(),
                        cell.threads()));
    }
}
