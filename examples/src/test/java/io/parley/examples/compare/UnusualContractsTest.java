package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests contracts in rare shapes: rpc with header parts and a namespace for each operation, empty bodies, operations
 * that differ only by their headers or actions, hierarchies in lists, references to attachments beside binaries.
 */
class UnusualContractsTest {
    private static final int CALLS = Integer.getInteger("parley.compare.calls", 6);

    @ParameterizedTest
    @CsvSource({"rpcheaders, stream", "rpcheaders, http", "bare11, stream", "bare12, stream"})
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
}
