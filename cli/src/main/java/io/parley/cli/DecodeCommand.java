package io.parley.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import javax.xml.stream.XMLStreamException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code decode} command: converts other forms to XML. */
@Command(
        name = "decode",
        description = {
            "Writes files of any representation as XML.",
            "The output goes to standard output or, with --out, to files named as the input without its ending.",
            "The form of a file is detected by its first bytes, or else by its ending."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every file was decoded",
            "1:some files could not be converted; standard error says which and why",
            "2:the command line is invalid"
        })
final class DecodeCommand implements Callable<Integer> {
    @Mixin
    private final ConversionOptions options = new ConversionOptions();

    @Option(
            names = "--from",
            paramLabel = "REPRESENTATION",
            completionCandidates = EncodeCommand.Forms.class,
            description = "Form of the files, if it cannot be detected: one of ${COMPLETION-CANDIDATES}.")
    private String from = "";

    @Override
    public Integer call() throws IOException {
        if (!from.isEmpty() && !FileForms.NAMES.contains(from)) {
            throw options.usage("expected one of " + FileForms.NAMES + " after --from, found " + from);
        }
        FileForms forms = new FileForms(0, options.schema());
        Conversion conversion = new Conversion(forms.xml(), options.limits());
        return options.run((file, outputs) -> decode(file, forms, conversion, outputs));
    }

    private Converted.Entry decode(Path file, FileForms forms, Conversion conversion, Outputs outputs)
            throws IOException, XMLStreamException {
        String form = from.isEmpty() ? recognize(file, forms) : from;
        FileForm found = forms.named(form);
        String name = target(String.valueOf(file.getFileName()));
        long bytes = outputs.take(file, name, out -> conversion.decode(file, found, out));
        return new Converted.Entry(file.toString(), form, outputs.target(name), bytes, "");
    }

    private static String recognize(Path file, FileForms forms) throws IOException {
        byte[] start;
        try (InputStream in = Files.newInputStream(file)) {
            start = in.readNBytes(FileForms.FIRST_BYTES);
        }
        return forms.recognize(start, String.valueOf(file.getFileName()))
                .orElseThrow(() -> new IOException(
                        "expected a form that the first bytes or the ending tell, found neither; name it by --from"));
    }

    /** Returns the file name without the ending of its form, or with that of XML if it has none. */
    private static String target(String name) {
        return FileForms.ending(name)
                .filter(form -> !form.equals("xml"))
                .map(form -> name.substring(0, name.length() - form.length() - 1))
                .orElse(name.endsWith(".xml") ? name : name + ".xml");
    }
}
