package io.parley.bench.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The runs of one command, in their order: all contenders of a workload one after the other, then the next workload, so
 * that whatever the machine does beside it falls on all of them.
 */
public record Plan(List<Run> runs) {

    /** What belongs to a depth. */
    public static Plan of(Depth depth) {
        return of(Group.of(depth), depth, depth::pace);
    }

    /** What belongs to a program at a depth. */
    public static Plan of(Program program, Depth depth) {
        return of(program.groups(depth), depth, cell -> program.pace(cell, depth));
    }

    /** Everything there is, at the pace of a depth. */
    public static Plan everything(Depth depth) {
        return of(Group.of(Depth.FULL), depth, depth::pace);
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

    /** The runs of cells in whose {@link Cell#label}, or in the whole of whose name, the pattern is found. */
    public Plan matching(Pattern filter) {
        return only(run -> filter.matcher(run.cell().label()).find()
                || filter.matcher(run.cell().toString()).find());
    }

    /** The runs that are not done yet. */
    public Plan without(Predicate<Run> done) {
        return only(done.negate());
    }

    /** How long all of it takes. */
    public Duration estimate() {
        return runs.stream().map(Run::estimate).reduce(Duration.ZERO, Duration::plus);
    }

    private Plan only(Predicate<Run> wanted) {
        return new Plan(runs.stream().filter(wanted).toList());
    }
}
