package io.parley.bench;

import io.parley.bench.fault.FaultProgram;
import io.parley.bench.measure.CellRunner;
import io.parley.bench.plan.Depth;
import io.parley.bench.plan.Plan;
import io.parley.bench.plan.Program;
import io.parley.bench.report.Report;
import io.parley.bench.result.Json;
import io.parley.bench.result.ResultFile;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Main class of {@code ./parley bench}, which runs the benchmarks. */
@Command(
        name = "parley bench",
        mixinStandardHelpOptions = true,
        subcommands = {TurnsCommand.class, RemoteCommand.class, CapacityCommand.class, LossCommand.class},
        usageHelpAutoWidth = true,
        description = {
            "Compares Parley with other systems and a bare socket in one run, and writes a report of tables and plots.",
            "A cell is a system with a workload. Each answer is checked before its cell is measured."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every cell was measured",
            "1:a cell could not be measured, or an answer was wrong",
            "2:the command line is invalid"
        })
public final class Main implements Callable<Integer> {
    private static final int FAILED = 1;
    /** Environment variable that the ./parley script sets to the folder of the clone. */
    private static final String HOME = "PARLEY_HOME";

    private static final String RESULTS = "results.jsonl";
    private static final String LINES = ".jsonl";
    /** Suffix of a result file that was replaced by a new run. */
    private static final String BEFORE = ".before.jsonl";

