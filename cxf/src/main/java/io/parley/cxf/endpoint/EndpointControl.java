package io.parley.cxf.endpoint;

import io.parley.runtime.Conversation;
import java.util.List;

/** Endpoint as operators see and switch it. Thread-safe. */
public interface EndpointControl {
    /** Returns the mode by the endpoint's settings, which a call may override. */
    String mode();

    /** Returns this endpoint's own switch, regardless of the process-wide one. */
    boolean isSwitchedOn();

    /**
     * Switches Parley on or off for this endpoint alone. While off, its calls are sent by SOAP with the reason {@code
     * SWITCHED_OFF}.
     */
    void switchOn(boolean on);

    /** Closes its sessions gracefully and discards cached knowledge of its peers, so that the next call negotiates. */
    void negotiateAgain();

    /** Returns its open sessions. */
    List<Conversation> sessions();

    /** Returns its counters. */
    Ledger ledger();
}
