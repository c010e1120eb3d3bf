package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parley.examples.hosting.ServiceHost;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DescribeCommandTest {
    private ServiceHost host;

    @BeforeAll
    void start() throws IOException {
        host = ServiceHost.start("localhost", 0, List.of());
    }

    @AfterAll
    void stop() {
        host.close();
    }

    @Test
    void aServiceIsDescribedByTheWsdlThatItShows() {
        CommandRun run = CommandRun.of("describe", host.customers());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("targetNamespace=\"urn:parley:examples:customers\"")
                .containsPattern("store +in +store +typed +0")
                .contains("4 body parts: 4 typed, 0 as infoset");
    }

    @Test
    void onlyTheTableIsPrintedIfOnlyPartsAreAskedFor() {
        CommandRun run = CommandRun.of("describe", "--parts", host.summation() + "?wsdl");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("operation").doesNotContain("targetNamespace");
    }

    @Test
    void layoutsArePrintedForTheDissector() {
        CommandRun run = CommandRun.of("describe", "--layouts", host.summation() + "?wsdl");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("key: {urn:parley:examples:summation}", "| parley layout 3")
                .containsPattern("fingerprint: [0-9a-f]{64}");
    }

    @Test
    void jsonIsOneObjectThatNamesEveryPart() throws IOException {
        CommandRun run = CommandRun.of("describe", "--json", host.concatenation());

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode described = run.json();
        assertThat(described.get("parts")).hasSize(2).allSatisfy(part -> {
            assertThat(part.get("operation").textValue()).isEqualTo("{urn:parley:examples:concatenation}concatenate");
            assertThat(part.get("typed").booleanValue()).isTrue();
            assertThat(part.get("infoset_nodes")).isEmpty();
        });
        assertThat(described.get("schemas")).hasSize(1);
        assertThat(described.get("problems")).isEmpty();
    }

    @Test
    void anAddressWithoutAServiceIsAnErrorThatNamesItAndWhatWasExpected() {
        CommandRun run = CommandRun.of("describe", host.summation() + "-is-not-here");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .startsWith("parley: expected a WSDL at " + host.summation() + "-is-not-here, found none")
                .doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsAnErrorThatSaysHowAddressesBegin() {
        CommandRun run = CommandRun.of("describe", "localhost:8080/summation");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("http://");
    }
}
