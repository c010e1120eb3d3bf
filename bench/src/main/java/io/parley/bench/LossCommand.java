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
            "Compares the channels quic and stream, both with TLS, on loopback and over links with loss, delay and changing ports.",
            "Prints one JSON object a line for each run, and writes docs/benchmarks/loss.md. Takes about twenty minutes; the links need "
                    + "root, /dev/net/tun, iproute2 and python3.",
            "Trials: loopback, loss-1, loss-3, phone, rebinding, readings."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:everything was measured",
            "1:a run failed; the page says which",
            "2:the command line is invalid",
            "3:this machine cannot create such links; only loopback was measured, and no page was written"
        })
final class LossCommand extends PageCommand {
    @Override
    int run(CommandLine line, Predicate<String> wanted, @Nullable Path page, RunInfo info) throws IOException {
        PrintWriter printed = line.getOut();
        return new LossProgram(Main.home(), line.getErr()::println, result -> Json.print(result, printed))
                .run(wanted, page, info);
    }
}
