package io.parley.cxf.bus;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.Contents;
import io.parley.context.ContextStore;
import io.parley.context.Key;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.cxf.model.EndpointModel;
import io.parley.schema.SchemaDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Schemas of a bus's conversations in its context store: each document under the hash of its text, and the list of
 * their context URIs under the agreed fingerprint. With the store and an offer or answer, the messages' layout can be
 * compiled. Thread-safe.
 */
public final class SchemaContexts {
    /** Lifetime of a document or list since it was last stored, subject to the store's limit. */
    private static final Duration LIFETIME = Duration.ofDays(1);

    private static final String SCOPE = "urn:parley:data:";
    private static final String NAME = "schemas";
    private static final String OWNER = "parley-schemas";
    private static final String DOCUMENT = "application/xml";
    private static final String LIST = "text/uri-list";
    /** Maximum number of fingerprints; schemas of further endpoints are not stored. */
    private static final int MAX_STORED = 1_000;

    private final BusStore store;
    private final Duration lifetime;
    private final Map<String, Long> stored = new ConcurrentHashMap<>();

    SchemaContexts(BusStore store) {
        this.store = store;
        this.lifetime = store.lifetime(LIFETIME);
    }

    /** Stores the schemas of an endpoint in the background, unless they were stored recently. */
    public void keep(EndpointModel model) {
        String fingerprint = model.description().fingerprint();
        long now = System.nanoTime();
        Long before = stored.get(fingerprint);
        boolean isFresh = before != null && now - before < lifetime.toNanos() / 4;
        if (!isFresh && (before != null || stored.size() < MAX_STORED)) {
            stored.put(fingerprint, now);
            store.inBackground(() -> {
                boolean done = false;
                try {
                    done = put(fingerprint, model.schemas());
                } finally {
                    if (!done) {
                        stored.remove(fingerprint);
                    }
                }
            });
        }
    }

    private boolean put(String fingerprint, List<SchemaDocument> documents) {
        ContextStore open = store.open();
        Contents contents = new Contents(open);
        List<String> uris = new ArrayList<>();
        for (SchemaDocument document : documents) {
            long start = System.nanoTime();
            ContentAddress content = contents.put(Value.of(document.text(), DOCUMENT), OWNER, lifetime);
            store.access().record(System.nanoTime() - start);
            uris.add(content.uri());
        }
        Key key = key(fingerprint);
        Value list = Value.of(String.join("\r\n", uris), LIST);
        return open.write(Transaction.in(
                        key.scope(), OWNER, new Change.Put(key.name(), list, OWNER, lifetime, Condition.any())))
                .isDone();
    }

    private static Key key(String fingerprint) {
        return new Scope(SCOPE + fingerprint).key(NAME);
    }
}
