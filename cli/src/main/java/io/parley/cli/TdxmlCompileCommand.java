package io.parley.cli;

import io.parley.representation.tdxml.DataSchema;
import io.parley.representation.tdxml.HandlerSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code tdxml compile} command: generates handlers for tables. */
@Command(
        name = "compile",
        description = {
            "Writes handlers for the tables of a schema as Java source.",
            "The source has a class for each type, and methods that read and write documents; it needs only core."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:written",
            "1:the schema is invalid, or has types that others may replace",
            "2:the command line is invalid"
        })
final class TdxmlCompileCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final TdxmlSource source = new TdxmlSource();

    @Option(names = "--package", paramLabel = "NAME", description = "Package of the class (default: none).")
    private String packageName = "";

    @Option(
            names = "--class",
            paramLabel = "NAME",
            defaultValue = "Tables",
            description = "Name of the class (default: ${DEFAULT-VALUE}).")
    private String className = "Tables";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Source directory in which the file is written to its package; otherwise, standard output.")
    private @Nullable Path directory;

    @Mixin
    private final JsonOption json = new JsonOption();

    /** JSON object of the result: the file, or the source if it was not written to one. */
    record Compiled(
            String name, @Nullable String file, @Nullable String source) {}

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(Objects.requireNonNull(spec));
        DataSchema schema = source.read();
        String text = text(schema);
        Path sources = directory;
        if (sources == null) {
            json.print(console, new Compiled(className, null, text), List.of(text.strip()));
            return ExitCode.OK;
        }
        Path folder = Files.createDirectories(sources.resolve(packageName.replace('.', '/')));
        Path file = Files.writeString(folder.resolve(className + ".java"), text);
        json.print(console, new Compiled(className, file.toString(), null), List.of("written to " + file));
        return ExitCode.OK;
    }

    private String text(DataSchema schema) {
        try {
            return HandlerSource.of(schema, packageName, className);
        } catch (IllegalArgumentException e) {
            throw source.usage(e.getMessage() + ", found --package " + packageName + " --class " + className);
        }
    }
}
