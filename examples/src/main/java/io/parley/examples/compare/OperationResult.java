package io.parley.examples.compare;

import java.util.List;
import java.util.Optional;

/**
 * How one operation fared.
 *
 * @param port name of the port of the contract
 * @param parts body parts, and how the contract lets them travel
 * @param calls made by each way
 * @param faults of them that the service answered with a declared fault
 * @param soap what the calls cost by plain SOAP
 * @param stream by the stream, typed where that can be
 * @param infoset by the stream, all of it as infoset
 * @param typedParts body parts that both sides wrote typed
 * @param infosetParts body parts that both sides wrote as infoset on a stream that has typed ones
 * @param unlike what differed first, if anything did
 * @param obstacle why it could not be compared, empty if it could
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

    /** A body part and how it travels; the reason is empty if it is typed. */
    public record Travel(String direction, String element, boolean typed, String reason) {}

    /** Bytes of all calls, and median milliseconds of one. */
    public record Cost(long bytes, double millis) {
        static final Cost NONE = new Cost(0, 0);
    }

    /** Which call was unlike the same by plain SOAP, by which way, and how many calls were. */
    public record Unlike(int call, String way, int calls, Difference difference) {}

    /** Whether every call was as by plain SOAP. */
    public boolean equal() {
        return unlike.isEmpty() && obstacle.isEmpty();
    }

    static OperationResult notCompared(String port, String operation, String obstacle) {
        return new OperationResult(
                port, operation, List.of(), 0, 0, Cost.NONE, Cost.NONE, Cost.NONE, 0, 0, Optional.empty(), obstacle);
    }
}
