package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.bench.contest.Contender;
import io.parley.bench.plan.Pace;
import io.parley.bench.plan.Suite;
import io.parley.bench.result.CellResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the measurements that run in JVMs of their own, here briefly and in the JVM of the test. */
class ProbeTest {
    private static final int MEGABYTE = 1_000_000;
    private static final Pace SHORT = new Pace(3, 1, Duration.ofMillis(100));

    @Test
    void buffersAreCountedWhileTheyLive() throws Exception {
        ByteBuf before = ByteBufAllocator.DEFAULT.directBuffer(MEGABYTE);
        try (BufferWatch watch = BufferWatch.begin()) {
            ByteBuf first = ByteBufAllocator.DEFAULT.directBuffer(MEGABYTE);
            ByteBuf second = ByteBufAllocator.DEFAULT.heapBuffer(MEGABYTE);
            first.release();
            second.release();
            before.release();
            ByteBufAllocator.DEFAULT.directBuffer(MEGABYTE).release();
            assertThat(watch.peak().buffers()).isEqualTo(2L * MEGABYTE);
        }
    }

    @Test
    void theMemoryOfAMessageIsMeasured() throws Exception {
        CellResult result = only(Suite.MEMORY, Contender.PARLEY, "f64-1MB");
        assertThat(result.more("peak_buffer_bytes").orElseThrow()).isBetween(10_000.0, 4.0 * MEGABYTE);
        assertThat(result.wireBytes()).isBetween(1.0 * MEGABYTE, 1.01 * MEGABYTE);
        assertThat(result.more()).containsKeys("peak_chunk_bytes", "rest_heap_bytes", "rest_code_bytes");
    }

    @Test
    void whatThePluginAddsToCallsToAPlainServiceIsTheDifferenceOfTwoClients() throws Exception {
        CellResult result = only(Suite.PLAIN, Contender.PARLEY_CXF, "void");
        assertThat(result.medianUs())
                .isEqualTo(result.more("without_us").orElseThrow()
                        + result.more("added_us").orElseThrow());
        assertThat(result.more("added_alloc_bytes")).isPresent();
    }

    @Test
    void headerBlocksByUriTakeFewerBytesThanByValueAndThanBySoap() throws Exception {
        CellResult result = only(Suite.HEADERS, Contender.PARLEY_CXF, "wsrm-847");
        assertThat(result.wireBytes())
                .isLessThan(result.more("by_value_bytes").orElseThrow())
                .isLessThan(result.more("soap_bytes").orElseThrow());
        assertThat(result.more("text_bytes")).hasValue(847);
        assertThat(result.more("store_us").orElseThrow()).isPositive();
    }

    @Test
    void systemsThatTakeTurnsHaveAResultEach() throws Exception {
        List<CellResult> results = Probe.measure(Suite.TURNS, Contender.PARLEY, "parley+blocking@i32-1MB", SHORT);

        assertThat(results)
                .extracting(CellResult::key)
                .containsExactly(
                        new CellResult.Key("echo", "parley", "i32-1MB"),
                        new CellResult.Key("echo", "blocking", "i32-1MB"));
        assertThat(results).allSatisfy(result -> {
            assertThat(result.medianUs()).isPositive();
            assertThat(result.allocBytes()).isGreaterThan(MEGABYTE);
            assertThat(result.wireBytes()).isBetween(2.0 * MEGABYTE, 2.02 * MEGABYTE);
            assertThat(result.more(CellResult.PROCESSOR_US).orElseThrow()).isPositive();
        });
    }

    @Test
    void jmhsSuitesAreNotMeasuredHere() {
        assertThatIllegalArgumentException().isThrownBy(() -> only(Suite.ECHO, Contender.NETTY, "void"));
    }

    private static CellResult only(Suite suite, Contender system, String workload) throws Exception {
        List<CellResult> results = Probe.measure(suite, system, workload, SHORT);
        assertThat(results).hasSize(1);
        return results.get(0);
    }
}
