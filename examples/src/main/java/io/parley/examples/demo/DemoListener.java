package io.parley.examples.demo;

/** Hears what the demo does while it runs. Called by one thread. */
public interface DemoListener {
    /** Something begins that takes a number of steps. */
    void begin(String what, int steps);

    /** Steps are done. */
    void step(int steps);

    /**
     * The negotiation of an application, as it went over the wire.
     *
     * @param offer the SOAP request
     * @param answer the SOAP response
     */
    void negotiated(String application, String offer, String answer);
}
