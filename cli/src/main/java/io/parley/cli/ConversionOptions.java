package io.parley.cli;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Options and execution that {@code encode} and {@code decode} have in common: input files, their targets, and the
 * report.
 */
final class ConversionOptions {
    private static final Path STANDARD_INPUT = Path.of("-");
    private static final int CHUNK = 64 * 1024;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files to read; - is standard input.")
    private List<Path> files = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write one file each to this directory, instead of standard output.")
    private @Nullable Path directory;

    @Option(
            names = "--schema",
            paramLabel = "XSD",
            description = "Schema of the documents; repeated for each document that it includes or imports.")
    private List<Path> schemas = List.of();

    @Mixin
    private final LimitOption limits = new LimitOption();

    @Option(names = "--json", description = "With --out: print one JSON object and nothing else.")
    private boolean json;

    /** Converts one file. */
    @FunctionalInterface
    interface Each {
        Converted.Entry convert(Path file, Outputs outputs) throws IOException, XMLStreamException;
    }

    /** Converts all files, reports those that fail, and returns the exit code. */
    int run(Each each) throws IOException {
        if (json && directory == null) {
            throw usage("expected --out with --json: standard output takes the files or the report");
        }
        if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
            throw usage("expected a directory after --out, found a file: " + directory);
        }
        Outputs outputs = new Outputs(directory);
        List<Converted.Entry> entries = new ArrayList<>();
        for (Path file : files) {
            Converted.Entry entry = convert(file, outputs, each);
            entries.add(entry);
            if (!entry.error().isEmpty()) {
                PrintWriter err = command().commandLine().getErr();
                err.println("parley: " + file + ": " + entry.error());
                err.flush();
            }
        }
        Converted report = Converted.of(entries);
        if (json) {
            Console.of(command()).json(report);
        } else if (directory != null) {
            Console.of(command())
                    .line(report.converted() + " written to " + directory + ", " + report.refused() + " refused");
        }
        return report.refused() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private Converted.Entry convert(Path file, Outputs outputs, Each each) {
        if (Files.isDirectory(file)) {
            return refused(file, "expected a file, found a folder");
        }
        try {
            if (file.equals(STANDARD_INPUT)) {
                return convertCopy(System.in, file, "stdin", outputs, each);
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                try (InputStream pipe = Files.newInputStream(file)) {
                    return convertCopy(pipe, file, String.valueOf(file.getFileName()), outputs, each);
                }
            }
            return each.convert(file, outputs);
        } catch (ParleyException e) {
            return refused(file, Objects.toString(e.getMessage()));
        } catch (NoSuchFileException e) {
            return refused(file, "expected a file, found none of that name");
        } catch (IOException | XMLStreamException e) {
            return refused(file, Failures.text(e));
        }
    }

    /**
     * Copies standard input, or a pipe, to a temporary file and converts that, since the length of a document must be
     * known before it is read.
     */
    private Converted.Entry convertCopy(InputStream in, Path file, String name, Outputs outputs, Each each)
            throws IOException, XMLStreamException {
        Path folder = Files.createTempDirectory("parley");
        Path copy = folder.resolve(name);
        try {
            copy(in, copy, limits().get(Limit.MESSAGE_BYTES) + 1);
            Converted.Entry converted = each.convert(copy, outputs);
            return new Converted.Entry(file.toString(), converted.form(), converted.target(), converted.bytes(), "");
        } finally {
            Files.deleteIfExists(copy);
            Files.delete(folder);
        }
    }

    private static void copy(InputStream in, Path copy, long most) throws IOException {
        byte[] chunk = new byte[CHUNK];
        try (OutputStream out = Files.newOutputStream(copy)) {
            long remaining = most;
            int read = in.read(chunk);
            while (read >= 0 && remaining > 0) {
                int taken = (int) Math.min(read, remaining);
                out.write(chunk, 0, taken);
                remaining -= taken;
                read = in.read(chunk);
            }
        }
    }

    private static Converted.Entry refused(Path file, String error) {
        return new Converted.Entry(file.toString(), "", "", 0, error);
    }

    /** Returns the limits from the command line. */
    Limits limits() {
        return limits.limits();
    }

    /** Returns the schema from the command line, or null. */
    @Nullable
    FileSchema schema() throws IOException {
        for (Path file : schemas) {
            if (!Files.isReadable(file)) {
                throw usage("expected a file that can be read after --schema, found none: " + file);
            }
        }
        return schemas.isEmpty() ? null : FileSchema.read(schemas, limits());
    }

    ParameterException usage(String text) {
        return new ParameterException(command().commandLine(), text);
    }

    private CommandSpec command() {
        return Objects.requireNonNull(spec);
    }
}
