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

/** Shows the main job: SOAP beside the stream, what each costs, and the fallback. */
@Command(
        name = "demo",
        description = {
            "Calls example services by SOAP and over the stream, in turns, and prints what each cost;",
            "the same in a WebSocket, at the port that SOAP has; then calls services without Parley,",
            "which it falls back for."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every answer was the one that SOAP gave",
            "1:an answer differed, or calls did not go over their channel",
            "2:the command line makes no sense"
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
            description = "Calls per application and side that are not measured (default: ${DEFAULT-VALUE}).")
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
                report = Demo.run(settings, new Quiet(progress));
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
