package io.parley.bench;

import io.parley.bench.plan.Plan;
import io.parley.bench.plan.Run;
import io.parley.bench.report.Amounts;
import io.parley.bench.result.CellResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/** Report on standard error of the cell being measured and the remaining time. Used by one thread. */
final class Progress {
    private final PrintWriter out;
    private int total;
    private int number;

    Progress(PrintWriter out) {
        this.out = out;
    }

    void waits(double load, double until, Duration longest) {
        say("the load is " + Amounts.number(load) + ": waiting until it is " + until + ", " + words(longest)
                + " at most");
    }

    void begin(Plan whole, Plan left) {
        total = whole.runs().size();
        number = total - left.runs().size();
        say((number == 0 ? total + " cells" : left.runs().size() + " of " + total + " cells are left") + ", about "
                + words(left.estimate()));
    }

    void next(Run run) {
        number++;
        out.print("[" + number + "/" + total + "] " + run.cell() + (run.round() > 1 ? ", round " + run.round() : "")
                + " ... ");
        out.flush();
    }

    void measured(List<CellResult> measured) {
        say(measured.size() == 1 ? Amounts.time(measured.get(0).medianUs()) : measured.size() + " results");
    }

    void failed(Run run, Exception failure) {
        say("failed");
        say("    " + run.cell() + ": " + failure.getMessage());
    }

    void leftOut(Run run) {
        number++;
        say("[" + number + "/" + total + "] " + run.cell() + " is left out: there is no time for it");
    }

    void left(Plan left) {
        if (!left.runs().isEmpty() && number % 5 == 0) {
            say("    about " + words(left.estimate()) + " to go");
        }
    }

    private void say(String text) {
        out.println(text);
        out.flush();
    }

    /** Formats a duration in hours, minutes or seconds. */
    static String words(Duration duration) {
        long minutes = duration.toMinutes();
        if (minutes >= 60) {
            return duration.toHours() + " h " + duration.toMinutesPart() + " min";
        }
        return minutes == 0 ? duration.toSeconds() + " s" : minutes + " min " + duration.toSecondsPart() + " s";
    }
}
