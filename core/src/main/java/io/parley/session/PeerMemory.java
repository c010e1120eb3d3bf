package io.parley.session;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Account of the peer's memory that is reserved for this side's messages (docs/protocol/framing.md, section 6).
 * Messages of unknown length grow: the oldest of them is always left enough memory to reach the limit, so that started
 * messages never wait for each other.
 */
final class PeerMemory {
    /** Divisor that gives the share of the memory left to messages of known length. */
    private static final int KNOWN_SHARE = 8;

    private final long most;
    private final long maxMessage;
    /** Messages that were started before their length was known, oldest first. */
    private final Set<Stream> growing = new LinkedHashSet<>();
    /** Messages that were sent completely and not read yet, by the ids of their closed streams. */
    private final Map<Integer, Stream> unread = new HashMap<>();

    private long reserved;

    /**
     * Creates the account.
     *
     * @param most bytes that the peer reserves for all messages
     * @param maxMessage bytes that it reserves for one
     */
    PeerMemory(long most, long maxMessage) {
        this.most = most;
        this.maxMessage = maxMessage;
    }

    /** Returns whether the peer has memory for a total number of bytes of a stream of known length. */
    boolean hasRoom(Stream stream, long bytes) {
        long others = reserved - stream.reservedAtPeer;
        return others == 0 || others + bytes <= most - reservedForOldest(stream);
    }

    /** Returns whether a stream of unknown length may reserve a total number of bytes. */
    boolean mayGrow(Stream stream, long bytes) {
        long others = reserved - stream.reservedAtPeer;
        Stream oldest = oldest();
        if (others == 0 || oldest == stream) {
            return others + bytes <= most;
        }
        if (oldest == null) {
            return others + maxMessage <= most;
        }
        return others + bytes <= most - reservedForOldest(stream) - most / KNOWN_SHARE;
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

    /** Records that a response is restarted; its reservation is kept until it starts. */
    void restart(Stream stream) {
        growing.remove(stream);
    }

    /** Records that a request was sent completely: the peer may hold it until it has responded. */
    void sent(Stream stream) {
        reserve(stream, stream.written, false);
    }

    /** Records that the end of a message closed its stream; a long message counts as held until it was read. */
    void closedByEnd(Stream stream) {
        boolean held = stream.written > Received.UNTOLD_BYTES && stream.unread > 0;
        reserve(stream, held ? stream.written : 0, false);
        if (held) {
            unread.put(stream.id, stream);
        }
    }

    /** Records that a stream ended early. */
    void drop(Stream stream) {
        if (unread.isEmpty() || !unread.containsKey(stream.id)) {
            reserve(stream, 0, false);
        }
    }

    /** Handles credit for a closed stream; returns true if its message was read completely, which frees memory. */
    boolean read(int id, int bytes) {
        Stream stream = unread.get(id);
        if (stream == null) {
            return false;
        }
        stream.unread -= bytes;
        return stream.unread <= 0 && refused(id);
    }

    /** Records that a completely sent message will not be read; returns true if that frees memory. */
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

    private long reservedForOldest(Stream asking) {
        Stream oldest = oldest();
        return oldest == null || oldest == asking ? 0 : maxMessage - oldest.reservedAtPeer;
    }

    /** Returns the message that is always left enough memory to reach the limit; null if none grows. */
    @Nullable
    Stream oldest() {
        return growing.isEmpty() ? null : growing.iterator().next();
    }
}
