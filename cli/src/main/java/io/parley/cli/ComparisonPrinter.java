package io.parley.cli;

import io.parley.examples.compare.BreakEven;
import io.parley.examples.compare.ComparisonListener;
import io.parley.examples.compare.ComparisonReport;
import io.parley.examples.compare.Difference;
import io.parley.examples.compare.OperationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Prints a comparison: as JSON, each operation as soon as it is done; as text, a table and the differences. */
final class ComparisonPrinter implements ComparisonListener {
    private final Console console;
    private final Progress progress;
    /** Seed of the random values; null if there are none. */
    private final @Nullable Long seed;

    private final boolean json;
    private final boolean show;
    private boolean hasBegun;

    ComparisonPrinter(Console console, Progress progress, @Nullable Long seed, boolean json, boolean show) {
        this.console = console;
        this.progress = progress;
        this.seed = seed;
        this.json = json;
        this.show = show;
    }

    /** Prints the seed, as soon as the contract is read, so that a run that is cut off can be repeated. */
    private void printSeed() {
        if (seed != null) {
            console.line("seed " + seed + ": --seed=" + seed + " repeats this run");
            console.line("");
        }
    }

    @Override
    public void begin(String port, int calls) {
        if (!hasBegun && !json) {
            printSeed();
        }
        hasBegun = true;
        progress.begin(port, calls);
    }

    @Override
    public void step() {
        progress.step();
    }

    @Override
    public void compared(OperationResult result) {
        if (json) {
            console.json(Line.of(seed, result, show));
        }
    }

    @Override
    public void end() {
        progress.close();
    }

    /** Prints the text: the table, then parts that travel as infoset, then the differences, then the totals. */
    void print(ComparisonReport report) {
        if (json) {
            return;
        }
        List<OperationResult> all = report.operations();
        console.table(
                List.of(
                        "port",
                        "operation",
                        "result",
                        "travels",
                        "SOAP bytes",
                        "stream bytes",
                        "infoset bytes",
                        "SOAP ms",
                        "stream ms",
                        "infoset ms"),
                all.stream().map(ComparisonPrinter::row).toList());
        console.line("");
        console.line("Bytes: of all calls, HTTP bodies and whole frames. ms: median of one call. infoset: the stream"
                + " without typed parts.");
        for (OperationResult result : all) {
            for (OperationResult.Travel part : result.parts()) {
                if (!part.typed()) {
                    console.line("as infoset: " + name(result) + "/" + part.direction() + " " + part.element() + ": "
                            + part.reason());
                }
            }
            if (untyped(result) > 0) {
                console.line("as infoset: " + name(result) + ": " + untyped(result) + " of "
                        + (result.typedParts() + result.infosetParts())
                        + " parts, though typed ones were agreed: they are null, or their values have no typed form");
            }
        }
        all.forEach(this::printUnlike);
        console.line("");
        printTotals(all);
    }

    /** Prints the number of calls from which a session pays off. */
    void print(BreakEven breakEven) {
        if (json) {
            console.json(Map.of(
                    "opening_ms",
                    breakEven.openingMillis(),
                    "saved_ms",
                    breakEven.savedMillis(),
                    "break_even_calls",
                    breakEven.calls().orElse(-1)));
            return;
        }
        console.line(String.format(
                Locale.ROOT,
                "break-even: negotiation and opening take %.3f ms, a call saves %.3f ms: %s",
                breakEven.openingMillis(),
                breakEven.savedMillis(),
                breakEven.calls().isPresent()
                        ? "a session takes less time from its call "
                                + breakEven.calls().getAsLong() + " on"
                        : "a session does not pay here"));
    }

    private void printUnlike(OperationResult result) {
        result.unlike().ifPresent(unlike -> {
            Difference difference = unlike.difference();
            console.line("DIFFERS: " + name(result) + ": call " + unlike.call() + " by " + unlike.way() + " ("
                    + unlike.calls() + " of " + result.calls() + " calls in all): " + difference.text());
            if (show) {
                console.line("    by SOAP:   " + difference.expected());
                console.line("    by " + unlike.way() + ": " + difference.found());
            }
        });
        if (!result.obstacle().isEmpty()) {
            console.line("NOT COMPARED: " + name(result) + ": " + result.obstacle());
        }
    }

