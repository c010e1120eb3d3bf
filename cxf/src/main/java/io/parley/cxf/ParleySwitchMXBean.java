package io.parley.cxf;

/**
 * Process-wide switch for all endpoints, {@value #NAME} (JSR 255). While it is off, all calls are sent by plain SOAP
 * with the reason {@code SWITCHED_OFF}, without a restart, and services close their open sessions. When it is switched
 * on again, clients renegotiate as soon as the cached reason expires. If another class loader of the process has a
 * second copy of Parley, that copy has a switch of its own with {@code number=2} in its name.
 */
public interface ParleySwitchMXBean {
    /** The object name. */
    String NAME = "io.parley:type=Switch";

    /** Returns whether calls may use another transport than plain SOAP. */
    boolean isOn();

    /** Switches all endpoints of the process and logs the change; no effect if already in that state. */
    void setOn(boolean on);
}
