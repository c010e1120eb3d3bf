package io.parley.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.Callable;
import javax.xml.stream.XMLStreamException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes XML in another form. */
@Command(
        name = "encode",
        description = {
            "Writes XML files in another representation.",
            "They go to standard output or, with --out, to files named as the input plus .REPRESENTATION."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every file was written in the other form",
            "1:some were refused; what and why is on standard error",
            "2:the command line makes no sense"
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
            description = "One of ${COMPLETION-CANDIDATES}; exi-schema, hhfr and tdxml take the schema too.")
    private String form = "";

    @Option(
            names = "--level",
            paramLabel = "N",
            description = "How hard bnux deflates its pages, 1 to 9; 0, the default, is not at all.")
    private int level;

    /** What help and completion offer. */
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
