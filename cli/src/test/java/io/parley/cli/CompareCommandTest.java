package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parley.Limits;
import io.parley.examples.compare.ComparisonReport;
import io.parley.examples.compare.ComparisonSettings;
import io.parley.examples.compare.Difference;
import io.parley.examples.compare.OperationResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.util.Lists;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareCommandTest {
    private static final String CONTRACTS =
            Path.of("..", "examples", "src", "test", "resources", "contracts").toString();
    private static final String SHIPPING = Path.of(CONTRACTS, "shipping.wsdl").toString();

    @TempDir
    private Path folder;

    @Test
    void peopleSeeSeedOperationsAndTotals() {
        CommandRun run = CommandRun.of("compare", SHIPPING, "--seed=7", "--calls=3");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .startsWith("seed 7: --seed=7 repeats this run\n")
                .containsPattern("ShippingPort +rate +equal +typed +[0-9]+ ")
                .containsPattern("ShippingPort +track +equal +typed +[0-9]+ ")
                .contains(
                        "2 operations, 6 calls by each way, 2 of them answered with faults: every call by the stream was as by"
                                + " plain SOAP")
                .doesNotContain("DIFFERS", "as infoset:");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void jsonIsOneObjectALineForEachOperationWithTheSeed() throws IOException {
        CommandRun run = CommandRun.of("compare", SHIPPING, "--json", "--calls=3", "--operations=1", "--channel=http");

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        List<JsonNode> lines = new ArrayList<>();
        for (String line : run.out().lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        assertThat(lines).hasSize(1).allSatisfy(line -> {
            assertThat(Lists.newArrayList(line.fieldNames()))
                    .containsExactly(
                            "seed",
                            "port",
                            "operation",
                            "result",
                            "calls",
                            "faults",
                            "parts",
                            "typed_parts",
                            "infoset_parts",
                            "soap_bytes",
                            "stream_bytes",
                            "infoset_bytes",
                            "soap_ms",
                            "stream_ms",
                            "infoset_ms",
                            "differences",
                            "obstacle");
            assertThat(line.get("result").textValue()).isEqualTo("equal");
            assertThat(line.get("seed").isIntegralNumber()).isTrue();
            assertThat(line.get("parts")).hasSize(2);
            assertThat(line.get("differences")).isEmpty();
            assertThat(line.get("obstacle").isNull()).isTrue();
            assertThat(line.get("soap_bytes").longValue()).isPositive();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"--calls=0", "--operations=0", "--channel=pigeon", "--seed=x", "--limit=parley.limits.x=1"})
    void whatMakesNoSenseIsAnErrorOfTheCaller(String option) {
        assertThat(CommandRun.of("compare", SHIPPING, option).exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void noWsdlToReadIsAFailureThatSaysWhy() throws IOException {
        CommandRun none = CommandRun.of("compare", folder.resolve("none.wsdl").toString());
        CommandRun other = CommandRun.of(
                "compare", Files.writeString(folder.resolve("a.wsdl"), "<a/>").toString());
        CommandRun longer = CommandRun.of("compare", SHIPPING, "--limit=parley.limits.schema-bytes=100");

        assertThat(List.of(none.exitCode(), other.exitCode(), longer.exitCode()))
                .containsOnly(ExitCode.FAILED);
        assertThat(none.err()).contains("found no readable file").doesNotContain("\tat ");
        assertThat(other.err()).contains("found the document element a");
        assertThat(longer.err()).contains("parley.limits.schema-bytes");
    }

    @Test
    void valuesThatDifferAreShownOnDemandAlone() {
        String shown = printed(false, true);
        String hidden = printed(false, false);

        assertThat(hidden)
                .contains(
                        "DIFFERS: Port/op: call 2 by stream (1 of 4 calls in all): what the service received, at"
                                + " [0].name: the value differs",
                        "1 operations differ, 0 could not be compared")
                .doesNotContain("secret");
        assertThat(shown).contains("by SOAP:   a secret", "by stream: another secret");
        assertThat(printed(true, false)).contains("\"path\":\"[0].name\"").doesNotContain("secret");
        assertThat(printed(true, true)).contains("a secret");
    }

    @Test
    void partsThatTravelAsInfosetAreNamedWithTheirReasons() {
        assertThat(printed(false, false))
                .contains("as infoset: Port/op/in echo: its member has no place", "1 of 2 typed");
    }

    private static String printed(boolean json, boolean show) {
        OperationResult.Cost cost = new OperationResult.Cost(100, 1.5);
        Difference difference = new Difference(
                "what the service received", "[0].name", "the value differs", "a secret", "another secret");
        OperationResult result = new OperationResult(
                "Port",
                "op",
                List.of(
                        new OperationResult.Travel("in", "echo", false, "its member has no place"),
                        new OperationResult.Travel("out", "echoResponse", true, "")),
                4,
                0,
                cost,
                cost,
                cost,
                4,
                4,
                Optional.of(new OperationResult.Unlike(2, "stream", 1, difference)),
                "");
        StringWriter text = new StringWriter();
        ComparisonPrinter printer = new ComparisonPrinter(
                new Console(new PrintWriter(text, true)),
                Progress.onTerminal(),
                new ComparisonSettings("x", 1, 4, 1, "stream", Limits.defaults()),
                json,
                show);
        printer.compared(result);
        printer.print(new ComparisonReport(1, List.of(result)));
        return text.toString();
    }

    /** The guide shows what was printed; but for bytes and times, which a machine has its own of, it still is. */
    @Test
    void theGuideShowsWhatIsPrinted() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "guide", "cli.md"));
        Matcher shown = Pattern.compile("(?s)\\$ \\./parley compare (\\S+) ([^\n]*)\n(.*?)\n```")
                .matcher(page);
        assertThat(shown.find()).as("an example in the guide").isTrue();
        List<String> arguments =
                new ArrayList<>(List.of("compare", Path.of("..", shown.group(1)).toString()));
        arguments.addAll(List.of(shown.group(2).split(" ", -1)));

        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

        assertThat(masked(run.out())).isEqualTo(masked(shown.group(3)));
    }

    private static List<String> masked(String text) {
        return text.strip()
                .lines()
                .map(line ->
                        line.replaceAll("[0-9.]+", "#").replaceAll("-+", "-").replaceAll(" +", " "))
                .toList();
    }
}
