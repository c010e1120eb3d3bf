package io.parley.session;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Account of the peer's memory that is reserved for this side's messages, and of who may reserve more;
 * docs/protocol/framing.md, section 6. Messages whose length is not known yet grow: the oldest of them is always left
 * enough to reach the limit, so that those that began never wait for each other.
 */
final class PeerMemory {
    /** Divisor of the memory: the share that is left to messages whose length is known. */
    private static final int KNOWN_SHARE = 8;

    private final long most;
    private final long maxMessage;
    /** Messages that went out before their end was known, oldest first. */
    private final Set<Stream> growing = new LinkedHashSet<>();
    /** Messages that were sent to their end and that nobody read yet, by their closed streams. */
    private final Map<Integer, Stream> unread = new HashMap<>();

    private long reserved;

    /**
     * @param most bytes that the peer reserves for all messages
     * @param maxMessage bytes that it reserves for one
     */
    PeerMemory(long most, long maxMessage) {
        this.most = most;
        this.maxMessage = maxMessage;
    }

    /** Returns whether the peer has room for so many bytes in total of a stream that is not growing, or will not be. */
    boolean hasRoom(Stream stream, long bytes) {
        long others = reserved - stream.reservedAtPeer;
        return others == 0 || others + bytes <= most - leftToOldest(stream);
    }

    /** Returns whether a growing stream, or one that is about to be, may have so many bytes reserved. */
    boolean mayGrow(Stream stream, long bytes) {
        long others = reserved - stream.reservedAtPeer;
        Stream oldest = oldest();
        if (others == 0 || oldest == stream) {
            return others + bytes <= most;
        }
        if (oldest == null) {
            return others + maxMessage <= most;
        }
        return others + bytes <= most - leftToOldest(stream) - most / KNOWN_SHARE;
    }

    /** Records a reservation that the peer makes for a stream. */
    void reserve(Stream stream, long bytes, boolean grows) {
        keep(stream, bytes);
        if (grows) {
            growing.add(stream);
        } else {
            growing.remove(stream);
        }
    }

    /** An answer begins anew: what is reserved for it stays until it does. */
    void restart(Stream stream) {
        growing.remove(stream);
    }

    /** The end of a message that has an answer went out: it may be held until that comes. */
    void sent(Stream stream) {
        reserve(stream, stream.written, false);
    }

    /** A stream was closed by the end of its message; if that is long, it is held until it was read. */
    void closedByEnd(Stream stream) {
        boolean held = stream.written > Received.UNTOLD_BYTES && stream.unread > 0;
        reserve(stream, held ? stream.written : 0, false);
        if (held) {
            unread.put(stream.id, stream);
        }
    }

    /** A stream is over, in another way. */
    void drop(Stream stream) {
        if (unread.isEmpty() || !unread.containsKey(stream.id)) {
            reserve(stream, 0, false);
        }
    }

    /** Credit for a closed stream tells how much of it was read; true if that was the rest. */
    boolean read(int id, int bytes) {
        Stream stream = unread.get(id);
        if (stream == null) {
            return false;
        }
        stream.unread -= bytes;
        return stream.unread <= 0 && refused(id);
    }

    /** A message that was sent to its end will not be read; true if that makes room. */
    boolean refused(int id) {
        Stream stream = unread.remove(id);
        if (stream == null) {
            return false;
        }
        keep(stream, 0);
        return true;
    }

    private void keep(Stream stream, long bytes) {
        reserved += bytes - stream.reservedAtPeer;
        stream.reservedAtPeer = bytes;
    }

    private long leftToOldest(Stream asking) {
        Stream oldest = oldest();
        return oldest == null || oldest == asking ? 0 : maxMessage - oldest.reservedAtPeer;
    }

    /** The message that is always left enough to reach the limit; null if none grows. */
    @Nullable
    Stream oldest() {
        return growing.isEmpty() ? null : growing.iterator().next();
    }
}
