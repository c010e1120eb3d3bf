package io.parley.cxf.endpoint;

/**
 * Switch of Parley for one endpoint, in addition to the process-wide {@link MainSwitch}: if either is off, calls are
 * sent by SOAP with the reason {@code SWITCHED_OFF}. Initially on. Thread-safe.
 */
public final class EndpointSwitch {
    private volatile boolean on = true;

    /** Returns the state of this switch alone. */
    public boolean isSet() {
        return on;
    }

    /** Returns whether calls may stream. */
    public boolean isOn() {
        return on && MainSwitch.isOn();
    }

    /** Sets the switch, for calls that start from now on. */
    public void set(boolean isOn) {
        on = isOn;
    }
}
