package io.parley.cli;

import io.parley.context.EntryInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The {@code ctx ls} command: lists entries of contexts. */
@Command(
        name = "ls",
        description = "Lists the entries that the principal owns, or those of one context that it takes part in.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:listed, possibly nothing",
            "1:no such context for this principal, or the store cannot be opened",
            "2:the command line is invalid"
        })
final class CtxLsCommand implements Callable<Integer> {
    @Mixin
    private final ContextsOptions options = new ContextsOptions();

    @Parameters(index = "1", arity = "0..1", paramLabel = "CONTEXT", description = "Identifier of a context.")
    private @Nullable String context;

    @Override
    public Integer call() {
        List<Listed> entries;
        try (Contexts contexts = options.openExisting()) {
            List<EntryInfo> found = context == null ? contexts.owned() : contexts.entries(context);
            entries = found.stream().map(Listed::of).toList();
        }
        if (options.json()) {
            options.console().json(new Listing(entries));
        } else {
            print(entries);
        }
        return ExitCode.OK;
    }

    private void print(List<Listed> entries) {
        List<List<String>> rows = new ArrayList<>();
        for (Listed entry : entries) {
            rows.add(List.of(
                    entry.context(),
                    entry.name(),
                    String.valueOf(entry.version()),
                    String.valueOf(entry.bytes()),
                    entry.mediaType(),
                    entry.expiresAt()));
        }
        options.console().table(List.of("context", "entry", "version", "bytes", "type", "expires"), rows);
    }

    /** JSON object of a listing. */
    record Listing(List<Listed> entries) {}

    record Listed(
            String context,
            String name,
            long version,
            int bytes,
            String mediaType,
            String owner,
            String expiresAt,
            String sha256) {
        static Listed of(EntryInfo entry) {
            return new Listed(
                    entry.key().scope().id(),
                    entry.key().name(),
                    entry.version(),
                    entry.length(),
                    entry.mediaType(),
                    entry.owner(),
                    entry.expiresAt().toString(),
                    entry.content().sha256());
        }
    }
}
