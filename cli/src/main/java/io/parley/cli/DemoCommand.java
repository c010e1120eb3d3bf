package io.parley.cli;

import io.parley.examples.demo.Demo;
import io.parley.examples.demo.DemoException;
import io.parley.examples.demo.DemoReport;
import io.parley.examples.demo.DemoSettings;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code demo} command: shows SOAP beside the stream, the cost of each, and the fallback. */
@Command(
        name = "demo",
        description = {
            "Calls example services by SOAP and over the stream, alternately, and prints the cost of each.",
            "Repeats that over a WebSocket, at the port of SOAP; then calls services without Parley, for "
                    + "which it falls back to SOAP."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every answer equalled that of SOAP",
            "1:an answer differed, or calls did not use their channel",
            "2:the command line is invalid"
        })
final class DemoCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--n",
            paramLabel = "CALLS",
            defaultValue = "200",
            description = "Measured calls per application and side (default: ${DEFAULT-VALUE}).")
    private int n;

    @Option(
            names = "--strings",
            paramLabel = "COUNT",
            defaultValue = "1000",
            description = "Strings per message of the concatenation (default: ${DEFAULT-VALUE}).")
    private int strings;

    @Option(
            names = "--floats",
            paramLabel = "COUNT",
            defaultValue = "10000",
            description = "Floats per message of the sum (default: ${DEFAULT-VALUE}).")
    private int floats;

    @Option(
            names = "--warm-up",
            paramLabel = "CALLS",
            defaultValue = "100",
            description = "Warm-up calls per application and side, not measured (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException, DemoException {
        CommandSpec command = Objects.requireNonNull(spec);
        Console console = Console.of(command);
        try (Progress progress = Progress.onTerminal()) {
            DemoSettings settings = settings(command);
            DemoReport report;
            if (json.isGiven()) {
                report = Demo.run(settings, new DemoProgress(progress));
                console.json(report);
            } else {
                DemoPrinter printer = new DemoPrinter(console, progress);
                printer.begin(settings);
                report = Demo.run(settings, printer);
                printer.print(report);
            }
            return report.allEqual() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private DemoSettings settings(CommandSpec command) {
        try {
            return new DemoSettings(n, strings, floats, warmUp);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
