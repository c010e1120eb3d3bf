package io.parley.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code audit} command: lists, verifies and exports recordings. */
@Command(
        name = "audit",
        description = "Lists, verifies and exports recorded conversations.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {AuditListCommand.class, AuditVerifyCommand.class, AuditExportCommand.class})
final class AuditCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                Objects.requireNonNull(spec).commandLine(), "expected one of the commands ls, verify and export");
    }
}
