package io.parley.transport.http.endpoint;

import io.parley.endpoint.Handlers;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.Token;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionAcceptor;
import io.parley.soap.SoapVersion;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers offers to one endpoint. Thread-safe. */
final class Offers {
    private final ParleyRuntime runtime;
    private final Terms terms;
    private final Handlers handlers;
    private final SessionAcceptor acceptor;
    private final Channels channels;
    private final @Nullable DurableSessions durable;

    private volatile boolean on = true;

    /**
     * Channels on which sessions are opened.
     *
     * @param ports listeners besides that of the URL
     * @param atUrl channels at the URL, best first
     * @param advertised host of the ports, if it is not that of the URL
     */
    record Channels(
            OwnPorts ports, List<String> atUrl, @Nullable String advertised) {}

    /**
     * Creates the negotiator of one endpoint.
     *
     * @param durable null if sessions are not durable
     */
    Offers(
            ParleyRuntime runtime,
            Terms terms,
            Handlers handlers,
            SessionAcceptor acceptor,
            Channels channels,
            @Nullable DurableSessions durable) {
        this.runtime = runtime;
        this.terms = terms;
        this.handlers = handlers;
        this.acceptor = acceptor;
        this.channels = channels;
        this.durable = durable;
    }

    /** Returns whether offers are answered; true at the start. */
    boolean isOn() {
        return on;
    }

    /** Starts answering offers, or refuses them with the reason {@code SWITCHED_OFF}. */
    void switchOn(boolean value) {
        on = value;
    }

    /** Returns the answer, with a token for the caller of that name. */
    Outcome<Answer> answer(Offer offer, boolean secure, String principal) {
        if (!on) {
            return new Outcome.Refused<>(new Refusal(FallbackReason.SWITCHED_OFF, "an operator switched it off"));
        }
        Answer durably = durably(offer, secure, principal);
        if (durably != null) {
            return new Outcome.Reached<>(durably);
        }
        Capabilities own = capabilities(terms, secure);
        Outcome<Answer> outcome =
                Negotiator.answer(offer, own, UUID.randomUUID().toString());
        return outcome instanceof Outcome.Reached<Answer> reached
                ? new Outcome.Reached<>(
                        reached.value().withToken(Token.of(token(offer, reached.value(), own, principal))))
                : outcome;
    }

    /** Returns the answer with a durable session; null if the session cannot be durable. */
    private @Nullable Answer durably(Offer offer, boolean secure, String principal) {
        if (durable == null || !principal.isEmpty()) {
            return null;
        }
        Capabilities own = capabilities(terms.upTo(Reliability.DURABLE), secure);
        return Negotiator.answer(offer, own, UUID.randomUUID().toString()) instanceof Outcome.Reached<Answer> reached
                        && reached.value().reliability().equals(Reliability.DURABLE.term())
                        && durable.store(offer, reached.value())
                ? reached.value().withToken(Token.of(token(offer, reached.value(), own, principal)))
                : null;
    }

    private Capabilities capabilities(Terms common, boolean secure) {
        Capabilities.Builder own = common.capabilities();
        channels.ports().terms(channels.advertised()).forEach(own::channel);
        for (String channel : channels.atUrl()) {
            own.channel(Terms.atUrl(channel, ChannelSecurity.TLS));
            if (!secure) {
                // A proxy in front of this server may terminate TLS: only the client knows whether its connection is
                // protected.
                own.channel(Terms.atUrl(channel, ChannelSecurity.NONE));
            }
        }
        return own.build();
    }

    private byte[] token(Offer offer, Answer answer, Capabilities own, String principal) {
        Agreement agreement = Negotiator.agreement(offer, answer, own);
        Handlers messages = handlers.negotiated(agreement.data(), SoapVersion.V1_1);
        return Terms.isAtUrl(agreement.channel())
                ? acceptor.issue(agreement, principal, null, messages, principal)
                : runtime.issue(agreement, principal, null, messages);
    }
}
