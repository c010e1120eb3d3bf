package io.parley.cxf.endpoint;

import io.parley.negotiation.FallbackReason;

/**
 * Process-wide switch of Parley, for operators who want every call on plain SOAP at once. While it is off, clients call
 * by SOAP, services refuse offers and close their sessions when messages arrive, all with the reason {@link
 * FallbackReason#SWITCHED_OFF}. Calls in progress are completed. Thread-safe.
 */
public final class MainSwitch {
    private static volatile boolean on = true;

    private MainSwitch() {}

    /** Returns the state of the switch; initially on. */
    public static boolean isOn() {
        return on;
    }

    /** Sets the switch, for calls that start from now on. */
    public static void set(boolean isOn) {
        on = isOn;
    }
}
