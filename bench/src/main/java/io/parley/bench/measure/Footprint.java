package io.parley.bench.measure;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ProcessCost;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.Map;

/**
 * Measurement of the memory of a system, client and server together: the suite {@code memory}. Content goes in one
 * direction and is answered with a number, so that at most one message is in transit.
 */
final class Footprint {
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private Footprint() {}

    /**
     * Measures a system. {@code measured} should be as short as a call is long, since every buffer event is recorded.
     */
    static CellResult measure(Contender system, Workload workload, Duration warmUp, Duration measured)
            throws IOException {
        Exchange exchange = workload.kind().isCounted() ? Exchange.SEND : Exchange.ECHO;
        long heap = ProcessCost.liveHeap();
        long code = MEMORY.getNonHeapMemoryUsage().getUsed();
        try (BufferWatch always = BufferWatch.begin();
                Contestant contestant = system.start(Match.direct(exchange, workload));
                Caller caller = contestant.caller()) {
            caller.check();
            Sample.warmUp(caller::call, warmUp);
            Sample sample = new Sample();
            long buffers;
            try (BufferWatch watch = BufferWatch.begin()) {
                Sample.warmUp(() -> sample.time(caller::call), measured);
                buffers = watch.peak().buffers();
            }
            Map<String, Double> more = Map.of(
                    "peak_buffer_bytes",
                    (double) buffers,
                    "peak_chunk_bytes",
                    (double) always.peak().chunks(),
                    "rest_heap_bytes",
                    (double) ProcessCost.liveHeap() - heap,
                    "rest_code_bytes",
                    (double) MEMORY.getNonHeapMemoryUsage().getUsed() - code);
            return sample.result(
                    "memory", system.word(), workload.name(), WireBytes.perCall(system, exchange, workload), more);
        }
    }
}
