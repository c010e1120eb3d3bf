package io.parley.cxf.endpoint;

/**
 * Bytes of a client's calls of one operation that were answered without a fault, requests and responses together.
 *
 * @param operation local name of the operation
 * @param soapCalls number of calls by SOAP
 * @param soapBytes bytes of their entities as on the transport, without transport headers
 * @param streamCalls number of calls on sessions
 * @param streamBytes bytes of their frames, with headers
 */
public record OperationBytes(String operation, long soapCalls, long soapBytes, long streamCalls, long streamBytes) {
    /** Returns whether the operation was called both ways, so that the two can be compared. */
    public boolean isCompared() {
        return soapCalls > 0 && streamCalls > 0;
    }

    /**
     * Returns the bytes saved by calls on sessions: the mean size by SOAP times their number, minus their bytes.
     * Negative if they took more; 0 if there is no comparison.
     */
    public long saved() {
        return isCompared() ? Math.round((double) soapBytes / soapCalls * streamCalls) - streamBytes : 0;
    }
}
