package io.parley.endpoint.negotiated;

import io.parley.ParleyException;
import io.parley.context.Value;
import io.parley.endpoint.Handlers;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.Digest;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Recovery;
import io.parley.runtime.StoredAgreements;
import io.parley.soap.SoapVersion;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Durability of an endpoint's sessions: stores their agreements, and continues sessions of other processes
 * (docs/protocol/durable.md, section 12.5). Only callers without credentials have durable sessions. Thread-safe.
 */
public final class DurableSessions implements Recovery, OfferService.Durability {
    private static final Logger LOG = LoggerFactory.getLogger(DurableSessions.class);
    private static final Value NO_NOTE = StoredAgreements.note(new byte[0]);

    private final StoredAgreements stored;
    private final EndpointTerms terms;
    private final Handlers handlers;
    private final NextProcess next;

    /** Channels on which the next process, or another node, continues sessions. Thread-safe. */
    public interface NextProcess {
        /** Returns whether clients find the next process on a channel. */
        boolean isReachedBy(String channel);

        /** Returns the arguments for continuing sessions here. */
        Arguments arguments(Agreement agreement, Handlers messages);
    }

    /**
     * Creates the store of one endpoint's agreements.
     *
     * @param terms of the endpoint, of which the reliability is raised
     */
    public DurableSessions(StoredAgreements stored, EndpointTerms terms, Handlers handlers, NextProcess next) {
        this.stored = stored;
        this.terms = terms.upTo(Reliability.DURABLE);
        this.handlers = handlers;
        this.next = next;
    }

    @Override
    public boolean store(Offer offer, Answer answer) {
        if (!next.isReachedBy(answer.channel())) {
            return false;
        }
        Agreement agreement = Negotiator.agreement(offer, answer, own());
        try {
            stored.put(agreement.digest(), new StoredAgreements.Terms(offer, answer, NO_NOTE));
            return true;
        } catch (ParleyException e) {
            LOG.warn("{}: cannot make a session durable: {}", terms.endpoint(), e.getMessage());
            return false;
        }
    }

    @Override
    public Optional<Arguments> find(Digest digest) {
        return stored.find(digest).flatMap(found -> recovered(digest, found));
    }

    private Optional<Arguments> recovered(Digest digest, StoredAgreements.Terms found) {
        Capabilities own = own();
        Agreement agreement = Negotiator.agreement(found.offer(), found.answer(), own);
        boolean alike = found.answer().fingerprint().equals(own.data().fingerprint());
        if (!alike || !agreement.digest().equals(digest)) {
            LOG.warn("{}: cannot continue a session of another version of this endpoint", terms.endpoint());
            return Optional.empty();
        }
        return Optional.of(next.arguments(agreement, handlers.negotiated(agreement.data(), SoapVersion.V1_1)));
    }

    private Capabilities own() {
        return terms.capabilities().build();
    }
}
