package io.parley.cli;

import io.parley.Limit;
import io.parley.context.Value;
import io.parley.store.wscontext.message.WsContextException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code ctx put} command: writes a value. */
@Command(
        name = "put",
        description = "Writes a file into an entry of a context, or into a new context, whose identifier it prints.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:written",
            "1:no such context for this principal, another version, a limit, or the store cannot be opened",
            "2:the command line is invalid"
        })
final class CtxPutCommand implements Callable<Integer> {
    @Mixin
    private final ContextsOptions options = new ContextsOptions();

    @Parameters(index = "1", paramLabel = "FILE", description = "File to write; - is standard input.")
    private String file = "";

    @Option(
            names = "--context",
            paramLabel = "CONTEXT",
            description = "Identifier of the context (default: a new one).")
    private @Nullable String context;

    @Option(
            names = "--entry",
            paramLabel = "NAME",
            defaultValue = Contexts.CONTENTS,
            description = "Name of the entry (default: ${DEFAULT-VALUE}).")
    private String name = "";

    @Option(
            names = "--type",
            paramLabel = "MEDIA_TYPE",
            description =
                    "Media type (default: by the file's name; a service only accepts well-formed application/xml).")
    private @Nullable String type;

    @Option(
            names = "--if-version",
            paramLabel = "VERSION",
            description = "Write only if this is the current version of the entry; 0 if it must not exist.")
    private @Nullable Long version;

    @Option(
            names = "--lifetime",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            description = "Lifetime of a new context (default: ${DEFAULT-VALUE}).")
    private long seconds;

    @Option(
            names = "--participant",
            paramLabel = "NAME",
            description = "Another principal that may use a new context; may be repeated.")
    private final List<String> participants = new ArrayList<>();

    @Override
    public Integer call() throws IOException, WsContextException {
        if (seconds < 1) {
            throw options.wrong("--lifetime: expected 1 second or more, found " + seconds);
        }
        Value value = Value.handOver(read(), mediaType());
        String written;
        long now;
        try (Contexts contexts = options.open()) {
            written = context == null ? contexts.begin(Duration.ofSeconds(seconds), participants) : context;
            now = put(contexts, written, value);
        }
        if (options.json()) {
            options.console().json(new Written(written, name, now));
        } else {
            options.console().line(written);
        }
        return ExitCode.OK;
    }

    /** Writes the value; removes a context that was created for it if that fails. */
    private long put(Contexts contexts, String into, Value value) throws WsContextException {
        boolean written = false;
        try {
            long now = contexts.put(into, name, value, version);
            written = true;
            return now;
        } finally {
            if (!written && context == null) {
                contexts.remove(into);
            }
        }
    }

    /** Reads the file up to one byte beyond the maximum of a store, to detect values that are too long. */
    private byte[] read() throws IOException {
        if (Files.isDirectory(Path.of(file))) {
            throw new IOException(file + ": expected a file, found a folder");
        }
        int most = options.limits().getInt(Limit.CONTEXT_VALUE_BYTES);
        try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(most + 1);
            options.limits().check(Limit.CONTEXT_VALUE_BYTES, bytes.length, file);
            return bytes;
        }
    }

    private String mediaType() throws IOException {
        if (type != null) {
            return type;
        }
        if (file.endsWith(".xml")) {
            return "application/xml";
        }
        @Nullable String probed = file.equals("-") ? null : Files.probeContentType(Path.of(file));
        return probed == null ? "application/octet-stream" : probed;
    }

    /** JSON object of the written entry. */
    record Written(String context, String name, long version) {}
}
