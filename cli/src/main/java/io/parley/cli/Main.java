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

/** The {@code parley} command; each task is a subcommand with a class of its own. */
@Command(
        name = "parley",
        description = "Lets SOAP endpoints agree to continue as a binary stream.",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Separate programs that the same script starts:",
            "  bench     Compares Parley with other systems; docs/benchmarks/README.md.",
            "  campaign  Runs long tests: kills, cuts, soaks, fuzzing; docs/campaigns.md."
        })
public final class Main implements Runnable {
    /** System property with the width of the terminal, set by a launcher that knows it; otherwise help detects it. */
    private static final String COLUMNS = "parley.columns";

    private static final String VERBOSE = "--verbose";
    private static final String JSON = "--json";

    /** Commands in the order of help. */
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

    /** Commands that describe all commands. */
    private static final Set<String> ABOUT_ALL = Set.of("generate-completion", "man");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = VERBOSE,
            description = "Log what Parley does to standard error, and print stack traces.",
            scope = CommandLine.ScopeType.INHERIT)
    private boolean verbose;

    private Main() {}

    /** Runs a command and exits the JVM with its exit code. */
    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        Preparation.begin(arguments);
        ProcessEnd.exit(run(commandLine(arguments), args));
    }

    /** Executes a command and returns its exit code; output that could not be written is a failure. */
    static int run(CommandLine command, String... args) {
        int exitCode = command.execute(args);
        // A command that prints to the stream itself, and one that prints by the writer, which hides errors as that
        // does.
        boolean isLost = command.getOut().checkError();
        isLost |= System.out.checkError();
        if (!isLost || exitCode != ExitCode.OK) {
            return exitCode;
        }
        command.getErr().println("parley: expected to write to standard output, found it closed or its disk full");
        command.getErr().flush();
        return ExitCode.FAILED;
    }

    /** Returns the command with all subcommands. */
    static CommandLine commandLine() {
        return with(COMMANDS, COMMANDS);
    }

    /**
     * Returns the command for the given arguments. It behaves as {@link #commandLine()} does, but only loads the
     * options of the named subcommand, and the descriptions of others where help and errors show them, since examining
     * all options takes longer than many commands.
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
     * Returns the command with some of its subcommands.
     *
     * @param whole commands that can be run
     * @param known these, and others that help and errors show
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
            // For a command that prints help, the library ignores options that it does not know.
            completion.getCommandSpec().helpCommand(false);
        }
        Integer columns = Integer.getInteger(COLUMNS);
        if (columns != null) {
            line.setUsageHelpAutoWidth(false).setUsageHelpWidth(columns);
        }
        line.setExecutionStrategy(new Chosen(main));
        line.setExecutionExceptionHandler(new Failed(main));
        line.setParameterExceptionHandler(new Invalid());
        return line;
    }

    private static String name(Class<?> command) {
        return described(command).name();
    }

    private static Command described(Class<?> command) {
        return Objects.requireNonNull(command.getAnnotation(Command.class), command::getName);
    }

    /** Returns the summary of a command for the help of its parent. */
    private static CommandSpec shown(Class<?> command) {
        Command described = described(command);
        CommandSpec shown = CommandSpec.create().name(described.name());
        shown.usageMessage().header(described.header()).description(described.description());
        return shown;
    }

    /**
     * Executes the selected command. Not a lambda, since the library's types are too old for the JVM to archive one of
     * them.
     */
    private record Chosen(Main main) implements CommandLine.IExecutionStrategy {
        @Override
        public int execute(CommandLine.ParseResult parsed) {
            if (main.verbose) {
                System.setProperty(LogSetup.LEVEL, "INFO");
                System.setProperty(LogSetup.TRACES, "true");
            }
            return new CommandLine.RunLast().execute(parsed);
        }
    }

    /** Reports a failed command; not a lambda for the same reason. */
    private record Failed(Main main) implements CommandLine.IExecutionExceptionHandler {
        @Override
        public int handleExecutionException(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
            Failures.print(failure, main.verbose, command, parsed.originalArgs().contains(JSON));
            return ExitCode.FAILED;
        }
    }

    /** Reports an invalid command line; not a lambda for the same reason. */
    private record Invalid() implements CommandLine.IParameterExceptionHandler {
        @Override
        public int handleParseException(ParameterException invalid, String[] args) {
            Failures.print(invalid, List.of(args).contains(JSON));
            return ExitCode.USAGE;
        }
    }

    /** Fails, since a subcommand is required. */
    @Override
    public void run() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        throw new ParameterException(line, "expected a command");
    }

    /** The version that the build writes to the manifest. */
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
