package io.parley.cli;

import java.util.List;
import java.util.Objects;
import java.util.Set;
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
        })
public final class Main implements Runnable {
    /** Read by logback.xml, which is read when the first logger is made. */
    private static final String LOG_LEVEL = "parley.log.level";

    private static final String LOG_TRACES = "parley.log.traces";
    /** Said by who starts this program and knows how wide its terminal is; else help finds out by itself. */
    private static final String COLUMNS = "parley.columns";

    private static final String VERBOSE = "--verbose";

    /** In the order of help. */
    private static final List<Class<?>> COMMANDS = List.of(
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
            ManCommand.class);

    /** Commands that say something of all commands. */
    private static final Set<String> ABOUT_ALL = Set.of("generate-completion", "man");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = VERBOSE,
            description = "Log what Parley does to standard error, and print stack traces.",
            scope = CommandLine.ScopeType.INHERIT)
    private boolean verbose;

    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine(List.of(args)).execute(args));
    }

    /** Returns the command with all of its commands. */
    static CommandLine commandLine() {
        return with(COMMANDS, COMMANDS);
    }

    /**
     * Returns the command for these arguments alone: it behaves as {@link #commandLine()} does, but knows of the commands that they do not name no
     * more than help and errors show, and nothing where only the named one is heard: to look at the options of all takes longer than many a command.
     */
    static CommandLine commandLine(List<String> arguments) {
        String named = "";
        boolean alone = true;
        for (int i = 0; i < arguments.size() && named.isEmpty(); i++) {
            boolean isOption = arguments.get(i).startsWith("-");
            named = isOption ? "" : arguments.get(i);
            alone &= !isOption || arguments.get(i).equals(VERBOSE);
        }
        if (named.startsWith("@") || ABOUT_ALL.contains(named)) {
            return commandLine();
        }
        for (Class<?> each : COMMANDS) {
            if (named.equals(name(each))) {
                return with(List.of(each), alone ? List.of(each) : COMMANDS);
            }
        }
        return with(List.of(), COMMANDS);
    }

    /**
     * Returns the command with some of its commands.
     *
     * @param whole those that can be run
     * @param known those, and the others that help and errors show
     */
    private static CommandLine with(List<Class<?>> whole, List<Class<?>> known) {
        Main main = new Main();
        CommandLine line = new CommandLine(main);
        for (Class<?> each : known) {
            if (whole.contains(each)) {
                line.addSubcommand(each);
            } else {
                line.addSubcommand(name(each), new CommandLine(shown(each)));
            }
        }
        CommandLine completion = line.getSubcommands().get(name(AutoComplete.GenerateCompletion.class));
        if (completion != null) {
            // In a command for help the library passes over options that it does not know.
            completion.getCommandSpec().helpCommand(false);
        }
        Integer columns = Integer.getInteger(COLUMNS);
        if (columns != null) {
            line.setUsageHelpAutoWidth(false).setUsageHelpWidth(columns);
        }
        line.setExecutionStrategy(new Chosen(main));
        line.setExecutionExceptionHandler(new Failed(main));
        return line;
    }

    private static String name(Class<?> command) {
        return described(command).name();
    }

    private static Command described(Class<?> command) {
        return Objects.requireNonNull(command.getAnnotation(Command.class), command::getName);
    }

    /** What help shows of a command beside others. */
    private static CommandSpec shown(Class<?> command) {
        Command described = described(command);
        CommandSpec shown = CommandSpec.create().name(described.name());
        shown.usageMessage().header(described.header()).description(described.description());
        return shown;
    }

    /** Execution of the command that was named. No lambda, since the library's types are too old for the JVM to archive one of them. */
    private record Chosen(Main main) implements CommandLine.IExecutionStrategy {
        @Override
        public int execute(CommandLine.ParseResult parsed) {
            if (main.verbose) {
                System.setProperty(LOG_LEVEL, "INFO");
                System.setProperty(LOG_TRACES, "%ex");
            }
            return new CommandLine.RunLast().execute(parsed);
        }
    }

    /** Report of a command that failed; no lambda either. */
    private record Failed(Main main) implements CommandLine.IExecutionExceptionHandler {
        @Override
        public int handleExecutionException(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
            Failures.print(failure, main.verbose, command.getErr());
            return ExitCode.FAILED;
        }
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
