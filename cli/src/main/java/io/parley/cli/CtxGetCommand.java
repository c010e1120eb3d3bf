package io.parley.cli;

import io.parley.context.Value;
import io.parley.store.wscontext.message.WsContextException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code ctx get} command: prints or saves a value. */
@Command(
        name = "get",
        description = "Prints an entry of a context if it is plain text, or writes it to a file as it is.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:printed or written",
            "1:no such entry for this principal, or the store cannot be opened",
            "2:the command line is invalid"
        })
final class CtxGetCommand implements Callable<Integer> {
    @Mixin
    private final ContextsOptions options = new ContextsOptions();

    @Parameters(index = "1", paramLabel = "CONTEXT", description = "Identifier of the context.")
    private String context = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "ENTRY",
            defaultValue = Contexts.CONTENTS,
            description = "Name of the entry (default: ${DEFAULT-VALUE}).")
    private String name = "";

    @Option(names = "--out", paramLabel = "FILE", description = "Write the bytes to this file.")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException, WsContextException {
        Optional<Contexts.Found> found;
        try (Contexts contexts = options.openExisting()) {
            found = contexts.get(context, name);
        }
        if (found.isEmpty()) {
            throw new IOException("the context has no entry " + name + "; parley ctx ls shows what it has");
        }
        Value value = found.get().value();
        Optional<String> text = plainText(value);
        if (out != null) {
            Files.write(out, value.toArray());
        }
        if (options.json()) {
            options.console().json(Got.of(context, name, found.get(), text));
        } else if (out == null) {
            options.console()
                    .line(text.orElseThrow(() -> new IOException("expected plain text, found " + value
                            + " with characters that a terminal would act on; --out FILE saves it")));
        }
        return ExitCode.OK;
    }

    /**
     * Returns the value as text without control characters, which could manipulate a terminal; empty if it is not plain
     * text.
     */
    private static Optional<String> plainText(Value value) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value.toArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
        boolean plain =
                text.codePoints().noneMatch(point -> Character.isISOControl(point) && "\n\r\t".indexOf(point) < 0);
        return plain ? Optional.of(text) : Optional.empty();
    }

    /** JSON object of an entry: {@code text} if it is plain text, otherwise {@code base64}. */
    record Got(
            String context,
            String name,
            long version,
            int bytes,
            String mediaType,
            String sha256,
            @Nullable String text,
            @Nullable String base64) {
        static Got of(String context, String name, Contexts.Found found, Optional<String> text) {
            Value value = found.value();
            return new Got(
                    context,
                    name,
                    found.version(),
                    value.length(),
                    value.mediaType(),
                    value.address().sha256(),
                    text.orElse(null),
                    text.isPresent() ? null : Base64.getEncoder().encodeToString(value.toArray()));
        }
    }
}
