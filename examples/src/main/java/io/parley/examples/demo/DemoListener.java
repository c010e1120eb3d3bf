package io.parley.examples.demo;

import java.time.Duration;

/** Hears what the demo does while it runs. Called by one thread. */
public interface DemoListener {
    /** Something begins that takes a number of steps. */
    void begin(String what, int steps);

    /** One step is done. */
    void step();

    /** What began last is over. */
    void end();

    /**
     * The negotiation of an application, as it went over the wire.
     *
     * @param offer the SOAP request
     * @param answer the SOAP response, its token blanked out
     * @param terms what was agreed, in one line
     * @param time from sending the offer to a session that stands
     */
    void negotiated(String application, String offer, String answer, String terms, Duration time);

    /** Parts of an application's messages travelled as XML events instead of typed, and why. */
    void untyped(String application, String part, String reason);
}
