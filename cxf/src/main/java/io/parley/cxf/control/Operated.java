package io.parley.cxf.control;

import io.parley.runtime.Conversation;
import java.util.List;

/** An endpoint as operators see and switch it. Thread-safe. */
public interface Operated {
    /** Returns the mode by its settings; calls may have others. */
    String mode();

    /** Returns its own switch, whatever that of the process is. */
    boolean isSwitchedOn();

    /** Switches Parley on or off for this endpoint alone. Off, its calls go by SOAP, with the reason {@code SWITCHED_OFF}. */
    void switchOn(boolean on);

    /** Ends its sessions in order and forgets what is known of the other side, so that the next call negotiates. */
    void negotiateAgain();

    /** Returns its sessions that are open. */
    List<Conversation> sessions();

    /** Returns its counters. */
    Ledger ledger();
}
