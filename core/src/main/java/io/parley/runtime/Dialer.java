package io.parley.runtime;

import io.parley.ChannelTraits;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.Providers;
import io.parley.channel.ChannelProvider;
import io.parley.channel.Connector;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects to peers and opens sessions there. Thread-safe. */
final class Dialer {
    private final Services services;
    private final Providers<ChannelProvider> channels;

    Dialer(Services services, Providers<ChannelProvider> channels) {
        this.services = services;
        this.channels = channels;
    }

    /**
     * Connects and opens a session. Exceptions of the plan are reported in the result.
     *
     * @param key key under which the session is stored; null if it ends with this process
     */
    CompletionStage<Conversation> open(
            Agreement agreement,
            byte[] token,
            byte[] terms,
            MessageHandler handler,
            Supplier<ConnectPlan> plan,
            @Nullable RestartKey key) {
        try {
            ConnectPlan route = plan.get();
            services.checkCompression(agreement);
            return LiveSession.open(services, route, granted(agreement, handler), token, terms, key);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns the grant for a session of the opening side. */
    static TokenGrant granted(Agreement agreement, MessageHandler handler) {
        return new TokenGrant(agreement, "", null, handler, 0, Port.of(agreement));
    }

    /**
     * Returns the route to the agreed addresses, through the agreed channel.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if they cannot be connected to as agreed
     */
    ConnectPlan plan(Agreement agreement) {
        ChannelProvider provider = channels.find(agreement.channel())
                .orElseThrow(() ->
                        new ParleyException(ErrorCode.CONNECT_FAILED, "no channel is called " + agreement.channel()));
        return plan(agreement, provider);
    }

    /** Returns the route to the agreed addresses, through a given provider. */
    ConnectPlan plan(Agreement agreement, ChannelProvider provider) {
        checkOpen();
        String obstacle = obstacle(agreement, provider.traits());
        if (!obstacle.isEmpty()) {
            throw new ParleyException(ErrorCode.CONNECT_FAILED, obstacle);
        }
        Protection protection = agreement.security() == ChannelSecurity.TLS
                ? new Protection.Pinned(agreement.certificate())
                : Protection.NONE;
        return new AddressPlan(
                provider, agreement.addresses(), services.channelSettings().with(protection), services.timers);
    }

    /** Returns the route through a connector; the agreed addresses are ignored. */
    ConnectPlan plan(Connector connector) {
        checkOpen();
        return wire -> connector.connect(services.channelSettings(), wire).whenComplete(wire::connected);
    }

    private void checkOpen() {
        if (services.closed) {
            throw new ParleyException(ErrorCode.CONNECT_FAILED, "the runtime is closed");
        }
    }

    /** Returns the reason why the agreed addresses cannot be connected to as agreed; empty if they can. */
    private static String obstacle(Agreement agreement, ChannelTraits traits) {
        if (agreement.addresses().isEmpty()) {
            return "no address was agreed on";
        }
        if (agreement.security() == ChannelSecurity.NONE) {
            return "";
        }
        if (agreement.certificate().isEmpty()) {
            return "expected a certificate with the security tls, found none";
        }
        return traits.encrypted() ? "" : "the channel " + traits.name() + " cannot be protected";
    }
}
