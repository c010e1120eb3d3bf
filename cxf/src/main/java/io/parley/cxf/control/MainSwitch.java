package io.parley.cxf.control;

import io.parley.negotiation.FallbackReason;

/**
 * Whether Parley is on for all endpoints of the process; for who operates it and wants every call on plain SOAP at once.
 * Off, clients call by SOAP, services refuse offers and end their sessions as messages come, and all of them say
 * {@link FallbackReason#SWITCHED_OFF}. Calls under way are finished. Thread-safe.
 */
public final class MainSwitch {
    private static volatile boolean on = true;

    private MainSwitch() {}

    /** As it stands; on at the start. */
    public static boolean isOn() {
        return on;
    }

    /** Holds for what begins from now on. */
    public static void set(boolean isOn) {
        on = isOn;
    }
}
