package io.parley.cxf.service;

import io.parley.cxf.endpoint.EndpointControl;
import io.parley.cxf.endpoint.EndpointSwitch;
import io.parley.cxf.endpoint.Ledger;
import io.parley.negotiation.Mode;
import io.parley.runtime.Conversation;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Service as operators see and switch it. Thread-safe. */
final class ServiceControl implements EndpointControl {
    private final EndpointSwitch ownSwitch = new EndpointSwitch();
    private final Supplier<Mode> mode;
    private final Ledger ledger;
    private final OpenSessions sessions;

    ServiceControl(Supplier<Mode> mode, Ledger ledger, OpenSessions sessions) {
        this.mode = mode;
        this.ledger = ledger;
        this.sessions = sessions;
    }

    /** Returns whether operators allow it to stream. */
    boolean isOn() {
        return ownSwitch.isOn();
    }

    @Override
    public String mode() {
        return mode.get().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean isSwitchedOn() {
        return ownSwitch.isSet();
    }

    @Override
    public void switchOn(boolean on) {
        ownSwitch.set(on);
    }

    /** Drains the sessions; clients negotiate again at once, or after a moment if the session was young. */
    @Override
    public void negotiateAgain() {
        sessions.drain();
    }

    @Override
    public List<Conversation> sessions() {
        return sessions.list();
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }
}
