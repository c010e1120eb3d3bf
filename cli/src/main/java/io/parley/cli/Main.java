package io.parley.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code parley} command: every task is a subcommand with a class of its own. */
@Command(
        name = "parley",
        description = "Lets SOAP endpoints agree on a faster form for their conversation.",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Programs of their own, started by the same script:",
            "  bench     Measures Parley beside other systems; docs/benchmarks/README.md.",
            "  campaign  Tries Parley for long: kills, cuts, soaks, fuzzing; docs/campaigns.md."
        },
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            BrokerCommand.class,
            ProxyCommand.class,
            ProbeCommand.class,
            DoctorCommand.class,
            DescribeCommand.class,
            CompareCommand.class,
            ConformCommand.class,
            ConsoleCommand.class,
            EncodeCommand.class,
            DecodeCommand.class,
            TdxmlCommand.class,
            CtxCommand.class,
            AuditCommand.class,
            AutoComplete.GenerateCompletion.class,
            ManCommand.class
        })
public final class Main implements Runnable {
    /** Read by logback.xml, which is read when the first logger is made. */
    private static final String LOG_LEVEL = "parley.log.level";

    private static final String LOG_TRACES = "parley.log.traces";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--verbose",
            description = "Log what Parley does to standard error, and print stack traces.",
            scope = CommandLine.ScopeType.INHERIT)
    private boolean verbose;

    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        Main main = new Main();
        CommandLine line = new CommandLine(main);
        // In a command for help the library passes over options that it does not know.
        Objects.requireNonNull(line.getSubcommands().get("generate-completion"))
                .getCommandSpec()
                .helpCommand(false);
        line.setExecutionStrategy(parsed -> {
            if (main.verbose) {
                System.setProperty(LOG_LEVEL, "INFO");
                System.setProperty(LOG_TRACES, "%ex");
            }
            return new CommandLine.RunLast().execute(parsed);
        });
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            Failures.print(failure, main.verbose, command.getErr());
            return ExitCode.FAILED;
        });
        return line;
    }

    /** Without a command there is nothing to do. */
    @Override
    public void run() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        throw new ParameterException(line, "expected a command");
    }

    /** The version that the build wrote into the manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"parley " + built()};
        }

        static String built() {
            @Nullable String built = Main.class.getPackage().getImplementationVersion();
            return built == null ? "(not packaged)" : built;
        }
    }
}
