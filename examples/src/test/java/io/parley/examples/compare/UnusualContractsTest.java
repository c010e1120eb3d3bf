package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.examples.contracts.ContractException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests contracts in rare shapes: rpc with header parts and a namespace for each operation, empty bodies, operations
 * that differ only by their headers or actions, contracts without a service or with several, hierarchies in lists,
 * references to attachments beside binaries.
 */
class UnusualContractsTest {
    private static final int CALLS = Integer.getInteger("parley.compare.calls", 6);

    @ParameterizedTest
    @CsvSource({"standard, stream", "rpcheaders, stream", "rpcheaders, http", "bare11, stream", "bare12, stream"})
    void everyOperationIsByTheStreamAsItIsByPlainSoap(String contract, String channel) throws Exception {
        for (long seed : ContractComparisonTest.seeds().toArray()) {
            ComparisonReport report = Contracts.compare(Contracts.file(contract), CALLS, seed, channel);

            assertThat(Contracts.unlike(report)).isEmpty();
            assertThat(report.allEqual()).isTrue();
            assertThat(report.operations())
                    .isNotEmpty()
                    .allSatisfy(result -> assertThat(result.calls()).isEqualTo(CALLS));
        }
    }

    @Test
    void everyPortOfEveryServiceIsCompared() throws Exception {
        ComparisonReport report = Contracts.compare(Contracts.file("registry"), 1, 1, "stream");

        assertThat(Contracts.unlike(report)).isEmpty();
        assertThat(report.operations())
                .extracting(result -> result.port() + "/" + result.operation())
                .containsExactlyInAnyOrder(
                        "Inquiry/find", "Publication/publish", "Publication12/publish", "Custody/move");
    }

    @Test
    void aContractWithoutOperationsIsNotCalledEqual(@TempDir Path folder) throws IOException {
        String none = Files.readString(Contracts.file("standard")).replaceAll("(?s)<operation.*?</operation>", "");
        Path file = Files.writeString(folder.resolve("none.wsdl"), none);

        assertThatThrownBy(() -> Contracts.compare(file, 1, 1, "stream"))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("expected a port of SOAP with operations in the WSDL, found none");
    }
}
