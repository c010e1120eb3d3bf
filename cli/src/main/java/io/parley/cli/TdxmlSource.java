package io.parley.cli;

import io.parley.Limits;
import io.parley.representation.tdxml.DataSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that select a data schema: an element of an XML schema, or a file with a data schema. */
final class TdxmlSource {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--schema",
            paramLabel = "XSD",
            description = "Schema of the documents; repeated for each document that it includes or imports.")
    private List<Path> schemas = List.of();

    @Option(
            names = "--element",
            paramLabel = "NAME",
            description = "With --schema: the root element, as {namespace}name.")
    private @Nullable String element;

    @Option(
            names = "--data-schema",
            paramLabel = "FILE",
            description = "A data schema in the format of docs/reference/tdxml.md, in place of --schema.")
    private @Nullable Path file;

    DataSchema read() throws IOException {
        Path given = file;
        if (given != null && schemas.isEmpty() && element == null) {
            return DataSchema.read(Files.readString(given), Limits.defaults());
        }
        if (given != null || schemas.isEmpty() || element == null) {
            throw usage("expected --schema and --element, or --data-schema");
        }
        return DataSchema.of(FileSchema.read(schemas, Limits.defaults()).root(name(element)));
    }

    private QName name(String text) {
        try {
            return QName.valueOf(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(), "expected {namespace}name, found " + text, e);
        }
    }

    ParameterException usage(String text) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), text);
    }
}
