package io.parley.endpoint.negotiated;

import io.parley.endpoint.Handlers;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.Token;
import io.parley.soap.SoapVersion;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers offers to one endpoint. Thread-safe. */
public final class OfferService {
    private final EndpointTerms terms;
    private final Handlers handlers;
    private final Channels channels;
    private final @Nullable Durability durability;

    private volatile boolean on = true;

    /** Channels of an endpoint. Thread-safe. */
    public interface Channels {
        /**
         * Adds the channels on which sessions can be opened.
         *
         * @param secure true if the offer arrived on a protected connection
         */
        void addTo(Capabilities.Builder own, boolean secure);

        /** Issues the token that opens the session of an agreement. */
        byte[] issue(Agreement agreement, String principal, Handlers messages);
    }

    /** Store of the agreements of durable sessions. Thread-safe. */
    @FunctionalInterface
    public interface Durability {
        /** Stores an agreement; returns false if it cannot be durable. */
        boolean store(Offer offer, Answer answer);
    }

    /**
     * Creates the negotiator of one endpoint.
     *
     * @param durability null if sessions are not durable
     */
    public OfferService(EndpointTerms terms, Handlers handlers, Channels channels, @Nullable Durability durability) {
        this.terms = terms;
        this.handlers = handlers;
        this.channels = channels;
        this.durability = durability;
    }

    /** Returns whether offers are answered; true at the start. */
    public boolean isOn() {
        return on;
    }

    /** Starts answering offers, or refuses them with the reason {@code SWITCHED_OFF}. */
    public void switchOn(boolean value) {
        on = value;
    }

    /** Returns the answer, with a token for the caller of that name. */
    public Outcome<Answer> answer(Offer offer, boolean secure, String principal) {
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
        if (durability == null || !principal.isEmpty()) {
            return null;
        }
        Capabilities own = capabilities(terms.upTo(Reliability.DURABLE), secure);
        return Negotiator.answer(offer, own, UUID.randomUUID().toString()) instanceof Outcome.Reached<Answer> reached
                        && reached.value().reliability().equals(Reliability.DURABLE.term())
                        && durability.store(offer, reached.value())
                ? reached.value().withToken(Token.of(token(offer, reached.value(), own, principal)))
                : null;
    }

    private Capabilities capabilities(EndpointTerms common, boolean secure) {
        Capabilities.Builder own = common.capabilities();
        channels.addTo(own, secure);
        return own.build();
    }

    private byte[] token(Offer offer, Answer answer, Capabilities own, String principal) {
        Agreement agreement = Negotiator.agreement(offer, answer, own);
        Handlers messages = handlers.negotiated(agreement.data(), SoapVersion.V1_1);
        return channels.issue(agreement, principal, messages);
    }
}
