package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Contracts of shapes that few have: rpc with header parts and a namespace for each operation, bodies that are empty, operations that
 * differ by their headers or actions alone, hierarchies in lists, references to attachments beside binaries.
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
