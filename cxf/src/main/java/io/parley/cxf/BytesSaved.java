package io.parley.cxf;

import io.parley.cxf.endpoint.Ledger;
import io.parley.cxf.endpoint.OperationBytes;
import java.time.Instant;
import java.util.List;

/**
 * Bytes that a client's calls on sessions saved, compared per operation with the mean of its calls by SOAP. Operations
 * that were never called by SOAP do not count. Empty for services, and unless the setting {@code parley.console}
 * enables counting.
 *
 * @param since creation time of the client
 * @param operations byte counts of the operations with answered calls, sorted by name
 */
public record BytesSaved(Instant since, List<OperationBytes> operations) {
    static BytesSaved of(Ledger ledger) {
        return new BytesSaved(ledger.since(), ledger.bytes());
    }

    /** Returns the bytes saved; negative if calls on sessions took more bytes than calls by SOAP. */
    public long saved() {
        return operations.stream().mapToLong(OperationBytes::saved).sum();
    }

    /** Returns the number of calls on sessions whose operation was also called by SOAP. */
    public long compared() {
        return operations.stream()
                .filter(OperationBytes::isCompared)
                .mapToLong(OperationBytes::streamCalls)
                .sum();
    }

    /** Returns the number of calls by SOAP that {@link #compared} calls are compared with. */
    public long comparedWith() {
        return operations.stream()
                .filter(OperationBytes::isCompared)
                .mapToLong(OperationBytes::soapCalls)
                .sum();
    }
}
