package io.parley.cxf.bus;

import io.parley.context.Value;
import io.parley.runtime.Conversation;
import io.parley.soap.StaticHeader;
import io.parley.soap.StaticHeaders;
import io.parley.soap.StoredHeaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Static headers of the sessions opened by the clients of a bus, which share sessions, and of earlier sessions per
 * service, which the next negotiation names. Thread-safe.
 */
public final class SharedHeaders {
    /** Number of most recently used header blocks remembered per service; the limit of an offer. */
    private static final int MAX_NAMED = 16;

    private static final int MAX_SERVICES = 64;

    private final HeaderContexts contexts;
    private final Map<Conversation, Session> live = new ConcurrentHashMap<>();
    private final Map<String, Map<String, StaticHeader>> earlier = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, StaticHeader>> eldest) {
            return size() > MAX_SERVICES;
        }
    };

    /** Headers of a session and the address of its service. */
    private record Session(String address, StaticHeaders headers) {}

    SharedHeaders(HeaderContexts contexts) {
        this.contexts = contexts;
    }

    /** Returns the header blocks that the service at that address probably has and calls will use, by context URI. */
    public Map<String, StaticHeader> likely(String address) {
        live.values().stream().filter(each -> each.address().equals(address)).forEach(this::remember);
        synchronized (earlier) {
            return new LinkedHashMap<>(earlier.getOrDefault(address, Map.of()));
        }
    }

    /**
     * Registers a new session.
     *
     * @param named header blocks named in its offer, by context URI
     */
    public void begin(Conversation conversation, String address, Map<String, StaticHeader> named) {
        List<StaticHeader> shared = conversation.agreement().headers().stream()
                .map(context -> Objects.requireNonNull(named.get(context), "an answer names what was offered"))
                .toList();
        StaticHeaders headers = fresh(conversation);
        headers.sent().begin(shared);
        keep(conversation, new Session(address, headers));
    }

    /** Returns the static headers of a session. */
    public StaticHeaders of(Conversation conversation) {
        Session known = live.get(conversation);
        if (known == null) {
            known = keep(conversation, new Session("", fresh(conversation)));
        }
        return known.headers();
    }

    private StaticHeaders fresh(Conversation conversation) {
        return StaticHeaders.begin(conversation.agreement().limits(), StoredHeaders.noStore(), contexts.storing());
    }

    private Session keep(Conversation conversation, Session session) {
        Session known = live.putIfAbsent(conversation, session);
        if (known != null) {
            return known;
        }
        var unused = conversation.closed().whenComplete((nothing, why) -> {
            live.remove(conversation);
            remember(session);
        });
        return session;
    }

    private void remember(Session session) {
        List<StaticHeader> shared = session.headers().sent().shared();
        if (shared.isEmpty() || session.address().isEmpty()) {
            return;
        }
        Map<String, StaticHeader> named = new LinkedHashMap<>();
        for (StaticHeader header : shared.subList(Math.max(0, shared.size() - MAX_NAMED), shared.size())) {
            named.put(
                    Value.handOver(header.toArray(), StaticHeader.MEDIA_TYPE)
                            .address()
                            .uri(),
                    header);
        }
        synchronized (earlier) {
            earlier.put(session.address(), named);
        }
    }
}
