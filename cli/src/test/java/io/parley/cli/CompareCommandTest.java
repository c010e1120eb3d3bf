package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parley.cxf.ParleyFeature;
import io.parley.examples.compare.ComparisonReport;
import io.parley.examples.compare.Difference;
import io.parley.examples.compare.OperationResult;
import io.parley.examples.hosting.Loopback;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
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
                        "1 operation differs, 0 could not be compared")
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
        ComparisonPrinter printer =
                new ComparisonPrinter(new Console(new PrintWriter(text, true)), Progress.onTerminal(), 1L, json, show);
        printer.compared(result);
        printer.print(new ComparisonReport(1, List.of(result)));
        return text.toString();
    }

    @Test
    void theServiceItselfIsSentTheRequestsOfAFolder() throws IOException {
        Files.writeString(
                folder.resolve("1.xml"),
                envelope("<t:greet xmlns:t='urn:parley:test:greeter'><name>Ada</name></t:greet>"));
        Greeter greeter = new Greeter();
        try (Greeters greeters = new Greeters(greeter)) {
            CommandRun run = CommandRun.of(
                    "compare",
                    greeters.address() + "?wsdl",
                    "--requests=" + folder,
                    "--calls=3",
                    "--header=X-Who=test");

            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out())
                    .doesNotContain("seed")
                    .containsPattern("GreeterPort +greet +equal +typed +[0-9]+ ")
                    .contains(
                            "1 operation, 3 calls by each way, 0 of them answered with faults: every call by the stream was")
                    .containsPattern(
                            "break-even: negotiation and opening take [0-9.-]+ ms, a call saves [0-9.-]+ ms: a session");
            assertThat(greeter.greeted.get())
                    .as("three ways, three times, and twice for the opening")
                    .isEqualTo(11);

            assertThat(CommandRun.of("compare", greeters.address() + "?wsdl", "--requests=" + folder.resolve("none"))
                            .exitCode())
                    .isEqualTo(ExitCode.FAILED);
        }
    }

    @Test
    void partsOfRpcAndOfHeadersAreFoundInAnEnvelope() throws IOException {
        Files.writeString(
                folder.resolve("rpc.xml"),
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:t='urn:parley:test:greeter'>"
                        + "<s:Header><t:language>en</t:language></s:Header>"
                        + "<s:Body><t:greet><name>Ada</name></t:greet></s:Body></s:Envelope>");
        RpcGreeter greeter = new RpcGreeter();
        try (Greeters greeters = new Greeters(greeter)) {
            CommandRun run =
                    CommandRun.of("compare", greeters.address() + "?wsdl", "--requests=" + folder, "--calls=1");

            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
            assertThat(run.out()).containsPattern("GreeterPort +greet +equal ");
            assertThat(greeter.greeted).hasSize(5).containsOnly("Ada in en");
        }
    }

    @WebService(
            name = "Greeter",
            serviceName = "GreeterService",
            portName = "GreeterPort",
            targetNamespace = "urn:parley:test:greeter")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public static class RpcGreeter {
        private final Queue<String> greeted = new ConcurrentLinkedQueue<>();

        public String greet(
                @WebParam(name = "name", partName = "name") String name,
                @WebParam(
                                name = "language",
                                partName = "language",
                                header = true,
                                targetNamespace = "urn:parley:test:greeter")
                        String language) {
            greeted.add(name + " in " + language);
            return "Hello " + name;
        }
    }

    @Test
    void aServiceWithoutParleyAndARequestOfAnotherContractAreNamed() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("stray.xml"), envelope("<leave xmlns='urn:other'/>"));
        Files.writeString(
                folder.resolve("1.xml"),
                envelope("<t:greet xmlns:t='urn:parley:test:greeter'><name>Ada</name></t:greet>"));
        Greeter greeter = new Greeter();
        try (Greeters greeters = new Greeters(greeter)) {
            String wsdl = greeters.address() + "?wsdl";
            CommandRun plain =
                    CommandRun.of("compare", wsdl, "--requests=" + folder, "--address=" + greeters.plainAddress());
            CommandRun stray = CommandRun.of("compare", wsdl, "--requests=" + other);

            assertThat(plain.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(plain.out()).contains("NOT COMPARED: GreeterPort/greet: calls do not stream: ");
            assertThat(stray.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(stray.err())
                    .contains(
                            "stray.xml: expected the request of an operation of the contract, found {urn:other}leave");
        }
    }

    private static String envelope(String body) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    /** A service that is published with Parley and without it. */
    private static final class Greeters implements AutoCloseable {
        private final Object greeter;
        private final Bus bus = Loopback.bus();
        private final Server parley;
        private final Server plain;

        Greeters(Object greeter) throws IOException {
            this.greeter = greeter;
            int port = Loopback.freePort();
            parley = publish(port, "parley", List.of(new ParleyFeature().set("parley.bind", "localhost")));
            plain = publish(port, "plain", List.of());
        }

        private Server publish(int port, String path, List<Feature> features) {
            JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
            factory.setBus(bus);
            factory.setServiceBean(greeter);
            factory.setAddress("http://localhost:" + port + "/" + path);
            factory.getFeatures().addAll(features);
            return factory.create();
        }

        String address() {
            return parley.getEndpoint().getEndpointInfo().getAddress();
        }

        String plainAddress() {
            return plain.getEndpoint().getEndpointInfo().getAddress();
        }

        @Override
        public void close() {
            bus.shutdown(true);
        }
    }

    @WebService(targetNamespace = "urn:parley:test:greeter")
    public static class Greeter {
        private final AtomicInteger greeted = new AtomicInteger();

        public String greet(@WebParam(name = "name") String name) {
            greeted.incrementAndGet();
            return "Hello " + name;
        }
    }

    /**
     * Compares the output in the guide with the actual one, ignoring bytes and times, which differ between machines.
     */
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
