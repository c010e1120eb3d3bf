package io.parley.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The {@code parley} command: every task is a subcommand with a class of its own. */
@Command(
        name = "parley",
        description = "Lets SOAP endpoints agree on a faster form for their conversation.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Main {

    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    /** The version that the build wrote into the manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            @Nullable String built = Main.class.getPackage().getImplementationVersion();
            return new String[] {"parley " + (built == null ? "(not packaged)" : built)};
        }
    }
}
