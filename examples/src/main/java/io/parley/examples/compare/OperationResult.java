package io.parley.examples.compare;

import java.util.List;
import java.util.Optional;

/**
 * Result for one operation.
 *
 * @param port name of the port of the contract
 * @param parts body parts, and how the contract allows them to be sent
 * @param calls number of calls by each transport
 * @param faults number of calls answered with a declared fault
 * @param soap cost by plain SOAP
 * @param stream cost by the stream, typed where possible
 * @param infoset cost by the stream, all as infoset
 * @param typedParts body parts that both sides wrote typed
 * @param infosetParts body parts that both sides wrote as infoset on a stream with typed parts
 * @param unlike the first difference, if any
 * @param obstacle why it could not be compared; empty if it could
 */
public record OperationResult(
        String port,
        String operation,
        List<Travel> parts,
        int calls,
        int faults,
        Cost soap,
        Cost stream,
        Cost infoset,
        long typedParts,
        long infosetParts,
        Optional<Unlike> unlike,
        String obstacle) {

    /** A body part and how it is sent; the reason is empty if it is typed. */
    public record Travel(String direction, String element, boolean typed, String reason) {}

    /** Bytes of all calls, and the median time of one in milliseconds. */
    public record Cost(long bytes, double millis) {
        static final Cost NONE = new Cost(0, 0);
    }

    /** First call that differed from plain SOAP, its transport, and the number of such calls. */
    public record Unlike(int call, String way, int calls, Difference difference) {}

    /** Returns whether every call had the same result as by plain SOAP. */
    public boolean equal() {
        return unlike.isEmpty() && obstacle.isEmpty();
    }

    static OperationResult notCompared(String port, String operation, String obstacle) {
        return new OperationResult(
                port, operation, List.of(), 0, 0, Cost.NONE, Cost.NONE, Cost.NONE, 0, 0, Optional.empty(), obstacle);
    }
}
