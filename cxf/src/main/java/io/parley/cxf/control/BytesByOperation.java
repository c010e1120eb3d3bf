package io.parley.cxf.control;

import io.parley.cxf.transport.CallBytes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of the bytes of a client's calls, by operation: as many as its contract has. Thread-safe. */
final class BytesByOperation {
    private final Map<String, Counters> operations = new ConcurrentHashMap<>();

    /** Counters of one operation. */
    private static final class Counters {
        private final Way soap = new Way();
        private final Way stream = new Way();
    }

    /** Counters of its calls by one way. */
    private static final class Way {
        private final LongAdder calls = new LongAdder();
        private final LongAdder bytes = new LongAdder();
    }

    /** A call was answered. */
    void answered(String operation, boolean streamed, CallBytes bytes) {
        Counters counters = operations.computeIfAbsent(operation, absent -> new Counters());
        Way way = streamed ? counters.stream : counters.soap;
        way.calls.increment();
        bytes.endInto(way.bytes::add);
    }

    /** Returns what was counted so far, in the order of the operations' names. */
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
