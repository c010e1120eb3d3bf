package io.parley.testkit.campaign;

/** Sees what goes through a {@link FaultProxy}. Called on the threads of the proxy, for each direction of a connection in order. */
public interface WireTap {
    /** Does nothing. */
    WireTap NONE = (port, onward, bytes) -> {};

    /**
     * Takes bytes before they are passed on.
     *
     * @param port of the client
     * @param onward whether they go to the target
     */
    void passed(int port, boolean onward, byte[] bytes);
}
