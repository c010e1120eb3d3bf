package io.parley.bench.plan;

import io.parley.bench.contest.Contender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The runs of one command, in their order: all contenders of a workload one after the other, then the next workload, so
 * that whatever the machine does beside it falls on all of them.
 */
public record Plan(List<Run> runs) {

    /** What belongs to a depth. */
    public static Plan of(Depth depth) {
        return of(Group.of(depth), depth);
    }

    /** What belongs to a program at a depth. */
    public static Plan of(Program program, Depth depth) {
        return of(program.groups(depth), depth);
    }

    /** Everything there is, at the pace of a depth. */
    public static Plan everything(Depth depth) {
        return of(Group.of(Depth.FULL), depth);
    }

    private static Plan of(List<Group> groups, Depth depth) {
        List<Run> runs = new ArrayList<>();
        for (Group group : groups) {
            for (int round = 1; round <= depth.rounds(group.suite()); round++) {
                for (Contender system : group.systems()) {
                    Cell cell = new Cell(group.suite(), system, group.workload(), group.threads());
                    runs.add(new Run(cell, round, depth.pace(cell)));
                }
            }
        }
        return new Plan(List.copyOf(runs));
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
