package io.parley.cxf.endpoint;

import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.settings.Settings;
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
 * Strategy of one channel for CXF endpoints: how a client offers and opens it, and how a service answers with it. An
 * endpoint has several, in the order of {@link Settings#CHANNELS}. Thread-safe.
 */
public interface EndpointChannel {
    /** Returns the name of the channel in agreements. */
    String name();

    /** Returns whether endpoints on this carrier support the channel; otherwise it is neither offered nor answered. */
    boolean supports(Carrier carrier);

    // Client side.

    /**
     * Returns whether it can be opened for calls that use a proxy, or use none: a channel with its own port would
     * bypass a proxy.
     */
    default boolean isOffered(boolean byProxy) {
        return !byProxy;
    }

    /**
     * Returns the key, in addition to the address, of whether the channel gets through: that of the calls for a channel
     * on the same path, and a constant otherwise.
     */
    default Object pathKey(NegotiationRequest request) {
        return isOffered(true) ? request.pathKey() : "a port of its own";
    }

    /** Returns why this side cannot offer the channel at all, with the fix; empty if it can. */
    default Optional<String> hindrance() {
        return Optional.empty();
    }

    /**
     * Returns the term of an offer to a service at that address: protected if the address is and the channel can be.
     */
    ChannelTerm offered(ServiceAddress service, BusRuntime bus);

    /** Opens the agreed session, see {@link io.parley.runtime.ParleyRuntime#open}. */
    CompletionStage<Conversation> open(
            BusRuntime bus,
            NegotiationRequest request,
            Agreement agreement,
            byte[] token,
            byte[] terms,
            MessageHandler handler);

    // Service side.

    /** Returns the reason to withhold the channel from the caller, if any. */
    Optional<FallbackReason> withheld(Guard guard);

    /**
     * Returns the terms of an answer: several if only the client can decide the security, none if the channel cannot be
     * protected like the caller's request.
     *
     * @param came protection of the caller's request; a separate connection gets the same
     * @throws io.parley.ParleyException {@code CONNECT_FAILED} if the channel is not available
     */
    List<ChannelTerm> answered(ServiceChannels openChannels, BusRuntime bus, ChannelSecurity came);

    /** Issues a token for the agreed session, see {@link io.parley.runtime.ParleyRuntime#issue}. */
    byte[] issue(
            ServiceChannels openChannels, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler);

    /**
     * Returns whether its sessions can be durable at an endpoint.
     *
     * @param came protection of the caller's request
     */
    default boolean isDurable(BusRuntime bus, EndpointSettings settings, ChannelSecurity came) {
        return false;
    }

    /** Returns how sessions are continued here that another process opened with a token of {@link #issue}. */
    default Recovery.Arguments recovered(
            ServiceChannels openChannels, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler) {
        return new Recovery.Arguments(agreement, null, handler);
    }
}
