package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.control.Settings;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * What the documentation says of commands and settings is what the code says. {@code mvn test -pl cli -am
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

    @Test
    void everySettingHasARowInTheGuide() throws IOException {
        String page = Files.readString(DOCS.resolve("guide/switching-on.md"));

        assertThat(settings()).isNotEmpty().allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
        Matcher rows = Pattern.compile("(?m)^\\| `(parley\\.[a-z-]+)` \\|").matcher(page);
        assertThat(rows.results().map(row -> row.group(1)).collect(Collectors.toSet()))
                .allSatisfy(name -> assertThat(settings()).contains(name));
    }

    private static List<String> settings() {
        Stream<String> constants = Stream.of(Settings.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == String.class)
                .map(GeneratedPagesTest::value);
        return Stream.concat(Stream.of(ParleyFeature.ENABLED), constants).toList();
    }

    private static String value(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static String usage(CommandLine command) {
        command.setUsageHelpAutoWidth(false);
        command.setUsageHelpWidth(WIDTH);
        String text = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        List<String> lines = new ArrayList<>();
        text.lines().forEach(line -> lines.add(line.stripTrailing()));
        return "```\n" + String.join("\n", lines) + "\n```\n";
    }

    /** Compares what stands between the markers of a page with what should. */
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
