package io.parley.cxf.control;

import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.ServiceAddress;
import io.parley.runtime.Conversation;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.Recovery;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A kind of channel as endpoints of CXF have it: how a client offers and opens it, and how a service answers with it.
 * An endpoint has several, in the order in which {@link Settings#CHANNELS} names them. Thread-safe.
 */
interface EndpointChannel {
    String name();

    /** Returns whether endpoints on this carrier can have the channel; if not, it is neither offered nor answered. */
    boolean goesWith(Carrier carrier);

    // At a client.

    /** Returns whether it can be opened here for calls that go by a proxy, or by none: one with a port of its own would bypass a proxy. */
    default boolean isOffered(boolean byProxy) {
        return !byProxy;
    }

    /**
     * Returns what decides, beside the address, whether the channel gets through: that of the calls for channels that go as they do, and
     * the same for all clients otherwise.
     */
    default Object way(Errand errand) {
        return isOffered(true) ? errand.way() : "a port of its own";
    }

    /** Returns what on this side keeps it from being offered anywhere, with what mends it. */
    default Optional<String> hindrance() {
        return Optional.empty();
    }

    /** Returns the term in an offer to a service at that address: protected if the address is, and it can be. */
    ChannelTerm offered(ServiceAddress service, BusRuntime bus);

    /** Opens the session that was agreed on, as {@link io.parley.runtime.ParleyRuntime#open}. */
    CompletionStage<Conversation> open(
            BusRuntime bus, Errand errand, Agreement agreement, byte[] token, byte[] terms, MessageHandler handler);

    // At a service.

    /** Returns the reason to withhold it from the caller, if any. */
    Optional<FallbackReason> withheld(Guard guard);

    /**
     * Returns the terms of an answer: several only where the offer decides about the security, none if it cannot be
     * protected as the caller was.
     *
     * @param came protection of the caller's request; a separate connection gets the same
     * @throws io.parley.ParleyException {@code CONNECT_FAILED} if it is not available
     */
    List<ChannelTerm> answered(ServiceDoors doors, BusRuntime bus, ChannelSecurity came);

    /** A token for what was answered, as {@link io.parley.runtime.ParleyRuntime#issue}. */
    byte[] issue(ServiceDoors doors, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler);

    /**
     * Returns whether its sessions can be durable at an endpoint.
     *
     * @param came protection of the caller's request
     */
    default boolean isDurable(BusRuntime bus, Settings settings, ChannelSecurity came) {
        return false;
    }

    /** Returns how sessions go on here that a token of {@link #issue} opened in another process. */
    default Recovery.How recovered(
            ServiceDoors doors, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler) {
        return new Recovery.How(agreement, null, handler);
    }
}
