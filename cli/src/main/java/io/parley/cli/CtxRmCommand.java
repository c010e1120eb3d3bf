package io.parley.cli;

import io.parley.store.wscontext.message.WsContextException;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The {@code ctx rm} command: removes an entry or a context. */
@Command(
        name = "rm",
        description = "Removes an entry of a context, or a context with all its entries; a service completes it.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:removed",
            "1:no such context or entry for this principal, or the store cannot be opened",
            "2:the command line is invalid"
        })
final class CtxRmCommand implements Callable<Integer> {
    @Mixin
    private final ContextsOptions options = new ContextsOptions();

    @Parameters(index = "1", paramLabel = "CONTEXT", description = "Identifier of the context.")
    private String context = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "ENTRY",
            description = "Entry to remove, instead of the whole context.")
    private @Nullable String name;

    @Override
    public Integer call() throws IOException, WsContextException {
        try (Contexts contexts = options.openExisting()) {
            if (name == null) {
                contexts.remove(context);
            } else if (!contexts.delete(context, name)) {
                throw new IOException("the context has no entry " + name + "; parley ctx ls shows what it has");
            }
        }
        if (options.json()) {
            options.console().json(new Removed(context, name));
        } else {
            options.console().line("removed");
        }
        return ExitCode.OK;
    }

    /** JSON object of the removal; without a name, the whole context was removed. */
    record Removed(String context, @Nullable String name) {}
}
