package io.parley.cxf.control;

/**
 * Switch of Parley for one endpoint, beside the {@link MainSwitch} of the process: when either is off, its calls go by SOAP for the
 * reason {@code SWITCHED_OFF}. On at the start. Thread-safe.
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

    /** Holds for what begins from now on. */
    void set(boolean isOn) {
        on = isOn;
    }
}
