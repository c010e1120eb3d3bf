package io.parley.transport.http.endpoint;

import io.parley.ParleyException;
import io.parley.channel.websocket.WebSocket;
import io.parley.context.Value;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.EndpointTerms;
import io.parley.endpoint.negotiated.OfferService;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.Digest;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Recovery;
import io.parley.runtime.SessionAcceptor;
import io.parley.runtime.StoredAgreements;
import io.parley.soap.SoapVersion;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Durability of an endpoint's sessions: stores their agreements, and continues sessions of other processes
 * (docs/protocol/durable.md, section 12.5). Only callers without credentials have durable sessions. Thread-safe.
 */
final class DurableSessions implements Recovery, OfferService.Durability {
    private static final Logger LOG = LoggerFactory.getLogger(DurableSessions.class);
    private static final Value NO_NOTE = StoredAgreements.note(new byte[0]);

    private final StoredAgreements stored;
    private final EndpointTerms terms;
    private final Handlers handlers;
    private final SessionAcceptor acceptor;
    private final boolean onStream;

    /**
     * Creates the store of one endpoint's agreements.
     *
     * @param acceptor token scope of the URL
     * @param onStream true if the next process is reachable at the same stream port and presents the same certificate
     */
    DurableSessions(
            StoredAgreements stored,
            EndpointTerms terms,
            Handlers handlers,
            SessionAcceptor acceptor,
            boolean onStream) {
        this.stored = stored;
        this.terms = terms.upTo(Reliability.DURABLE);
        this.handlers = handlers;
        this.acceptor = acceptor;
        this.onStream = onStream;
    }

    @Override
    public boolean store(Offer offer, Answer answer) {
        if (!answer.channel().equals(WebSocket.CHANNEL) && !onStream) {
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
        Handlers messages = handlers.negotiated(agreement.data(), SoapVersion.V1_1);
        return Optional.of(
                UrlChannels.isAtUrl(agreement.channel())
                        ? new Arguments(agreement, null, messages, acceptor.scope(""))
                        : new Arguments(agreement, null, messages));
    }

    private Capabilities own() {
        return terms.capabilities().build();
    }
}
