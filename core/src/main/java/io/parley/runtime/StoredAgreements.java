package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Seal;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Digest;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Token;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Negotiated agreements of durable sessions, stored and sealed like the sessions: the offer, the answer without its
 * token, and a note of the service about the caller. The next process finds them by their digest. Thread-safe; methods
 * block while the store is accessed.
 */
public final class StoredAgreements {
    private static final String SCOPE = "urn:parley:agreement:";
    private static final String NAME = "terms";
    private static final String OWNER = "parley agreements";
    private static final String MEDIA_TYPE = "application/vnd.parley.agreement";
    private static final String NOTE_TYPE = "application/octet-stream";
    private static final int FORM = 3;
    /** Lifetime of an agreement, the same as that of an abandoned session. */
    private static final Duration KEPT = Duration.ofDays(7);

    private final Supplier<ContextStore> store;
    private final Seal seal;
    private final Limits limits;

    /**
     * A negotiated agreement.
     *
     * @param answer with an invalid token if it was read from the store
     * @param note of the service
     */
    public record Terms(Offer offer, Answer answer, Value note) {}

    /** Returns the value of a note; ownership of the bytes is transferred. */
    public static Value note(byte[] bytes) {
        return Value.handOver(bytes, NOTE_TYPE);
    }

    /**
     * Creates the access to stored agreements.
     *
     * @param store that of {@link ParleyRuntime.Builder#durable}; may block, and throw {@code CONTEXT_UNAVAILABLE}
     * @param seal that of the sessions
     * @param limits of which {@code NEGOTIATION_BYTES} and {@code CONTEXT_SECONDS} are used
     */
    public StoredAgreements(Supplier<ContextStore> store, Seal seal, Limits limits) {
        this.store = store;
        this.seal = seal;
        this.limits = limits;
    }

    /** Returns whether stored agreements are protected by the secret of a seal. */
    public boolean isSealing() {
        return seal.isOn();
    }

    /**
     * Stores an agreement; returns once it is stored.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE}, {@code LIMIT} or {@code BUDGET}; no session of the agreement
     *     can then be durable
     */
    public void put(Digest digest, Terms terms) {
        Key key = key(digest);
        Duration most = Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS));
        TransactionOutcome outcome = store.get()
                .write(Transaction.in(
                        key.scope(),
                        OWNER,
                        new Change.Put(
                                key.name(),
                                seal.close(key, encode(terms)),
                                OWNER,
                                most.compareTo(KEPT) < 0 ? most : KEPT,
                                Condition.any())));
        if (!outcome.isDone()) {
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "the store did not say that it has the agreement");
        }
    }

    /**
     * Returns the agreement with that digest; empty if none is stored.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if it cannot be read
     */
    public Optional<Terms> find(Digest digest) {
        Key key = key(digest);
        Optional<Value> found = store.get().get(key, Read.LATEST).map(Entry::value);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (DataInputStream in = new DataInputStream(
                new ByteArrayInputStream(seal.open(key, found.get()).toArray()))) {
            int form = in.readUnsignedByte();
            if (form != FORM) {
                throw new IOException("expected an agreement of form " + FORM + ", found " + form);
            }
            Offer offer = NegotiationXml.readOffer(envelope(in).body(), limits);
            if (!(NegotiationXml.readReply(envelope(in).body(), limits)
                    instanceof io.parley.negotiation.Outcome.Reached<Answer> answer)) {
                throw new IOException("expected an answer, found something else");
            }
            return Optional.of(new Terms(offer, answer.value(), note(in.readAllBytes())));
        } catch (IOException e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE, "the agreement of a session cannot be read: " + e.getMessage(), e);
        }
    }

    private static Value encode(Terms terms) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Answer opensNothing = terms.answer().withToken(Token.of(new byte[Token.MIN_BYTES]));
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORM);
            write(out, writer -> NegotiationXml.write(terms.offer(), writer));
            write(out, writer -> NegotiationXml.write(opensNothing, writer));
            out.write(terms.note().toArray());
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

    private SoapEnvelope envelope(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("expected a text after its length, found " + length);
        }
        return SoapEnvelope.read(new ByteArrayInputStream(in.readNBytes(length)), limits, Limit.NEGOTIATION_BYTES);
    }

    private static Key key(Digest digest) {
        return new Scope(SCOPE + digest).key(NAME);
    }
}
