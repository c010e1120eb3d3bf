package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.result.CellResult;
import io.parley.bench.transaction.Figures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Paper003Test {

    @Test
    void aFindingHoldsInPartIfItHoldsForSomeSizes() throws Exception {
        String table = new Paper003(new Results(List.of(
                        cell("http-normal", 1, 100),
                        cell("http-serialized", 1, 150),
                        cell("http-normal", 2, 200),
                        cell("http-serialized", 2, 100))))
                .table()
                .markdown();

        assertThat(table).containsPattern("over HTTP serialized payloads take longer .* 1 of 2 .* holds in part");
        assertThat(table).doesNotContain("over JMS serialized payloads take longer");
    }

    @Test
    void aFindingHoldsOrNotIfAllSizesSaySo() throws Exception {
        String table = new Paper003(new Results(List.of(
                        cell("jms-normal-persistent", 1, 100),
                        cell("jms-serialized-persistent", 1, 300),
                        cell("http-normal", 1, 50))))
                .table()
                .markdown();

        assertThat(table).containsPattern("over JMS serialized payloads take longer .* 1 of 1 .* 3.00 .* holds ");
        assertThat(table)
                .containsPattern("normal payloads take longer over HTTP than over JMS .* 0 of 1 .* does not hold");
    }

    private static CellResult cell(String lane, double megabytes, double micros) {
        return new CellResult("paper003", "cxf", lane + "@" + megabytes + "MB", 1, micros, micros, 1, 0, 0)
                .with(Map.of(Figures.TRANSACTION, micros, Figures.MEGABYTES, megabytes));
    }
}
