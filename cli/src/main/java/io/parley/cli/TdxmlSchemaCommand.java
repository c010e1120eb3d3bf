package io.parley.cli;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code tdxml schema} command: prints a data schema. */
@Command(
        name = "schema",
        description = "Prints the data schema of an element: the numbers of the keys in its tables.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:printed", "1:the schema is invalid", "2:the command line is invalid"})
final class TdxmlSchemaCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final TdxmlSource source = new TdxmlSource();

    @Mixin
    private final JsonOption json = new JsonOption();

    /** JSON object of the data schema. */
    record Printed(String schema) {}

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(Objects.requireNonNull(spec));
        String schema = source.read().print().strip();
        json.print(console, new Printed(schema), List.of(schema));
        return ExitCode.OK;
    }
}
