package io.parley.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code ctx} command: accesses context stores; each task is a subcommand with a class of its own. */
@Command(
        name = "ctx",
        description = {
            "Lists, reads, writes and removes contexts, in a store or through a WS-Context service.",
            "STORE is a store's address (sqlite:PATH, postgresql://HOST/DATABASE) or the URL of a service."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CtxLsCommand.class, CtxGetCommand.class, CtxPutCommand.class, CtxRmCommand.class})
final class CtxCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    /** Fails, since a subcommand is required. */
    @Override
    public void run() {
        throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "expected one of ls, get, put, rm");
    }
}
