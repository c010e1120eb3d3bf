package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Tests the manual pages with the programs by which people read them. */
class ManCommandTest {
    /** The beginning of an overstruck letter, by which printers produce bold text. */
    private static final String BOLD = ".\b";

    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder;

    private final List<CommandLine> commands = ManualPage.pages(Main.commandLine());

    @BeforeEach
    void write() {
        assertThat(CommandRun.of("man", folder.toString()).out())
                .isEqualTo(commands.size() + " pages written to " + folder + System.lineSeparator());
    }

    @Test
    void eachCommandHasAPageWithAllThatItsHelpHas() throws IOException {
        assertThat(commands).hasSizeGreaterThan(25);
        for (CommandLine command : commands) {
            CommandSpec spec = command.getCommandSpec();
            String page = Files.readString(folder.resolve(ManualPage.fileName(spec)), StandardCharsets.US_ASCII);
            String plain = page.replace("\\-", "-").replaceAll("\\\\f[BR]", "");

            assertThat(plain).contains(".SH \"NAME\"\n" + spec.qualifiedName("-") + " - ");
            assertThat(plain).contains(".SH \"SYNOPSIS\"\n" + spec.qualifiedName() + " ");
            spec.options().forEach(each -> assertThat(plain).contains("\n" + String.join(", ", each.names())));
            spec.positionalParameters().forEach(each -> assertThat(plain).contains(each.paramLabel()));
            spec.usageMessage()
                    .exitCodeList()
                    .values()
                    .forEach(each -> assertThat(plain).contains("\n" + each.replace("'", "\\(aq")));
        }
        assertThat(folder.resolve("parley-ctx-ls.1")).exists();
    }

    @Test
    void aMachineReadsWhichPagesWereWritten() throws IOException {
        JsonNode written = CommandRun.of("man", "--json", folder.toString()).json();

        assertThat(written.get("pages")).hasSize(commands.size());
        assertThat(folder.resolve(written.get("pages").get(0).asText())).exists();
    }

    @Test
    void groffSetsEachPageWithoutAWarning() throws Exception {
        for (Path page : pages()) {
            Run run = run("groff", "-man", "-Tutf8", "-ww", "-P-c", page.toString());

            assertThat(run.error).as(page.toString()).isEmpty();
            assertThat(run.output).contains("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "--verbose");
        }
        assertThat(run("groff", "-man", "-Tutf8", "-P-c", page("parley-conform.1")).output)
                .as("a sign that is not ASCII")
                .contains("⟨url⟩");
    }

    @Test
    void aCommandToTypeStandsOnALineOfItsOwn() throws Exception {
        Run run = run("man", "-l", page("parley-generate-completion.1"));

        assertThat(run.output.lines()).anyMatch(line -> line.strip().equals("source <(parley generate-completion)"));
    }

    @Test
    void manShowsAPage() throws Exception {
        Run run = run("man", "-l", page("parley-probe.1"));

        assertThat(run.error).isEmpty();
        assertThat(run.output).contains("parley-probe").contains("EXIT STATUS").contains("--json");
    }

    @Test
    void mandocFindsNothingWrong() throws Exception {
        for (Path page : pages()) {
            // The pages have no date, as they belong to a version.
            Run run = run("mandoc", "-Tlint", "-Werror", page.toString());
            assertThat(run.output).as(page.toString()).isEmpty();
        }
    }

    private String page(String name) {
        return folder.resolve(name).toString();
    }

    private List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private record Run(String output, String error) {}

    /** Runs a reader of manual pages. If it is not installed, the test is skipped and the reason printed. */
    @SuppressWarnings("SystemOut") // a build shows what it skipped
    private Run run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("parley-man", ".out");
        Path error = Files.createTempFile("parley-man", ".err");
        List<String> words = new ArrayList<>(List.of(command));
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectOutput(output.toFile()).redirectError(error.toFile());
        builder.environment().put("MANWIDTH", "100");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("MANPAGER", "cat");
        try {
            Process process;
            try {
                process = builder.start();
            } catch (IOException e) {
                System.out.println("manual pages: skipped, " + command[0] + " is not installed");
                return Assumptions.abort(command[0] + " is not installed");
            }
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            return new Run(Files.readString(output).replaceAll(BOLD, ""), Files.readString(error));
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(error);
        }
    }
}
