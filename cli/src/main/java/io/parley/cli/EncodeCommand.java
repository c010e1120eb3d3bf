package io.parley.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.Callable;
import javax.xml.stream.XMLStreamException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code encode} command: converts XML to another form. */
@Command(
        name = "encode",
        description = {
            "Writes XML files in another representation.",
            "The output goes to standard output or, with --out, to files named as the input plus .REPRESENTATION."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every file was encoded",
            "1:some files could not be converted; standard error says which and why",
            "2:the command line is invalid"
        })
final class EncodeCommand implements Callable<Integer> {
    private static final int HARDEST = 9;

    @Mixin
    private final ConversionOptions options = new ConversionOptions();

    @Option(
            names = "--as",
            required = true,
            paramLabel = "REPRESENTATION",
            completionCandidates = Forms.class,
            description = "One of ${COMPLETION-CANDIDATES}; exi-schema, hhfr and tdxml need --schema.")
    private String form = "";

    @Option(
            names = "--level",
            paramLabel = "N",
            description = "Compression level of bnux, 1 to 9; 0, the default, is none.")
    private int level;

    /** Candidates for help and completion. */
    static final class Forms implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return FileForms.NAMES.iterator();
        }
    }

    @Override
    public Integer call() throws IOException {
        if (!FileForms.NAMES.contains(form)) {
            throw options.usage("expected one of " + FileForms.NAMES + " after --as, found " + form);
        }
        if (level < 0 || level > HARDEST || (level > 0 && !form.equals("bnux"))) {
            throw options.usage("expected a level from 0 to 9, for bnux alone, found " + level + " for " + form);
        }
        FileForms forms = new FileForms(level, options.schema());
        Conversion conversion = new Conversion(forms.xml(), options.limits());
        return options.run((file, outputs) -> encode(file, forms, conversion, outputs));
    }

    private Converted.Entry encode(Path file, FileForms forms, Conversion conversion, Outputs outputs)
            throws IOException, XMLStreamException {
        FileForm wanted = forms.named(form);
        String name = file.getFileName() + "." + form;
        long bytes = outputs.take(file, name, out -> conversion.encode(file, wanted, out));
        return new Converted.Entry(file.toString(), form, outputs.target(name), bytes, "");
    }
}
