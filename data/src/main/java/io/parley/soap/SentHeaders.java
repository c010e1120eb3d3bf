package io.parley.soap;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The static headers that one side of a session sends by number (docs/protocol/framing.md 5.4). A block gets a number
 * when it is sent a second time unchanged, and is sent by it once the peer has acknowledged it. Blocks are equal if all
 * their events are, so a header that changes is another block, which is sent inline. Count and bytes are limited;
 * further blocks are sent inline. Thread-safe.
 */
public final class SentHeaders {
    /** Number of single occurrences to remember for each possible static header. */
    private static final int SEEN_PER_HEADER = 2;

    private final Limits limits;
    private final Consumer<StaticHeader> listener;
    private final int maxHeaders;
    private final long maxBytes;
    private final Map<HeaderEvents, Sent> sent = new HashMap<>();
    private final Map<Integer, Sent> byNumber = new HashMap<>();
    /** Hashes of blocks that were sent once. A collision only makes a block static one message too early. */
    private final Set<Integer> seen;

    private long bytes;
    private volatile boolean off;

    /** A block with its number. */
    static final class Sent {
        private final int number;
        private final StaticHeader header;
        private volatile boolean acknowledged;

        Sent(int number, StaticHeader header, boolean acknowledged) {
            this.number = number;
            this.header = header;
            this.acknowledged = acknowledged;
        }

        int number() {
            return number;
        }

        StaticHeader header() {
            return header;
        }

        /** Returns whether the peer has stored the block, so that its number suffices. */
        boolean isAcknowledged() {
            return acknowledged;
        }
    }

    /**
     * @param limits of the session
     * @param listener notified of each block that gets a number, on the thread that writes the message; must not block
     */
    public SentHeaders(Limits limits, Consumer<StaticHeader> listener) {
        this.limits = limits;
        this.listener = listener;
        this.maxHeaders = limits.getInt(Limit.STATIC_HEADERS);
        this.maxBytes = limits.get(Limit.STATIC_HEADER_BYTES);
        int maxSeen = Math.min(Integer.MAX_VALUE / SEEN_PER_HEADER, maxHeaders) * SEEN_PER_HEADER;
        this.seen = Collections.newSetFromMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Boolean> eldest) {
                return size() > maxSeen;
            }
        });
    }

    /**
     * Adopts the blocks that were agreed on in the negotiation, under the numbers 1, 2, 3 and so on. Must be called
     * first.
     */
    public synchronized void begin(List<StaticHeader> named) {
        named.forEach(header -> put(header, true));
    }

    /**
     * Records that the peer has stored the blocks of these numbers.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} for a number that was never sent
     */
    public synchronized void acknowledged(List<Integer> numbers) {
        for (int number : numbers) {
            Sent known = byNumber.get(number);
            if (known == null) {
                throw ParleyException.malformed("the number of a header block that was sent", "another", "head");
            }
            known.acknowledged = true;
        }
    }

    /** Sends everything inline from now on, because the peer has lost its stored blocks. */
    public void stop() {
        off = true;
    }

    /** Returns whether blocks are never sent by number. */
    boolean isOff() {
        return off;
    }

    /** Returns the blocks that the peer has stored, in the order of their numbers. */
    public synchronized List<StaticHeader> shared() {
        List<StaticHeader> shared = new ArrayList<>();
        for (int number = 1; number <= byNumber.size(); number++) {
            Sent known = byNumber.get(number);
            if (known != null && known.isAcknowledged()) {
                shared.add(known.header());
            }
        }
        return shared;
    }

    /** Returns the numbered block, or null if it is sent inline. A block gets its number at its second occurrence. */
    @Nullable
    Sent find(HeaderEvents block) {
        if (off) {
            return null;
        }
        synchronized (this) {
            Sent known = sent.get(block);
            if (known != null || NeverStatic.is(block.name())) {
                return known;
            }
            return seen.add(block.hashCode()) ? null : promote(block);
        }
    }

    private @Nullable Sent promote(HeaderEvents block) {
        if (byNumber.size() >= maxHeaders) {
            return null;
        }
        byte[] text = block.text().getBytes(StandardCharsets.UTF_8);
        if (text.length > maxBytes - bytes) {
            return null;
        }
        StaticHeader header = StaticHeader.parse(text, limits);
        // A block that changes when it is parsed must not be stored.
        if (!header.events().equals(block)) {
            return null;
        }
        listener.accept(header);
        return put(header, false);
    }

    private Sent put(StaticHeader header, boolean acknowledged) {
        Sent fresh = new Sent(byNumber.size() + 1, header, acknowledged);
        sent.put(header.events(), fresh);
        byNumber.put(fresh.number(), fresh);
        bytes += header.length();
        return fresh;
    }
}
