package io.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests the parts of the command line that measure nothing. */
class MainTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    soap/void                 | no cell matches soap/void: expected a part of SYSTEM/WORKLOAD, as parley-cxf/f64-11MB
                    (                         | expected a regular expression: Unclosed group
                    paper003 --only=nobody    | no cell matches nobody
                    --quick --full            | mutually exclusive
                    void --only=parley        | --only: expected with it one of representations, paper003, channels, stores
                    --only=parley             | --only: expected with it one of representations, paper003, channels, stores
                    --goals                   | --goals: expected with it representations
                    remote                    | expected systems and workloads
                    remote --listen 0 parley void | expected --listen, or systems and workloads, found both
                    --slow                    | Unknown option: '--slow'
                    """)
    void aCommandThatMakesNoSenseIsSaidToBeWrong(String arguments, String reason) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(reason).contains("Usage: parley bench");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aReportOfNothingNamesTheFileThatIsMissing() {
        assertThat(run("--report", "--out", folder.toString())).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("parley bench: expected results of an earlier run, found no "
                        + folder.resolve("results.jsonl") + System.lineSeparator());
    }

    @Test
    void theHelpNamesEveryOptionAndExitCode() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("--quick", "--full", "--goals", "--json", "--out", "--fresh", "--report", "--only", "FILTER")
                .contains("0 ", "1 ", "2 ");
    }

    /** Tests that lines are broken by the width of the terminal alone. */
    @Test
    void eachLineOfADescriptionEndsASentence() {
        CommandLine bench = Main.commandLine();
        assertThat(Stream.concat(Stream.of(bench), bench.getSubcommands().values().stream())
                        .map(CommandLine::getCommandSpec)
                        .flatMap(command -> Stream.concat(
                                Stream.of(command.usageMessage().description()),
                                command.args().stream().flatMap(each -> Stream.of(each.description())))))
                .isNotEmpty()
                .allMatch(line -> line.matches("(?s).*[.:…)]"));
    }

    private int run(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }
}
