package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.assertj.core.util.Lists;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
    private static final String[] SMALL = {"--n=21", "--strings=7", "--floats=50", "--warm-up=3"};

    @Test
    void jsonIsOneObjectWithExactlyTheDocumentedNamesAndPlausibleNumbers() throws IOException {
        CommandRun run = demo("--json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode report = run.json();
        assertThat(names(report)).containsExactly("applications", "one_port", "fallback");
        assertThat(report.get("applications")).hasSize(3).allSatisfy(DemoCommandTest::isPlausible);
        assertThat(report.get("one_port")).hasSize(3).allSatisfy(DemoCommandTest::isPlausible);
        JsonNode fallback = report.get("fallback");
        assertThat(names(fallback)).containsExactly("reason", "equal");
        assertThat(fallback.get("reason").textValue()).isEqualTo("NOT_CAPABLE");
        assertThat(fallback.get("equal").booleanValue()).isTrue();
    }

    @Test
    void peopleSeeTheNegotiationTheFiguresAndTheFallback() {
        CommandRun run = demo();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("Envelope", "urn:parley:1", "mustUnderstand")
                .containsPattern("string concatenation +21 ")
                .containsPattern("sum of floats +21 ")
                .containsPattern("customer record +21 ")
                .contains("NOT_CAPABLE")
                .contains("hhfr over stream", "hhfr over websocket")
                .containsPattern("application +SOAP +stream +websocket")
                .doesNotContain("travels as XML events")
                .endsWith("Every answer was the one that SOAP gave.\n");
    }

    @Test
    void numbersThatMakeNoSenseAreAnErrorOfTheCaller() {
        CommandRun run = CommandRun.of("demo", "--n", "0");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("expected at least 1 n, found 0");
    }

    private static void isPlausible(JsonNode application) {
        assertThat(names(application))
                .containsExactly(
                        "name",
                        "n",
                        "soap_ms",
                        "stream_ms",
                        "soap_bytes",
                        "stream_bytes",
                        "t1_ms",
                        "t2_ms",
                        "oa_ms",
                        "ob_ms",
                        "oc_ms",
                        "break_even",
                        "equal");
        assertThat(application.get("n").intValue()).isEqualTo(21);
        for (String time : List.of("soap_ms", "stream_ms", "t1_ms", "t2_ms", "oa_ms", "ob_ms", "oc_ms")) {
            assertThat(application.get(time).doubleValue()).as(time).isBetween(0.0001, 60_000.0);
        }
        // A SOAP call has at least two envelopes, and a call on the stream at least two frame headers.
        assertThat(application.get("soap_bytes").longValue()).isGreaterThan(21 * 200);
        assertThat(application.get("stream_bytes").longValue())
                .isGreaterThan(21 * 40)
                .isLessThan(application.get("soap_bytes").longValue());
        assertThat(application.get("equal").booleanValue()).isTrue();
        JsonNode breakEven = application.get("break_even");
        boolean isFaster = application.get("t1_ms").doubleValue()
                < application.get("t2_ms").doubleValue();
        assertThat(breakEven.isNumber()).isEqualTo(isFaster);
        assertThat(breakEven.isNull()).isEqualTo(!isFaster);
    }

    private static List<String> names(JsonNode object) {
        return Lists.newArrayList(object.fieldNames());
    }

    private static CommandRun demo(String... more) {
        List<String> args = Lists.newArrayList("demo");
        args.addAll(List.of(SMALL));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }
}
