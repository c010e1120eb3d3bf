package io.parley.cxf.bus;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Seal;
import io.parley.context.Value;
import io.parley.cxf.settings.Settings;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Digest;
import io.parley.negotiation.Offer;
import io.parley.runtime.Recovery;
import io.parley.runtime.StoredAgreements;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Agreements of durable sessions in the context store of the bus, sealed if the sessions are, with the endpoint and the
 * caller of the offer. A process that continues a session finds its agreement by the digest, and its endpoint by name
 * and path. Thread-safe.
 */
public final class DurableAgreements implements Recovery {
    private final StoredAgreements stored;
    private final DurableEndpoints endpoints;

    /**
     * An agreement as stored.
     *
     * @param answer the answer, with a token that is no longer valid
     */
    public record Stored(Offer offer, Answer answer, Caller caller) {}

    /** Endpoint that continues sessions of an agreement. */
    public interface Home {
        /** Returns how a session of the agreement is continued; empty if it cannot be. */
        Optional<Arguments> recovered(Digest digest, Stored stored);
    }

    DurableAgreements(BusStore store, Seal seal, Limits limits, DurableEndpoints endpoints) {
        this.stored = new StoredAgreements(store::open, seal, limits);
        this.endpoints = endpoints;
    }

    /** Returns the endpoints that can continue sessions. */
    public DurableEndpoints endpoints() {
        return endpoints;
    }

    /**
     * Stores an agreement; returns after it is stored.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE}, {@code LIMIT} or {@code BUDGET} if it cannot be stored; its
     *     session then cannot be durable
     */
    public void put(Digest digest, DurableEndpoints.Name endpoint, Offer offer, Answer answer, Caller caller) {
        stored.put(digest, new StoredAgreements.Terms(offer, answer, note(endpoint, caller)));
    }

    @Override
    public Optional<Arguments> find(Digest digest) {
        return stored.find(digest).flatMap(terms -> recovered(digest, terms));
    }

    private Optional<Arguments> recovered(Digest digest, StoredAgreements.Terms terms) {
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(terms.note().toArray()))) {
            Optional<Home> endpoint = endpoints.find(DurableEndpoints.Name.of(in.readUTF()));
            if (endpoint.isEmpty()) {
                return Optional.empty();
            }
            Caller caller = Caller.read(in);
            if (!caller.isAnonymous() && !stored.isSealing()) {
                throw new IOException("expected " + Settings.SEAL_KEY + " for a caller with credentials, found none");
            }
            return endpoint.get().recovered(digest, new Stored(terms.offer(), terms.answer(), caller));
        } catch (IOException e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE, "the caller of a session cannot be read: " + e.getMessage(), e);
        }
    }

    private static Value note(DurableEndpoints.Name endpoint, Caller caller) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(endpoint.text());
            caller.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return StoredAgreements.note(bytes.toByteArray());
    }
}
