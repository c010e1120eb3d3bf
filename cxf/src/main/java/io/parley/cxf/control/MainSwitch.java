package io.parley.cxf.control;

import io.parley.negotiation.FallbackReason;

/**
 * Switch of Parley for all endpoints of the process, for operators who want every call on plain SOAP at once. When it
 * is off, clients call by SOAP, services refuse offers and end their sessions as messages come, and all of them report
 * {@link FallbackReason#SWITCHED_OFF}. Calls under way are finished. Thread-safe.
 */
public final class MainSwitch {
    private static volatile boolean on = true;

    private MainSwitch() {}

    /** Returns the state of the switch; on at the start. */
    public static boolean isOn() {
        return on;
    }

    /** Holds for what begins from now on. */
    public static void set(boolean isOn) {
        on = isOn;
    }
}
