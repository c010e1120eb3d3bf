package io.parley.cxf.endpoint;

import io.parley.cxf.transport.CallBytes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Byte counters of a client's calls, by operation; bounded by the operations of its contract. Thread-safe. */
final class BytesByOperation {
    private final Map<String, Counters> operations = new ConcurrentHashMap<>();

    /** Counters of one operation. */
    private static final class Counters {
        private final Counter soap = new Counter();
        private final Counter stream = new Counter();
    }

    /** Calls and bytes of one transport. */
    private static final class Counter {
        private final LongAdder calls = new LongAdder();
        private final LongAdder bytes = new LongAdder();
    }

    /** Counts an answered call. */
    void answered(String operation, boolean streamed, CallBytes bytes) {
        Counters counters = operations.computeIfAbsent(operation, absent -> new Counters());
        Counter counter = streamed ? counters.stream : counters.soap;
        counter.calls.increment();
        bytes.endInto(counter.bytes::add);
    }

    /** Returns the counts so far, sorted by operation name. */
    List<OperationBytes> soFar() {
        return operations.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> of(each.getKey(), each.getValue()))
                .toList();
    }

    private static OperationBytes of(String operation, Counters counters) {
        return new OperationBytes(
                operation,
                counters.soap.calls.sum(),
                counters.soap.bytes.sum(),
                counters.stream.calls.sum(),
                counters.stream.bytes.sum());
    }
}
