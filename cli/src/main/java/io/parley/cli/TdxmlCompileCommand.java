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

/** Writes handlers for tables as source. */
@Command(
        name = "compile",
        description = {
            "Writes handlers for the tables of a schema as Java source: a class for each type, and methods that read and",
            "write documents. It needs the core library and nothing else."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:written",
            "1:the schema is none, or has types for which others may stand in",
            "2:the command line makes no sense"
        })
final class TdxmlCompileCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final TdxmlSource source = new TdxmlSource();

    @Option(names = "--package", paramLabel = "NAME", description = "The package of the class; none by default.")
    private String packageName = "";

    @Option(
            names = "--class",
            paramLabel = "NAME",
            defaultValue = "Tables",
            description = "The name of the class (default: ${DEFAULT-VALUE}).")
    private String className = "Tables";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The directory of sources in which the file goes to its package; else to standard output.")
    private @Nullable Path directory;

    @Mixin
    private final JsonOption json = new JsonOption();

    /** The JSON object: the file, or the source where it was not written to one. */
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
