package io.parley.cxf.control;

/**
 * Switch of Parley for one endpoint, in addition to the process-wide {@link MainSwitch}: if either is off, calls are
 * sent by SOAP with the reason {@code SWITCHED_OFF}. Initially on. Thread-safe.
 */
final class EndpointSwitch {
    private volatile boolean on = true;

    /** Returns the state of this switch alone. */
    boolean isSet() {
        return on;
    }

    /** Returns whether calls may stream. */
    boolean isOn() {
        return on && MainSwitch.isOn();
    }

    /** Sets the switch, for calls that start from now on. */
    void set(boolean isOn) {
        on = isOn;
    }
}
