package io.parley.cli;

import io.parley.examples.compare.ComparisonReport;
import io.parley.examples.compare.ComparisonSettings;
import io.parley.examples.compare.ContractComparison;
import io.parley.examples.compare.ServiceComparison;
import io.parley.examples.compare.ServiceLocation;
import io.parley.examples.compare.ServiceSettings;
import io.parley.examples.contracts.ContractException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code compare} command: compares plain SOAP and the stream on any contract. */
@Command(
        name = "compare",
        description = {
            "Calls each operation of a WSDL by plain SOAP and by the stream, and reports differences.",
            "By default, the service is a stand-in in this process, generated from the WSDL, and values are "
                    + "random and valid; with --requests, the real service executes each request COUNT times each way.",
            "Needs a JDK: classes are generated and compiled."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every call by the stream had the same result as by plain SOAP",
            "1:a result differed, an operation could not be compared, or the WSDL could not be read",
            "2:the command line is invalid"
        })
final class CompareCommand implements Callable<Integer> {
    /** Upper bound of generated seeds, which are short so that they can be typed. */
    private static final int MOST_SEED = 1_000_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "URL|FILE",
            description = "A WSDL file, or the URL of a service or WSDL. A file may import files by relative"
                    + " paths, a WSDL from a URL other URLs.")
    private String location = "";

    @Option(
            names = "--operations",
            paramLabel = "N",
            defaultValue = "2147483647",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            description = "Maximum number of operations of each port (default: all).")
    private int operations;

    @Option(
            names = "--calls",
            paramLabel = "COUNT",
            defaultValue = "10",
            description = "Calls of each operation, or with --requests of each request, by each transport (default:"
                    + " ${DEFAULT-VALUE}).")
    private int calls;

    @Option(
            names = "--requests",
            paramLabel = "FOLDER",
            description = "Send the SOAP envelopes of this folder, one in each file *.xml, to the real service, which"
                    + " executes them: use requests that may be repeated.")
    private @Nullable Path requests;

    @Option(
            names = "--address",
            paramLabel = "URL",
            description =
                    "With --requests: address of the service (default: the WSDL's URL without its query; for a file, as"
                            + " the WSDL says).")
    private String address = "";

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "With --requests: an HTTP header for each call, such as Authorization=…")
    private Map<String, String> headers = Map.of();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of the random values, to repeat a run; always printed.")
    private @Nullable Long seed;

    @Option(
            names = "--channel",
            paramLabel = "NAME",
            defaultValue = "stream",
            description = "Channel of the stream: stream or http; with --requests, any (default: ${DEFAULT-VALUE}).")
    private String channel = "";

    @Option(names = "--show", description = "Print the values that differ; otherwise, no content is printed.")
    private boolean show;

    @Option(names = "--json", description = "One JSON object a line for each operation and nothing else.")
    private boolean json;

    @Mixin
    private final LimitOption limits = new LimitOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        if (requests != null) {
            return compareService(command, requests);
        }
        ComparisonSettings settings = settings(command);
        try (Progress progress = Progress.onTerminal()) {
            ComparisonPrinter printer =
                    new ComparisonPrinter(Console.of(command), progress, settings.seed(), json, show);
            ComparisonReport report = ContractComparison.run(settings, printer);
            printer.print(report);
            return report.allEqual() ? ExitCode.OK : ExitCode.FAILED;
        } catch (ContractException e) {
            throw Failures.explained(new IOException(Failures.text(e), e), location);
        }
    }

    private int compareService(CommandSpec command, Path folder) throws IOException, InterruptedException {
        Map<String, List<String>> sent = new TreeMap<>();
        headers.forEach((name, value) -> sent.put(name, List.of(value)));
        ServiceSettings settings;
        try {
            ServiceLocation service = new ServiceLocation(location, address, sent);
            settings = new ServiceSettings(service, folder, calls, channel, limits.limits());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
        try (Progress progress = Progress.onTerminal()) {
            ComparisonPrinter printer = new ComparisonPrinter(Console.of(command), progress, null, json, show);
            ServiceComparison.Report report = ServiceComparison.run(settings, printer);
            printer.print(report.comparison());
            report.breakEven().ifPresent(printer::print);
            return report.comparison().allEqual() ? ExitCode.OK : ExitCode.FAILED;
        } catch (ContractException e) {
            throw Failures.explained(new IOException(Failures.text(e), e), location);
        }
    }

    private ComparisonSettings settings(CommandSpec command) {
        long from = seed == null ? ThreadLocalRandom.current().nextInt(MOST_SEED) : seed;
        try {
            return new ComparisonSettings(location, operations, calls, from, channel, limits.limits());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
