package io.parley.bench;

import io.parley.bench.loss.LossProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./parley bench loss}, which compares the channels quic and stream on links that lose packets. */
@Command(
        name = "loss",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Measures the channels quic and stream, both with TLS, beside each other: on loopback, and over links that lose,",
            "delay and rebind packets of both alike. Prints a JSON object a line for each run, and writes",
            "docs/benchmarks/loss.md. The links need root, /dev/net/tun, iproute2 and python3; about twenty minutes."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:everything was measured",
            "1:a run failed; the page says which",
            "2:the command line makes no sense",
            "3:no such links can be had here; there is no page, and loopback alone was measured"
        })
final class LossCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "EXPRESSION",
            description =
                    "Trials in whose name it is found: loopback, loss-1, loss-3, phone, rebinding, readings; no page.")
    private @Nullable String only;

    @Option(names = "--out", paramLabel = "FILE", description = "Where the page goes.")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        PrintWriter printed = line.getOut();
        Path home = Main.home();
        Path page = Main.page(out, only, home.resolve("docs/benchmarks/loss.md"));
        Pattern wanted = Pattern.compile(only == null ? "" : only);
        LossProgram program = new LossProgram(home, line.getErr()::println, result -> {
            printed.println(result);
            printed.flush();
        });
        return program.run(
                word -> wanted.matcher(word).find(),
                page,
                Surroundings.describe(home, line.getParent().getParseResult().originalArgs()));
    }
}