    private void printTotals(List<OperationResult> all) {
        long unlike = all.stream().filter(result -> result.unlike().isPresent()).count();
        long open = all.stream().filter(result -> !result.obstacle().isEmpty()).count();
        int calls = all.stream().mapToInt(OperationResult::calls).sum();
        console.line(count(all.size(), "operation") + ", " + count(calls, "call") + " by each way, "
                + all.stream().mapToInt(OperationResult::faults).sum() + " of them answered with faults: "
                + (unlike + open == 0
                        ? "every call by the stream was as by plain SOAP"
                        : count(unlike, "operation") + (unlike == 1 ? " differs, " : " differ, ") + open
                                + " could not be compared"));
        console.line("bytes: SOAP " + sum(all, result -> result.soap().bytes()) + ", stream "
                + sum(all, result -> result.stream().bytes()) + ", infoset "
                + sum(all, result -> result.infoset().bytes()));
    }

    private static long sum(List<OperationResult> all, ToLongFunction<OperationResult> what) {
        return all.stream().mapToLong(what).sum();
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String name(OperationResult result) {
        return result.port() + "/" + result.operation();
    }

    /** Returns the number of parts that were agreed as typed but sent as infoset. */
    private static long untyped(OperationResult result) {
        return result.parts().stream().allMatch(OperationResult.Travel::typed) ? result.infosetParts() : 0;
    }

    private static List<String> row(OperationResult result) {
        return List.of(
                result.port(),
                result.operation(),
                result.equal() ? "equal" : result.unlike().isPresent() ? "DIFFERS" : "not compared",
                travels(result),
                String.valueOf(result.soap().bytes()),
                String.valueOf(result.stream().bytes()),
                String.valueOf(result.infoset().bytes()),
                millis(result.soap()),
                millis(result.stream()),
                millis(result.infoset()));
    }

    private static String travels(OperationResult result) {
        long typed =
                result.parts().stream().filter(OperationResult.Travel::typed).count();
        if (typed == result.parts().size()) {
            return "typed";
        }
        return typed == 0 ? "infoset" : typed + " of " + result.parts().size() + " typed";
    }

    private static String millis(OperationResult.Cost cost) {
        return String.format(Locale.ROOT, "%.3f", cost.millis());
    }

    /** JSON object of an operation. */
    record Line(
            @Nullable Long seed,
            String port,
            String operation,
            String result,
            int calls,
            int faults,
            List<OperationResult.Travel> parts,
            long typedParts,
            long infosetParts,
            long soapBytes,
            long streamBytes,
            long infosetBytes,
            double soapMs,
            double streamMs,
            double infosetMs,
            List<Unlike> differences,
            @Nullable String obstacle) {

        /** JSON object of the first difference; values are only included on request. */
        record Unlike(
                int call,
                String way,
                int calls,
                String what,
                String path,
                String how,
                @Nullable String expected,
                @Nullable String found) {}

        static Line of(@Nullable Long seed, OperationResult result, boolean show) {
            List<Unlike> differences = new ArrayList<>();
            result.unlike().ifPresent(unlike -> {
                Difference first = unlike.difference();
                differences.add(new Unlike(
                        unlike.call(),
                        unlike.way(),
                        unlike.calls(),
                        first.what(),
                        first.path(),
                        first.how(),
                        show ? first.expected() : null,
                        show ? first.found() : null));
            });
            return new Line(
                    seed,
                    result.port(),
                    result.operation(),
                    result.equal() ? "equal" : result.unlike().isPresent() ? "differs" : "not compared",
                    result.calls(),
                    result.faults(),
                    result.parts(),
                    result.typedParts(),
                    result.infosetParts(),
                    result.soap().bytes(),
                    result.stream().bytes(),
                    result.infoset().bytes(),
                    result.soap().millis(),
                    result.stream().millis(),
                    result.infoset().millis(),
                    differences,
                    result.obstacle().isEmpty() ? null : result.obstacle());
        }
    }
}
