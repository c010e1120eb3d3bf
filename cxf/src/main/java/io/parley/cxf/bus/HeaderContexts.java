package io.parley.cxf.bus;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.Contents;
import io.parley.context.ContextStore;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.soap.StaticHeader;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Header blocks of a bus's conversations in a context store, keyed by the hash of their text, so that every process
 * with the store can find them by URI. For messages, a block is returned only to the principal that sent it, since a
 * header may be a secret. If the store is unavailable, blocks are sent inline. Thread-safe.
 */
public final class HeaderContexts {
    private static final Logger LOG = LoggerFactory.getLogger(HeaderContexts.class);
    /** Lifetime of header blocks since they were last stored, subject to the store's limit. */
    private static final Duration LIFETIME = Duration.ofDays(1);

    private static final String SENT_BY = "sent-by:";
    private static final String ANONYMOUS = "anonymous";
    private static final String CLIENT = "parley-client";

    private final BusStore store;
    private final Limits limits;
    private final Duration lifetime;

    HeaderContexts(BusStore store, Limits limits) {
        this.store = store;
        this.limits = limits;
        this.lifetime = store.lifetime(LIFETIME);
    }

    /** Returns a consumer that stores header blocks of that caller, for a service's session. */
    public Consumer<StaticHeader> storingFor(String principal) {
        return header -> store.inBackground(() -> put(header, owner(principal), true));
    }

    /** Returns a consumer that stores header blocks, for a client's session. */
    Consumer<StaticHeader> storing() {
        return header -> store.inBackground(() -> put(header, CLIENT, false));
    }

    /**
     * Returns the text of a block that the principal sent before, to any node of the service.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if there is none, or {@code CONTENT_MISMATCH}
     */
    public byte[] text(String context, String principal) {
        ContentAddress content = ContentAddress.parse(context);
        ContextStore open = store.open();
        long start = System.nanoTime();
        Key claim = claim(content, owner(principal));
        boolean sent = open.get(claim, Read.LOCAL)
                .or(() -> open.get(claim, Read.LATEST))
                .isPresent();
        Optional<Value> found = sent ? new Contents(open).get(content) : Optional.empty();
        store.access().record(System.nanoTime() - start);
        return found.map(Value::toArray)
                .orElseThrow(() -> new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        "expected a header block that this principal sent before, found none under its context URI; send"
                                + " it inline"));
    }

    /** Returns the parsed block; empty if it is not available or invalid. */
    public Optional<StaticHeader> find(String context, String principal) {
        try {
            return Optional.of(StaticHeader.parse(text(context, principal), limits));
        } catch (ParleyException e) {
            if (e.code() != ErrorCode.CONTEXT_UNAVAILABLE && e.code() != ErrorCode.CONTEXT_REFUSED) {
                LOG.warn("Ignoring a header block named in an offer: {}", e.getMessage());
            }
            return Optional.empty();
        }
    }

    private static String owner(String principal) {
        return principal.isEmpty() ? ANONYMOUS : "principal:" + principal;
    }

    /** Returns the key of an owner's claim. It contains a hash, since names may have any length and form. */
    private static Key claim(ContentAddress content, String owner) {
        return new Scope(content.uri())
                .key(SENT_BY
                        + Value.of(owner, StaticHeader.MEDIA_TYPE).address().sha256());
    }

    private void put(StaticHeader header, String owner, boolean claimed) {
        ContextStore open = store.open();
        long start = System.nanoTime();
        Value value = Value.handOver(header.toArray(), StaticHeader.MEDIA_TYPE);
        ContentAddress content = new Contents(open).put(value, owner, lifetime);
        store.access().record(System.nanoTime() - start);
        if (claimed) {
            Key claim = claim(content, owner);
            open.write(Transaction.in(
                    claim.scope(),
                    owner,
                    new Change.Put(
                            claim.name(), Value.of("", StaticHeader.MEDIA_TYPE), owner, lifetime, Condition.any())));
        }
    }
}
