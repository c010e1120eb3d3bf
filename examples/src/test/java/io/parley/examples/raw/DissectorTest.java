package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.conformance.raw.RawClient;
import io.parley.conformance.raw.RawClient.Agreed;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawSession;
import io.parley.conformance.raw.Vector;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.testkit.JavaProgram;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.capture.Capture;
import io.parley.testkit.capture.Tshark;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what tshark shows of captures with the dissector in tools/wireshark: of the vectors, and of conversations
 * through a proxy. Skipped, with the reason printed, if tshark is missing.
 */
class DissectorTest {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path VECTORS = REPOSITORY.resolve("docs/protocol/vectors");
    private static final int CLIENT = 40_000;
    private static final int SERVER = 7_001;

    /** Names of fields in the vectors, and in the dissector. */
    private static final Map<String, String> FIELDS = fields();

    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Sums.Numbers.class, Sums.Total.class)
            .message("note", Sums.Note.class)
            .actions(name -> "")
            .build();

    @TempDir
    private Path folder;

    private final Capture capture = new Capture();

    private static Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        String names = "stream:stream, sequence:sequence, token:token, digest:digest, terms:terms, received:received,"
                + " secret:secret, code:code, text:text, body:ping, last-stream:last_stream, bytes:credit, declared:declared,"
                + " message:side.message, number:side.number, count:sides,"
                + " operation:expendable.operation, message-number:expendable.number, content:content";
        for (String pair : names.split(", ", -1)) {
            fields.put(pair.split(":", -1)[0], "parley." + pair.split(":", -1)[1]);
        }
        return fields;
    }

    @BeforeAll
    @SuppressWarnings("SystemOut") // a build shows what was skipped, and why
    static void find() throws InterruptedException {
        String obstacle = Tshark.obstacle();
        if (!obstacle.isEmpty()) {
            System.out.println("dissector: skipped: " + obstacle);
            Assumptions.abort(obstacle);
        }
    }

    @Test
    void everyFrameOfTheVectorsIsShownWithItsFields() throws Exception {
        List<Vector> vectors = new ArrayList<>(Vector.read(Files.readString(VECTORS.resolve("frames.txt"))));
        vectors.addAll(Vector.read(Files.readString(VECTORS.resolve("errors.txt"))));
        vectors.removeIf(each ->
                each.name().startsWith("preamble") || each.field("checksum").equals("false"));
        capture.add(CLIENT, SERVER, true, RawConnection.preamble());
        List<String> expected = new ArrayList<>();
        for (Vector vector : vectors) {
            capture.add(CLIENT, SERVER, true, vector.bytes(Vector.BYTES));
            expected.add(vector.name() + shown(vector));
        }

        List<String> found = new Tshark(REPOSITORY)
                .fields(written(), "parley.type", FIELDS.values().toArray(String[]::new));

        assertThat(found).hasSameSizeAs(vectors);
        for (int i = 0; i < found.size(); i++) {
            assertThat(vectors.get(i).name() + "|" + found.get(i)).isEqualTo(expected.get(i));
        }
    }

    private static String shown(Vector vector) {
        StringBuilder line = new StringBuilder();
        for (String name : FIELDS.keySet()) {
            String value = vector.has(name) ? vector.field(name) : "";
            line.append('|')
                    .append(
                            name.equals("body") && !value.isEmpty()
                                    ? String.format("%016x", Long.parseUnsignedLong(value))
                                    : value);
        }
        return line.toString();
    }

    @Test
    void everyErrorCodeHasItsName() throws Exception {
        List<Vector> vectors = Vector.read(Files.readString(VECTORS.resolve("errors.txt")));
        for (Vector vector : vectors) {
            capture.add(CLIENT, SERVER, true, vector.bytes(Vector.BYTES));
        }
        String list = new Tshark(REPOSITORY).option("-o", "parley.ports:7001").list(written(), "parley.code");
        assertThat(list.lines()).hasSameSizeAs(vectors);
        List<String> lines = list.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String name = vectors.get(i).name();
            assertThat(lines.get(i))
                    .endsWith(name.substring(name.indexOf('-') + 1)
                            .toUpperCase(Locale.ROOT)
                            .replace('-', '_'));
        }
    }

    private Path written() throws IOException {
        return capture.write(folder.resolve("capture.pcap"));
    }

    @Test
    void aSessionIsShownWithItsNegotiationAndItsMessages() throws Exception {
        double[] numbers = new double[20_000];
        numbers[1] = 2.5;
        call(numbers);
        Tshark tshark = new Tshark(REPOSITORY)
                .option("-o", "parley.layouts:" + layouts())
                .option("--disable-heuristic", "parley_tcp");

        String trees = tshark.trees(written(), "parley");

        assertThat(trees).as("the port stands in the answer").contains("Parley OPEN", "Parley ACCEPT");
        assertThat(trees.split("Agreed: hhfr on stream, security none", -1)).hasSize(4);
        assertThat(trees).doesNotContain("the digest is another").doesNotContain("does not hold");
        assertThat(trees)
                .contains("Message: request", "Fragments: 3", "Length of the message: 160097", "Key: {urn:raw}sum/in/0")
                .contains("Value: number = 0", "Value: number = 2.5", "Value: number = … 19900 more")
                .contains("Message: response", "Value: count = 20000", "Value: value = 2.5");
        assertThat(tshark.fields(written(), "parley.message", "parley.message.request_in", "parley.head.status"))
                .anyMatch(line -> line.matches("[0-9]+\\|200"));
    }

    @Test
    void whatDoesNotHoldIsPointedOut() throws Exception {
        byte[] bytes = Vector.read(Files.readString(VECTORS.resolve("frames.txt"))).stream()
                .filter(each -> each.name().equals("ping"))
                .findFirst()
                .orElseThrow()
                .bytes(Vector.BYTES);
        capture.add(CLIENT, SERVER, true, RawConnection.preamble());
        for (int at = 5; at < bytes.length; at++) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= 4;
            capture.add(CLIENT, SERVER, true, flipped);
        }
        Tshark tshark = new Tshark(REPOSITORY);
        assertThat(tshark.list(written(), "parley.bad_checksum").lines()).hasSize(bytes.length - 5);
    }

    private void call(double... numbers) throws Exception {
        try (HttpEndpoint endpoint = serve("hhfr", "bnux", "xml");
                FaultProxy soap = tapped(endpoint.url().getPort());
                FaultProxy stream = tapped(endpoint.streamPort())) {
            RawClient client = new RawClient(at(endpoint, soap), "{urn:raw}Port", 1, Sums.PARTS);
            Agreed agreed = client.negotiate(List.of("hhfr"), List.of("none"));
            Agreed passed =
                    new Agreed(agreed.answer(), there(stream), agreed.digest(), agreed.terms(), agreed.numbers());
            try (RawSession session = client.open(passed)) {
                assertThat(session.call(Sums.request(agreed, numbers)).isAbort())
                        .isFalse();
            }
        }
    }

    /** Writes a file in the format that {@code parley describe --layouts} prints. */
    private Path layouts() throws IOException {
        StringBuilder text = new StringBuilder();
        Sums.TEXTS.forEach((key, canonical) -> {
            text.append("[").append(key).append("]\nkey: ").append(key).append("\nfingerprint: ");
            text.append(Sums.PARTS.get(key)).append("\ncanonical-text:\n");
            canonical.lines().forEach(line -> text.append("| ").append(line).append('\n'));
        });
        return Files.writeString(folder.resolve("layouts"), text);
    }

    private HttpEndpoint serve(String... representations) throws IOException {
        return HttpEndpoint.serve(CONTRACT)
                .on("sum", Sums.Numbers.class, Sums::sum)
                .onMessage("note", Sums.Note.class, (note, session) -> {})
                .representations(representations)
                .start(0);
    }

    private FaultProxy tapped(int port) throws IOException {
        return FaultProxy.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), capture.tap(port));
    }

    private static InetSocketAddress there(FaultProxy proxy) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static URI at(HttpEndpoint endpoint, FaultProxy proxy) {
        URI url = endpoint.url();
        return URI.create(url.getScheme() + "://" + url.getHost() + ":" + proxy.port() + url.getPath());
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "http"})
    void aSessionAtTheUrlIsShown(String channel) throws Exception {
        try (HttpEndpoint endpoint = serve("hhfr");
                FaultProxy soap = tapped(endpoint.url().getPort());
                HttpEndpointClient client = HttpEndpointClient.of(CONTRACT)
                        .mode(Mode.ALWAYS)
                        .channels(channel)
                        .open(at(endpoint, soap))) {
            Sums.Numbers numbers = new Sums.Numbers();
            numbers.number = new double[] {1, 2.5};
            assertThat(client.call("sum", numbers, Sums.Total.class).count).isEqualTo(2);
        }
        String trees = new Tshark(REPOSITORY)
                .option("-o", "parley.layouts:" + layouts())
                .trees(written(), "parley");
        assertThat(trees)
                .contains("Parley OPEN", "Agreed: hhfr on " + channel)
                .contains("Message: request", "Value: number = 2.5")
                .contains("Message: response", "Request in frame", "Value: count = 2", "Value: value = 3.5");
    }

    /** The guide names the agent, since the JDK cannot log keys. */
    @Test
    void aSessionInTlsIsShownWithTheKeysThatAnAgentLogged() throws Exception {
        Path keys = folder.resolve("keys.log");
        String agent = Path.of(Class.forName("name.neykov.secrets.AgentMain")
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();

        JavaProgram.Ended ended = JavaProgram.brief(TlsConversation.class, folder.toString())
                .options("-javaagent:" + agent + "=" + keys)
                .run(folder);

        assertThat(ended.exitCode()).as(ended.said()).isZero();
        Path captured = folder.resolve("tls.pcap");
        assertThat(new Tshark(REPOSITORY).trees(captured, "parley")).isEmpty();
        assertThat(new Tshark(REPOSITORY)
                        .option("-o", "tls.keylog_file:" + keys)
                        .option("-o", "parley.layouts:" + layouts())
                        .trees(captured, "parley"))
                .contains("Parley OPEN", "Agreed: hhfr on websocket")
                .contains("Message: request", "Value: number = 2.5")
                .contains("Message: response", "Value: value = 3.5");
    }
}
