package io.parley.conformance.quic;

import io.parley.conformance.raw.ByteOutput;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A packet number space: its keys and numbers, frames that were sent and not acknowledged, and the TLS messages in it.
 * One thread at a time.
 */
final class PacketSpace {
    final QuicPacket.Kind kind;

    @Nullable
    PacketKeys own;

    @Nullable
    PacketKeys others;

    long next;
    boolean owesAck;
    final TreeSet<Long> received = new TreeSet<>();
    /** Frames by the number of the packet that carried them last. */
    final NavigableMap<Long, byte[]> unacknowledged = new TreeMap<>();

    private final Ordered crypto = new Ordered();
    private byte[] unread = {};

    PacketSpace(QuicPacket.Kind kind) {
        this.kind = kind;
    }

    long largest() {
        return received.isEmpty() ? -1 : received.last();
    }

    void acknowledged(long from, long to) {
        unacknowledged.subMap(from, true, to, true).clear();
    }

    void crypto(long offset, byte[] content) {
        crypto.add(offset, content);
        unread = new ByteOutput().bytes(unread).bytes(crypto.take()).toBytes();
    }

    /** Returns the next complete TLS message; null if there is none. */
    byte @Nullable [] message() {
        int length = TlsHandshake.length(unread);
        if (length < 0) {
            return null;
        }
        byte[] message = Arrays.copyOf(unread, length);
        unread = Arrays.copyOfRange(unread, length, unread.length);
        return message;
    }

    /** Reassembles content that arrives in pieces, in any order and with duplicates. */
    static final class Ordered {
        private final TreeMap<Long, byte[]> waiting = new TreeMap<>();
        private long at;

        void add(long offset, byte[] content) {
            if (offset + content.length > at) {
                waiting.merge(offset, content, (one, other) -> one.length < other.length ? other : one);
            }
        }

        /** Returns content that directly follows what was returned before. */
        byte[] take() {
            ByteOutput ready = new ByteOutput();
            while (!waiting.isEmpty() && waiting.firstKey() <= at) {
                long offset = waiting.firstKey();
                byte[] content = waiting.remove(offset);
                if (offset + content.length > at) {
                    ready.bytes(Arrays.copyOfRange(content, (int) (at - offset), content.length));
                    at = offset + content.length;
                }
            }
            return ready.toBytes();
        }

        long at() {
            return at;
        }
    }
}
