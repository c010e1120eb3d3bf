package io.parley.endpoint.negotiated;

import java.time.Duration;

/** Client for calls by plain SOAP, over one transport. Blocks the calling thread. Thread-safe. */
public interface SoapCaller {
    /**
     * Makes a call.
     *
     * @throws io.parley.endpoint.OperationFault if the service responded with a declared fault
     * @throws io.parley.ParleyException {@code CONNECT_FAILED} if it was not sent; {@code CONNECTION_LOST},
     *     {@code TIMEOUT} or {@code CANCELLED} if it may have been handled; the error of another fault;
     *     {@code PROTOCOL} if the response is not SOAP
     */
    Object call(String operation, Object request, Duration within);

    /** Sends a message that has no response; blocks until the other side, or the transport, has accepted it. */
    void send(String operation, Object value, Duration within);
}
