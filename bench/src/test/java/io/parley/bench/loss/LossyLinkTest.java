package io.parley.bench.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import io.parley.bench.contest.Child;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests the link that loses packets, on machines that allow one. */
class LossyLinkTest {
    private static final Path HOME = Path.of("..");

    @Test
    void theProgramKeepsItsOwnTests() throws Exception {
        Process tests;
        try {
            tests = new ProcessBuilder("python3", "-B", "-m", "unittest")
                    .directory(HOME.resolve("tools/link").toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            abort("there is no python3: " + e.getMessage());
            return;
        }
        String said = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(tests.waitFor()).as(said).isZero();
    }

    @Test
    void packetsOfTcpTravelWithTheDelayAndTheLinkCountsThem() throws Exception {
        try (LossyLink link = link(new Line(0, 20, 0, 0))) {
            try (Child server = link.at("server", OneByte.class, link.serverHost())) {
                server.await("ready");
                try (Child client = link.at("client", OneByte.class, link.serverHost(), "42")) {
                    assertThat(server.answer()).isEqualTo("42");
                    assertThat(client.line()).isEmpty();
                }
            }
            JsonNode ended = link.end();

            assertThat(ended.path("carried").asInt()).isGreaterThanOrEqualTo(4);
            assertThat(ended.path("lost").asInt()).isZero();
        }
    }

    @Test
    void aLineThatMakesNoSenseIsRefusedByTheProgramsOwnWords() throws Exception {
        link(new Line(0, 0, 0, 0)).close(); // aborts the test if this machine has no links

        assertThatThrownBy(() -> LossyLink.start(HOME, new Line(99, 0, 0, 0), 1, ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--loss");
    }

    private static LossyLink link(Line line) throws IOException {
        try {
            return LossyLink.start(HOME, line, 1, "");
        } catch (LossyLink.UnavailableException e) {
            return abort(e.getMessage());
        }
    }
}
