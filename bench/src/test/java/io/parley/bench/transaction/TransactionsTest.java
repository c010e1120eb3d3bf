package io.parley.bench.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parley.bench.data.Payload;
import io.parley.bench.data.Serialized;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every series of paper 003 is measured, with all of its figures. */
class TransactionsTest {
    @Test
    void seriesAreMeasuredAcrossThreeJvms() throws Exception {
        List<Lane> lanes =
                Lane.named("http-normal,jms-serialized-persistent,stream-hhfr,stream-bnux,stream-fastinfoset");
        List<CellResult> results = Transactions.make("0.05", lanes, 0, 1, List.of("-Xmx512m"));

        assertThat(results)
                .extracting(CellResult::workload)
                .containsExactlyElementsOf(
                        lanes.stream().map(lane -> lane.name() + "@0.05MB").toList());
        assertThat(results).allSatisfy(result -> {
            double transaction = figure(result, Figures.TRANSACTION);
            assertThat(figure(result, Figures.CLIENT_RESPONSE)).isPositive().isLessThan(transaction);
            assertThat(figure(result, Figures.DESERIALIZATION)).isPositive().isLessThan(transaction);
            assertThat(figure(result, Figures.GENERATION)).isPositive();
            assertThat(figure(result, Figures.SERVER_RESPONSE))
                    .isGreaterThan(figure(result, Figures.GENERATION) + figure(result, Figures.SERIALIZATION));
            assertThat(figure(result, Figures.SERVER_ALLOCATION)).isPositive();
            assertThat(result.labels()).containsOnlyKeys("binding", "payload");
            assertThat(ResultFile.result(ResultFile.json(result))).isEqualTo(result);
        });
    }

    @Test
    void onlyWhatAPayloadIsMadeOfIsReadFromSerializedBytes() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Serialized.write(Payload.of(10), bytes);
        assertThat(Serialized.read(new ByteArrayInputStream(bytes.toByteArray())))
                .isEqualTo(Payload.of(10));

        ByteArrayOutputStream other = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(other)) {
            out.writeObject(new BitSet());
        }
        assertThatExceptionOfType(InvalidClassException.class)
                .isThrownBy(() -> Serialized.read(new ByteArrayInputStream(other.toByteArray())))
                .withMessageContaining("REJECTED");
    }

    private static double figure(CellResult result, String name) {
        return result.more(name).orElseThrow();
    }
}
