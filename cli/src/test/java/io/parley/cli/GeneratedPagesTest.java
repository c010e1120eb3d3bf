package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Tests that the documentation shows the actual output of commands. {@code mvn test -pl cli -am
 * -Dtest=GeneratedPagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pages=write} rewrites the pages.
 */
class GeneratedPagesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final boolean WRITE = "write".equals(System.getProperty("parley.pages"));
    private static final int WIDTH = 100;

    @Test
    void thePageOfTheCommandLineShowsWhatEachCommandPrintsForHelp() throws IOException {
        CommandLine parley = Main.commandLine();
        StringBuilder text = new StringBuilder(usage(parley));
        parley.getSubcommands().values().forEach(command -> append(text, command, "##"));

        check("guide/cli.md", text.toString());
    }

    private static void append(StringBuilder text, CommandLine command, String heading) {
        String name = command.getCommandSpec().qualifiedName();
        text.append("\n")
                .append(heading)
                .append(' ')
                .append(name)
                .append("\n\n")
                .append(usage(command));
        command.getSubcommands().values().forEach(part -> append(text, part, heading + "#"));
    }

    private static String usage(CommandLine command) {
        command.setUsageHelpAutoWidth(false);
        command.setUsageHelpWidth(WIDTH);
        String text = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        List<String> lines = new ArrayList<>();
        text.lines().forEach(line -> lines.add(line.stripTrailing()));
        return "```\n" + String.join("\n", lines) + "\n```\n";
    }

    /** Compares the text between the markers of a page with the expected one, or rewrites it. */
    private static void check(String page, String expected) throws IOException {
        Path file = DOCS.resolve(page);
        String text = Files.readString(file);
        String begin = "<!-- generated -->\n";
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf("<!-- end of generated -->");
        assertThat(to).as("%s has its markers", page).isGreaterThanOrEqualTo(from);
        String wanted = "\n" + expected.replace("\r\n", "\n") + "\n";
        if (WRITE) {
            Files.writeString(file, text.substring(0, from) + wanted + text.substring(to));
        } else {
            assertThat(text.substring(from, to))
                    .as("%s; rewrite it with -Dparley.pages=write", page)
                    .isEqualTo(wanted);
        }
    }
}