    private static final String LOG = "jmh.log";
    private static final String FAULTS = "faults";

    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup
    private DepthChoice depth = new DepthChoice();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description =
                    "Folder of results and report (default: docs/benchmarks of this clone; with an expression, none).")
    private @Nullable Path out;

    @Option(
            names = "--fresh",
            description = "Start a long run from the beginning instead of continuing an interrupted one.")
    private boolean fresh;

    @Option(names = "--report", description = "Measure nothing; rewrite the report from the stored results.")
    private boolean reportOnly;

    @Option(names = "--json", description = "Print one JSON object a line for each cell, and nothing else.")
    private boolean json;

    @Option(
            names = "--only",
            paramLabel = "EXPRESSION",
            description = "With a suite: only its cells whose name contains a match of this regular expression.")
    private @Nullable String only;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILTER",
            description =
                    "A suite with its own page: representations, paper003, channels, stores or faults. Or a regular expression: only cells"
                            + " whose name, SYSTEM/WORKLOAD or SUITE SYSTEM/WORKLOAD, contains a match.")
    private @Nullable String filter;

    private Main() {}

    /** Options that choose the depth; at most one may be given. */
    private static final class DepthChoice {
        @Option(
                names = "--quick",
                required = true,
                description =
                        "Few cells, once, within a quarter of an hour. The default; cells selected by an expression are measured as long as"
                                + " in a full run, once.")
        private boolean quick;

        @Option(
                names = "--goals",
                required = true,
                description =
                        "Of representations: like --quick, but in three JVMs each for the forms that have goals, and in five for documents"
                                + " end to end, after four seconds of warm-up with each class of documents. Continues an interrupted run.")
        private boolean goals;

        @Option(
                names = "--full",
                required = true,
                description = "All cells, three times, for hours. Continues an interrupted run.")
        private boolean full;

        Depth or(Depth otherwise) {
            return quick ? Depth.QUICK : goals ? Depth.GOALS : full ? Depth.FULL : otherwise;
        }
    }

    /** Measures and ends the JVM with the command's exit code. */
    public static void main(String[] args) {
        // Plots are drawn on machines that may have no screen.
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("parley bench: " + failure.getMessage());
            return FAILED;
        });
        return line;
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        if (FAULTS.equals(filter)) {
            return faults(line);
        }
        checkOptions(line);
        if (reportOnly) {
            return report(line, earlierResults());
        }
        PrintWriter printed = line.getOut();
        Plan plan = plan(line);
        Path home = home();
        Progress progress = new Progress(line.getErr());
        // Cells that were named explicitly are measured without waiting for a quiet machine and without the limit of a
        // quick run.
        boolean isWhole = isWhole();
        double load = isWhole ? calm(progress).await() : Surroundings.load();
        RunInfo info =
                Surroundings.describe(home, depth(), line.getParseResult().originalArgs(), load);
        Path folder = folder(home);
        ResultFile results = results(folder.resolve(resultsName()), info);
        Duration limit = (isWhole ? depth() : Depth.FULL).limit();
        Session session = new Session(
                results, new CellRunner(folder.resolve(LOG))::measure, progress, Budget.of(limit, System::nanoTime));
        boolean complete = session.run(plan, result -> {
            if (json) {
                Json.print(result, printed);
            }
        });
        if (isWhole || out != null) {
            report(line, results);
        }
        if (!json) {
            Report.table(results.results()).print(printed);
        }
        return complete ? 0 : FAILED;
    }

    /** Runs the fault trials. They are not cells: their outcomes are counted and nothing is timed. */
    private int faults(CommandLine line) throws IOException {
        Pattern wanted = Pattern.compile(only == null ? "" : only);
        Path home = home();
        Path page = only != null && out == null
                ? null
                : (out == null ? home.resolve("docs/benchmarks") : out).resolve(FAULTS + ".md");
        RunInfo info = Surroundings.describe(home, line.getParseResult().originalArgs());
        FaultProgram program = new FaultProgram(line.getErr()::println);
        try {
            boolean all = program.run(name -> wanted.matcher(name).find(), json, line.getOut(), page, info);
            return all ? 0 : FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private static Calm calm(Progress progress) {
        return new Calm(Surroundings::load, time -> Thread.sleep(time.toMillis()), progress);
    }

    /** Refuses options that would have no effect, since the user expects one. */
    private void checkOptions(CommandLine line) {
        if (only != null && program().isEmpty()) {
            throw new ParameterException(
                    line, "--only: expected with it one of " + Program.words() + "; alone, EXPRESSION is the filter");
        }
        if (depth() == Depth.GOALS && !program().equals(Optional.of(Program.REPRESENTATIONS))) {
            throw new ParameterException(line, "--goals: expected with it " + Program.REPRESENTATIONS.word());
        }
    }

    private ResultFile earlierResults() throws IOException {
        Path path = folder(home()).resolve(resultsName());
        if (!Files.exists(path)) {
            throw new IOException("expected results of an earlier run, found no " + path);
        }
        return ResultFile.read(path);
    }

    private int report(CommandLine line, ResultFile results) throws IOException {
        Path page = Report.write(results.folder(), results.info(), results.results(), filter == null ? "" : filter);
        line.getErr().println("The report is " + page);
        return 0;
    }

    /** Returns the program that the filter names, if it names one. */
    private Optional<Program> program() {
        return filter == null ? Optional.empty() : Program.named(filter);
    }

    /** Returns whether the run covers everything or a whole program, so that it has a page. */
    private boolean isWhole() {
        return filter == null || program().isPresent();
    }

    private Depth depth() {
        return depth.or(isWhole() ? Depth.QUICK : Depth.CHOSEN);
    }

    private String resultsName() {
        return program().map(program -> program.word() + LINES).orElse(RESULTS);
    }

    static Path home() {
        return Path.of(Objects.requireNonNullElse(System.getenv(HOME), ""));
    }

    private Plan plan(CommandLine line) {
        if (filter == null) {
            return Plan.of(depth());
        }
        Optional<Program> program = program();
        return program.isPresent()
                ? matching(line, Plan.of(program.get(), depth()), only == null ? "" : only)
                : matching(line, Plan.everything(depth()), filter);
    }

    private static Plan matching(CommandLine line, Plan plan, String expression) {
        try {
            Plan some = plan.matching(Pattern.compile(expression));
            if (some.runs().isEmpty()) {
                throw new ParameterException(
                        line,
                        "no cell matches " + expression
                                + ": expected a part of SYSTEM/WORKLOAD, as parley-cxf/f64-11MB, or " + "one of "
                                + Program.words());
            }
            return some;
        } catch (PatternSyntaxException e) {
            throw new ParameterException(line, "expected a regular expression: " + e.getMessage(), e);
        }
    }

    private Path folder(Path home) throws IOException {
        if (out != null) {
            return out;
        }
        return isWhole() ? home.resolve("docs/benchmarks") : Files.createTempDirectory("parley-bench");
    }

    /**
     * Opens the result file: an interrupted long run of the same sources on the same machine is resumed; any other
     * existing file is moved aside.
     */
    private ResultFile results(Path path, RunInfo info) throws IOException {
        if (Files.exists(path)) {
            if (depth().goesOn() && !fresh) {
                ResultFile earlier = ResultFile.read(path);
                if (info.continues(earlier.info())) {
                    return earlier;
                }
            }
            Files.move(
                    path,
                    path.resolveSibling(resultsName().replace(LINES, BEFORE)),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return ResultFile.begin(path, info);
    }
}
