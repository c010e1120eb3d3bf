package io.parley.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code man} command: writes manual pages. */
@Command(
        name = "man",
        description = {
            "Writes the manual pages of all commands to a folder.",
            "In ~/.local/share/man/man1, man(1) finds them: man parley, man parley-probe."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:written", "1:the folder cannot be written", "2:the command line is invalid"})
final class ManCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "Existing folder for the pages.")
    private String folder = "";

    @Mixin
    private final JsonOption json = new JsonOption();

    /** JSON object of the written pages. */
    record Written(String folder, List<String> pages) {}

    @Override
    public Integer call() throws IOException {
        CommandSpec own = Objects.requireNonNull(spec);
        if (folder.isEmpty() || !Files.isDirectory(Path.of(folder))) {
            throw new ParameterException(own.commandLine(), "FOLDER: expected an existing folder, found " + folder);
        }
        Path to = Path.of(folder);
        List<String> pages = new ArrayList<>();
        // A separate command line, since pages change the width of its help.
        for (CommandLine each : ManualPage.pages(Main.commandLine())) {
            CommandSpec command = each.getCommandSpec();
            String name = ManualPage.fileName(command);
            Files.writeString(to.resolve(name), ManualPage.of(command, "parley " + Main.Version.built()));
            pages.add(name);
        }
        json.print(
                Console.of(own), new Written(to.toString(), pages), List.of(pages.size() + " pages written to " + to));
        return ExitCode.OK;
    }
}
