package io.parley.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code tdxml} command: tools for tables besides encoding and decoding; each task is a subcommand with a class of
 * its own.
 */
@Command(
        name = "tdxml",
        description = "Prints data schemas of tables, and writes handlers for them as Java source.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TdxmlSchemaCommand.class, TdxmlCompileCommand.class})
final class TdxmlCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    /** Fails, since a subcommand is required. */
    @Override
    public void run() {
        throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "expected one of schema, compile");
    }
}
