package io.parley.transport.jms.endpoint;

import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.DurableSessions;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Recovery;

/** The next process at the same broker, whose listener has the same port. */
record NextAtBroker() implements DurableSessions.NextProcess {
    @Override
    public boolean isReachedBy(String channel) {
        return true;
    }

    @Override
    public Recovery.Arguments arguments(Agreement agreement, Handlers messages) {
        return new Recovery.Arguments(agreement, null, messages);
    }
}
