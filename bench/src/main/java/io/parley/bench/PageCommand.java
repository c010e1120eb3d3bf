package io.parley.bench;

import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that measures something by trials of its own, and writes a page about it. */
abstract class PageCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "EXPRESSION",
            description = "Regular expression: measure only trials whose name contains a match, and write no page.")
    private @Nullable String only;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "File of the page (default: docs/benchmarks/COMMAND.md).")
    private @Nullable Path out;

    @Override
    public final Integer call() throws IOException {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        Path home = Main.home();
        Path usual = home.resolve("docs/benchmarks/" + line.getCommandName() + ".md");
        Pattern wanted = Pattern.compile(only == null ? "" : only);
        return run(
                line,
                name -> wanted.matcher(name).find(),
                out != null ? out : only != null ? null : usual,
                Surroundings.describe(home, line.getParent().getParseResult().originalArgs()));
    }

    /**
     * Measures the trials that are wanted.
     *
     * @param page the page to write at the end; null for none
     * @return the exit code
     */
    abstract int run(CommandLine line, Predicate<String> wanted, @Nullable Path page, RunInfo info) throws IOException;
}
