package io.parley.cxf.control;

/**
 * Bytes of a client's calls of one operation that were answered without a fault, requests and answers together.
 *
 * @param operation local name
 * @param soapCalls number of those that went by SOAP
 * @param soapBytes of the entities of these, as they were on the transport, without its own headers
 * @param streamCalls number of those on sessions
 * @param streamBytes of the frames of these, with their headers
 */
public record OperationBytes(String operation, long soapCalls, long soapBytes, long streamCalls, long streamBytes) {
    /** Returns whether it went both ways, so that one can be held against the other. */
    public boolean isCompared() {
        return soapCalls > 0 && streamCalls > 0;
    }

    /**
     * Returns the bytes that its calls on sessions saved: what as many by SOAP take, at the mean of those there were, less what they took.
     * Negative if they took more; 0 if it is not compared.
     */
    public long saved() {
        return isCompared() ? Math.round((double) soapBytes / soapCalls * streamCalls) - streamBytes : 0;
    }
}
