package io.parley.testkit.campaign;

/**
 * An observer of the bytes that pass through a {@link FaultProxy}. Called on the threads of the proxy, for each
 * direction of a connection in order.
 */
public interface WireTap {
    /** A tap that does nothing. */
    WireTap NONE = (port, onward, bytes) -> {};

    /**
     * Observes bytes before they are forwarded.
     *
     * @param port of the client
     * @param onward whether they go to the target
     */
    void passed(int port, boolean onward, byte[] bytes);
}
