package io.parley.examples.demo;

import java.time.Duration;

/** Listener for the progress of the demo. Called by one thread. */
public interface DemoListener {
    /** Called before an activity with a number of steps. */
    void begin(String what, int steps);

    /** Called after each step. */
    void step();

    /** Called after the activity. */
    void end();

    /**
     * Called with the negotiation of an application as sent and received.
     *
     * @param offer the SOAP request
     * @param answer the SOAP response, with its token masked
     * @param terms the agreed terms, in one line
     * @param time time from sending the offer until the session was open
     */
    void negotiated(String application, String offer, String answer, String terms, Duration time);

    /** Called for parts of an application's messages that were sent as infoset, with the reason. */
    void untyped(String application, String part, String reason);
}
