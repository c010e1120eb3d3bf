package io.parley.bench;

import io.parley.bench.loss.LossProgram;
import io.parley.bench.result.Json;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code ./parley bench loss}, which compares the channels quic and stream on links that lose packets. */
@Command(
        name = "loss",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Measures the channels quic and stream, both with TLS, beside each other: on loopback, and over links that lose,",
            "delay and rebind packets of both alike. Prints a JSON object a line for each run, and writes",
            "docs/benchmarks/loss.md. The links need root, /dev/net/tun, iproute2 and python3; about twenty minutes. Trials are",
            "loopback, loss-1, loss-3, phone, rebinding and readings."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:everything was measured",
            "1:a run failed; the page says which",
            "2:the command line makes no sense",
            "3:no such links can be had here; there is no page, and loopback alone was measured"
        })
final class LossCommand extends PageCommand {
    @Override
    int run(CommandLine line, Predicate<String> wanted, @Nullable Path page, RunInfo info)
            throws IOException, InterruptedException {
        PrintWriter printed = line.getOut();
        return new LossProgram(Main.home(), line.getErr()::println, result -> Json.print(result, printed))
                .run(wanted, page, info);
    }
}
