package io.parley.cxf;

/**
 * Switch for all endpoints of the process, {@value #NAME} (JSR 255). When it is off, all calls go by plain SOAP at
 * once, without a restart; services end their open sessions, and the reason of each call is {@code SWITCHED_OFF}. On
 * again, clients negotiate anew as soon as the memory of that reason allows. A second copy of Parley in the process, of
 * another class loader, has a switch of its own, with {@code number=2} behind the name.
 */
public interface ParleySwitchMXBean {
    /** The object name. */
    String NAME = "io.parley:type=Switch";

    /** Returns whether calls may leave plain SOAP. */
    boolean isOn();

    /** Switches all endpoints of the process, and logs it; does nothing if they are switched so already. */
    void setOn(boolean on);
}
