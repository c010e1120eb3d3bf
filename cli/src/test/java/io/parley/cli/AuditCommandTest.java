package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.settings.Settings;
import io.parley.examples.services.Summation;
import io.parley.examples.services.SummationService;
import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands of an auditor, who has only a recording and its store. */
class AuditCommandTest {
    private static final int CALLS = 3;

    @TempDir
    private Path folder;

    @BeforeEach
    void record() throws IOException {
        Bus bus = BusFactory.newInstance().createBus();
        try {
            bus.setProperty(Settings.RECORDING, folder.toString());
            bus.setProperty(Settings.BIND, "localhost");
            bus.setProperty(Settings.NEGOTIATION_MILLIS, "60000");
            String address = "http://localhost:" + FreePort.find() + "/summation";
            JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
            server.setBus(bus);
            server.setServiceBean(new SummationService());
            server.setAddress(address);
            server.getFeatures().add(new ParleyFeature());
            server.create();
            JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
            client.setBus(bus);
            client.setServiceClass(Summation.class);
            client.setAddress(address);
            client.getFeatures().add(new ParleyFeature().set(Settings.MODE, "always"));
            Summation summation = client.create(Summation.class);
            for (int i = 0; i < CALLS; i++) {
                assertThat(summation.sum(new float[] {i, 0.5f})).isEqualTo(i + 0.5f);
            }
        } finally {
            bus.shutdown(true);
        }
    }

    @Test
    void aRecordingIsListedAndVerified() throws IOException {
        CommandRun list = CommandRun.of("audit", "ls", folder.toString());
        assertThat(list.exitCode()).as(list.err()).isZero();
        assertThat(list.out()).contains(recording().toString()).contains("WHOLE");

        JsonNode verified = CommandRun.of(
                        "audit", "verify", "--json", recording().toString())
                .json();
        assertThat(verified.get("result").textValue()).isEqualTo("WHOLE");
        assertThat(verified.get("checkpoint").textValue()).isEqualTo("store");
        assertThat(verified.get("finding").isNull()).isTrue();
    }

    @Test
    void aChangeIsNamedAndEndsWithOne() throws IOException {
        Path segment = recording().resolve("000001.parleyrec");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length - 1] ^= 1;
        Files.write(segment, bytes);

        CommandRun run = CommandRun.of("audit", "verify", recording().toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("broken: ALTERED record ").contains("000001.parleyrec");
    }

    @Test
    void everyMessageOfBothSidesIsExportedAsAnEnvelope() throws IOException {
        CommandRun run = CommandRun.of("audit", "export", "--json", recording().toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        List<JsonNode> messages =
                run.out().lines().map(AuditCommandTest::parsed).toList();
        assertThat(messages).hasSize(4 * CALLS).allSatisfy(message -> {
            assertThat(message.get("problem").textValue()).isEmpty();
            assertThat(message.get("operation").textValue()).endsWith("}sum");
            assertThat(message.get("envelope").textValue()).contains("Envelope");
        });
        assertThat(messages.stream().map(message -> message.get("role").textValue()))
                .containsOnly("client", "service");
    }

    @Test
    void sensitiveElementsAreMasked() throws IOException {
        CommandRun shown = CommandRun.of("audit", "export", recording().toString());
        CommandRun masked =
                CommandRun.of("audit", "export", "--mask", "return", recording().toString());

        assertThat(shown.out()).contains(">2.5<").doesNotContain("***");
        assertThat(masked.exitCode()).as(masked.err()).isZero();
        assertThat(masked.out()).doesNotContain(">2.5<").contains(">***<");
    }

    @Test
    void aStoreThatIsNotTheRecordersExportsNothingAndSaysWhy() throws IOException {
        CommandRun run = CommandRun.of(
                "audit", "export", "--store", "memory:", recording().toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("not rebuilt: schema of a recorded session: expected urn:parley:sha256:");
    }

    @Test
    void aFolderWithoutRecordingsIsAnErrorThatNamesIt() {
        CommandRun run =
                CommandRun.of("audit", "verify", folder.resolve("elsewhere").toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("elsewhere: expected a folder of recordings");
    }

    private Path recording() throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    private static JsonNode parsed(String line) {
        try {
            return JsonMapper.builder().build().readTree(line);
        } catch (IOException e) {
            throw new IllegalStateException(line, e);
        }
    }
}
