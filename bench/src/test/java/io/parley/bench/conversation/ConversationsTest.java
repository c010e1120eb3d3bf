package io.parley.bench.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parley.bench.link.Link;
import io.parley.bench.result.CellResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class ConversationsTest {
    private static final Link NEAR = new Link("near", 1_000_000, Duration.ofMillis(5));

    @Test
    void everyApplicationTalksInEveryWay() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        List<CellResult> results;
        try {
            results = Conversations.atOnce(Application.all().subList(4, 6), NEAR, threads);
        } finally {
            threads.shutdownNow();
        }
        assertThat(results).hasSize(2 * 3).extracting(CellResult::workload).contains("floats-10@near-pipelined");
        CellResult stream = find(results, "parley-cxf", "floats-10@near");
        CellResult soap = find(results, "cxf", "floats-10@near");
        assertThat(stream.medianUs()).isGreaterThanOrEqualTo(10_000);
        assertThat(stream.wireBytes()).isBetween(40.0, soap.wireBytes());
        assertThat(stream.more("negotiation_us").orElseThrow())
                .isLessThan(stream.more("session_1_us").orElseThrow());
        assertThat(stream.more("offer_bytes").orElseThrow()).isGreaterThan(500);
        assertThat(soap.more()).doesNotContainKeys("negotiation_us", "paid_after");
        assertThat(find(results, "parley-cxf", "floats-10@near-pipelined").medianUs())
                .isLessThan(stream.medianUs());
    }

    @Test
    void aSessionThatWasNotHeldToItsEndIsWorkedOutFromItsLaterMessages() {
        Dialogue dialogue = new Dialogue(new long[] {50_000, 60_000, 72_000}, 100, 300, 0, Map.of());
        assertThat(dialogue.session(2, 11)).isEqualTo(60);
        assertThat(dialogue.session(3, 11)).isEqualTo(72);
        assertThat(dialogue.session(10, 11)).isEqualTo(72 + 7 * 11);
        assertThat(dialogue.laterMessages()).containsExactly(10, 12);
    }

    @Test
    void aSessionHasPaidWhenItIsAsShortAsTheOneBySoap() {
        Series series = new Series(Application.all().get(0), Link.PHONE, List.of(Way.STREAM, Way.SOAP));
        series.add(Way.STREAM, new Dialogue(new long[] {50_000, 60_000}, 0, 0, 0, Map.of()));
        series.add(Way.SOAP, new Dialogue(new long[] {20_000, 40_000}, 0, 0, 0, Map.of()));
        CellResult stream = find(series.results(), "parley-cxf", "strings-2@phone");
        assertThat(stream.more("paid_after").orElseThrow()).isEqualTo(4);
        assertThat(stream.more("session_8_us").orElseThrow()).isCloseTo(120, within(1e-9));
    }

    private static CellResult find(List<CellResult> results, String system, String workload) {
        return results.stream()
                .filter(result ->
                        result.system().equals(system) && result.workload().equals(workload))
                .findFirst()
                .orElseThrow();
    }
}
