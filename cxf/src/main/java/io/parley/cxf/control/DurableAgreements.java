package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Outcome;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Seal;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Digest;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Token;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.peer.OfferReply;
import io.parley.runtime.Recovery;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Agreements of durable sessions, in the context store of the bus, sealed if the sessions are: the offer and the answer
 * without its token, the endpoint, and the request that brought the offer. A process that continues a session finds its
 * agreement by the digest and its endpoint by name and path. Thread-safe.
 */
final class DurableAgreements implements Recovery {
    private static final String SCOPE = "urn:parley:agreement:";
    private static final String NAME = "terms";
    private static final String OWNER = "parley agreements";
    private static final String MEDIA_TYPE = "application/vnd.parley.agreement";
    private static final int FORM = 2;
    /** Lifetime of an agreement: as long as an abandoned session is kept. */
    private static final Duration KEPT = Duration.ofDays(7);

    private final BusStore store;
    private final Seal seal;
    private final Limits limits;
    private final Map<String, Home> endpoints = new ConcurrentHashMap<>();

    /**
     * An agreement as it is stored.
     *
     * @param answer with a token that opens nothing
     */
    record Stored(Offer offer, Answer answer, Caller caller) {}

    /** The endpoint that sessions of an agreement go on at. */
    interface Home {
        /** Returns how they go on; empty if they cannot. */
        Optional<How> recovered(Digest digest, Stored stored);
    }

    DurableAgreements(BusStore store, Seal seal, Limits limits) {
        this.store = store;
        this.seal = seal;
        this.limits = limits;
    }

    /** The endpoint is there, and its sessions can go on. */
    void add(String name, Home endpoint) {
        endpoints.put(name, endpoint);
    }

    void remove(String name, Home endpoint) {
        endpoints.remove(name, endpoint);
    }

    /**
     * Keeps an agreement; returns once it is stored.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE}, {@code LIMIT} or {@code BUDGET}: no session can be durable by it
     */
    void put(Digest digest, String endpoint, Offer offer, Answer answer, Caller caller) {
        Key key = key(digest);
        Duration most = Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS));
        Outcome outcome = store.open()
                .write(Transaction.in(
                        key.scope(),
                        OWNER,
                        new Change.Put(
                                key.name(),
                                seal.close(key, encode(endpoint, offer, answer, caller)),
                                OWNER,
                                most.compareTo(KEPT) < 0 ? most : KEPT,
                                Condition.any())));
        if (!outcome.isDone()) {
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "the store did not say that it has the agreement");
        }
    }

    @Override
    public Optional<How> find(Digest digest) {
        Optional<Value> found = store.open().get(key(digest), Read.LATEST).map(Entry::value);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (DataInputStream in = new DataInputStream(
                new ByteArrayInputStream(seal.open(key(digest), found.get()).toArray()))) {
            int form = in.readUnsignedByte();
            if (form != FORM) {
                throw new IOException("expected an agreement of form " + FORM + ", found " + form);
            }
            Home endpoint = endpoints.get(in.readUTF());
            if (endpoint == null) {
                throw new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE, "RESUME: the endpoint is not published here yet, try again");
            }
            return endpoint.recovered(digest, read(in));
        } catch (IOException e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE, "the agreement of a session cannot be read: " + e.getMessage(), e);
        }
    }

    private static Value encode(String endpoint, Offer offer, Answer answer, Caller caller) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Answer opensNothing = answer.withToken(Token.of(new byte[Token.MIN_BYTES]));
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            out.writeUTF(endpoint);
            write(out, writer -> NegotiationXml.write(offer, writer));
            write(out, writer -> NegotiationXml.write(opensNothing, writer));
            caller.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Value.handOver(bytes.toByteArray(), MEDIA_TYPE);
    }

    private static void write(DataOutputStream out, SoapEnvelope.BodyContent body) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        SoapEnvelope.write(text, SoapVersion.V1_1, List.of(), body);
        out.writeInt(text.size());
        text.writeTo(out);
    }

    private Stored read(DataInputStream in) throws IOException {
        SoapEnvelope offered = SoapEnvelope.read(text(in), limits, Limit.NEGOTIATION_BYTES);
        Offer offer = NegotiationXml.readOffer(offered.body(), limits);
        Answer answer =
                OfferReply.read(HttpURLConnection.HTTP_OK, text(in), limits).answer();
        if (answer == null) {
            throw new IOException("expected an answer, found something else");
        }
        Caller caller = Caller.read(in);
        if (!caller.isAnonymous() && !seal.isOn()) {
            throw new IOException("expected " + Settings.SEAL_KEY + " for a caller with credentials, found none");
        }
        return new Stored(offer, answer, caller);
    }

    private static ByteArrayInputStream text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("expected a text after its length, found " + length);
        }
        return new ByteArrayInputStream(in.readNBytes(length));
    }

    private static Key key(Digest digest) {
        return new Scope(SCOPE + digest).key(NAME);
    }
}
