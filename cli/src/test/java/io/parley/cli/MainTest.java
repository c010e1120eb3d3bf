package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpSaysWhatTheCommandIsFor() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Usage: parley").contains("SOAP endpoints");
    }

    @Test
    void versionNamesTheProduct() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("parley ");
    }

    @Test
    void anUnknownCommandIsAnErrorOfTheCaller() {
        assertThat(run("parlez")).isEqualTo(2);
        assertThat(err.toString()).contains("parlez");
    }

    /** Tests that starting one command, which does not inspect the options of all others, has the same result. */
    @ParameterizedTest
    @MethodSource("commandLines")
    void whatOneCommandLineNeedsSaysTheSameAsAllCommands(List<String> line) {
        String[] args = line.toArray(String[]::new);
        int exitCode = run(args);
        String said = out + "|" + err;
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);

        assertThat(run(Main.commandLine(line), args)).isEqualTo(exitCode);

        assertThat(out + "|" + err).isEqualTo(said);
    }

    static Stream<List<String>> commandLines() {
        return Stream.concat(
                Stream.of(
                        List.of(),
                        List.of("--help"),
                        List.of("--version"),
                        List.of("--verbose", "--help"),
                        List.of("--verbose", "probe", "--help"),
                        List.of("--help", "probe"),
                        List.of("-hV", "probe"),
                        List.of("--hlep", "probe"),
                        List.of("probe", "--hlep"),
                        List.of("--verbose", "probe", "--hlep", "serve"),
                        List.of("probe", "serve", "doctor"),
                        List.of("parlez"),
                        List.of("prob"),
                        List.of("--hlep"),
                        List.of("probe"),
                        List.of("tdxml", "schema", "--help"),
                        List.of("generate-completion")),
                Main.commandLine().getSubcommands().keySet().stream().map(name -> List.of(name, "--help")));
    }

    @Test
    void onlyTheCommandThatIsNamedIsLookedAt() {
        assertThat(lookedAt("--help")).isEmpty();
        assertThat(lookedAt("--verbose", "probe", "serve")).containsExactly("probe");
        assertThat(known("--verbose", "probe", "serve")).containsExactly("probe");
        assertThat(known("--help", "probe"))
                .hasSize(Main.commandLine().getSubcommands().size());
        assertThat(lookedAt("generate-completion"))
                .hasSize(Main.commandLine().getSubcommands().size());
        assertThat(lookedAt("@arguments"))
                .hasSize(Main.commandLine().getSubcommands().size());
    }

    @Test
    void helpIsAsWideAsWhoStartsTheCommandSaysThatTheTerminalIs() {
        System.setProperty("parley.columns", "60");
        try {
            assertThat(run("conform", "--help")).isZero();
        } finally {
            System.clearProperty("parley.columns");
        }
        assertThat(out.toString()
                        .lines()
                        .filter(line -> line.startsWith("  "))
                        .mapToInt(String::length)
                        .max()
                        .orElseThrow())
                .isBetween(50, 60);
        assertThat(out.toString()).contains("Usage: parley conform [-hV] [--json]");
    }

    static Stream<CommandLine.Model.CommandSpec> commands() {
        return ManualPage.pages(Main.commandLine()).stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> !each.name().equals("generate-completion")); // its text is the library's
    }

    /** Tests that lines are broken by the width of the terminal alone. */
    @ParameterizedTest
    @MethodSource("commands")
    void eachLineOfADescriptionEndsASentence(CommandLine.Model.CommandSpec command) {
        assertThat(Stream.concat(
                        Stream.of(command.usageMessage().description()),
                        command.args().stream().flatMap(each -> Stream.of(each.description()))))
                .allMatch(line -> line.matches("(?s).*[.:…)]"));
    }

    private static Set<String> known(String... args) {
        return Main.commandLine(List.of(args)).getSubcommands().keySet();
    }

    private static List<String> lookedAt(String... args) {
        return Main.commandLine(List.of(args)).getSubcommands().entrySet().stream()
                .filter(each -> each.getValue().getCommandSpec().userObject() != null)
                .map(Map.Entry::getKey)
                .toList();
    }

    private int run(String... args) {
        return run(Main.commandLine(), args);
    }

    private int run(CommandLine line, String... args) {
        return line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
