package io.parley.bench.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The runs of one command, in their order: all contenders of a workload one after the other, then the next workload, so
 * that other activity of the machine affects all of them.
 */
public record Plan(List<Run> runs) {

    /** Returns the runs of a depth. */
    public static Plan of(Depth depth) {
        return of(Group.of(depth == Depth.QUICK || depth == Depth.GOALS ? "quick" : "full"), depth, depth::pace);
    }

    /** Returns the runs of a program at a depth. */
    public static Plan of(Program program, Depth depth) {
        return of(program.groups(depth), depth, cell -> program.pace(cell, depth));
    }

    /** Returns the runs of all cells, at the pace of a depth. */
    public static Plan everything(Depth depth) {
        return of(Group.of("full"), depth, depth::pace);
    }

    private static Plan of(List<Group> groups, Depth depth, Function<Cell, Pace> pace) {
        List<Run> runs = new ArrayList<>();
        for (Group group : groups) {
            List<Cell> cells = group.cells();
            for (int round = 1; cells.stream().anyMatch(wanted(depth, round)); round++) {
                for (Cell cell : cells.stream().filter(wanted(depth, round)).toList()) {
                    runs.add(new Run(cell, round, pace.apply(cell)));
                }
            }
        }
        return new Plan(List.copyOf(runs));
    }

    private static Predicate<Cell> wanted(Depth depth, int round) {
        return cell -> round <= depth.rounds(cell);
    }

    /** Returns the runs of cells whose {@link Cell#label} or whole name contains the pattern. */
    public Plan matching(Pattern filter) {
        return only(run -> filter.matcher(run.cell().label()).find()
                || filter.matcher(run.cell().toString()).find());
    }

    /** Returns the runs that are not done yet. */
    public Plan without(Predicate<Run> done) {
        return only(done.negate());
    }

    /** Returns the estimated duration of all runs. */
    public Duration estimate() {
        return runs.stream().map(Run::estimate).reduce(Duration.ZERO, Duration::plus);
    }

    private Plan only(Predicate<Run> wanted) {
        return new Plan(runs.stream().filter(wanted).toList());
    }
}
