package io.parley.cxf;

import io.parley.cxf.control.Ledger;
import io.parley.cxf.control.OperationBytes;
import java.time.Instant;
import java.util.List;

/**
 * Bytes that the calls of a client saved on sessions, by what its calls took by SOAP: operation by operation, and nothing for those that never
 * went by SOAP. Empty of services, and unless {@code parley.console} has them counted.
 *
 * @param since when the client was made
 * @param operations those with answered calls, by name
 */
public record BytesSaved(Instant since, List<OperationBytes> operations) {
    static BytesSaved of(Ledger ledger) {
        return new BytesSaved(ledger.since(), ledger.bytes());
    }

    /** Returns the bytes; negative if the calls on sessions took more than by SOAP. */
    public long saved() {
        return operations.stream().mapToLong(OperationBytes::saved).sum();
    }

    /** Returns the number of calls on sessions that were compared: those whose operation went by SOAP too. */
    public long compared() {
        return operations.stream()
                .filter(OperationBytes::isCompared)
                .mapToLong(OperationBytes::streamCalls)
                .sum();
    }

    /** Returns the number of calls by SOAP that they were compared with. */
    public long comparedWith() {
        return operations.stream()
                .filter(OperationBytes::isCompared)
                .mapToLong(OperationBytes::soapCalls)
                .sum();
    }
}
