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
 * Header blocks that one side of a session may send by number (docs/protocol/framing.md 5.4): those that came a second time
 * unchanged, once the other side has them. Blocks are equal if all their events are, so a header that changes is
 * another block and goes inline at once; the worst case is a saving that was missed. Count and bytes are bounded; when
 * they are used up, new blocks go inline. Thread-safe.
 */
public final class SentHeaders {
    /** Blocks that are remembered to have come once, for each that may be kept. */
    private static final int SEEN_FOR_EACH = 2;

    private final Limits limits;
    private final Consumer<StaticHeader> told;
    private final int mostHeaders;
    private final long mostBytes;
    private final Map<HeaderEvents, Sent> sent = new HashMap<>();
    private final Map<Integer, Sent> byNumber = new HashMap<>();
    /** Hashes of blocks that came once: two blocks with one hash only make one of them known a message too early. */
    private final Set<Integer> seen;

    private long bytes;
    private volatile boolean off;

    /** A block with a number. */
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

        /** Returns whether the other side has the block, so that its number suffices. */
        boolean isAcknowledged() {
            return acknowledged;
        }
    }

    /**
     * @param limits of the session
     * @param told of each block that gets a number, on the thread that writes the message; must not block
     */
    public SentHeaders(Limits limits, Consumer<StaticHeader> told) {
        this.limits = limits;
        this.told = told;
        this.mostHeaders = limits.getInt(Limit.STATIC_HEADERS);
        this.mostBytes = limits.get(Limit.STATIC_HEADER_BYTES);
        int most = Math.min(Integer.MAX_VALUE / SEEN_FOR_EACH, mostHeaders) * SEEN_FOR_EACH;
        this.seen = Collections.newSetFromMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Boolean> eldest) {
                return size() > most;
            }
        });
    }

    /** Takes over the blocks that were named at the negotiation, under 1, 2, 3 and so on. To be called first. */
    public synchronized void begin(List<StaticHeader> named) {
        named.forEach(header -> put(header, true));
    }

    /** The other side has kept these. */
    public synchronized void acknowledged(List<Integer> numbers) {
        for (int number : numbers) {
            Sent known = byNumber.get(number);
            if (known == null) {
                throw ParleyException.malformed("the number of a header block that was sent", "another", "head");
            }
            known.acknowledged = true;
        }
    }

    /** Sends everything inline from now on: the other side lost what it had. */
    public void stop() {
        off = true;
    }

    /** Returns whether blocks are never sent by number. */
    boolean isOff() {
        return off;
    }

    /** Blocks that the other side has now, in the order of their numbers. */
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

    /** The block, if it has a number; it gets one when it comes a second time. Else null: it goes inline. */
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
        if (byNumber.size() >= mostHeaders) {
            return null;
        }
        byte[] text = block.text().getBytes(StandardCharsets.UTF_8);
        if (text.length > mostBytes - bytes) {
            return null;
        }
        StaticHeader header = StaticHeader.parse(text, limits);
        // Whatever a parser would make another block of is not for a store.
        if (!header.events().equals(block)) {
            return null;
        }
        told.accept(header);
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
