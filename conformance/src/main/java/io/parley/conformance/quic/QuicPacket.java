package io.parley.conformance.quic;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A packet of a datagram, as far as it can be read without keys (RFC 9000, section 17; RFC 8999).
 *
 * @param version 0 for Version Negotiation
 * @param bytes the whole packet
 * @param numberAt offset of the protected part, which starts with the packet number
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
public record QuicPacket(Kind kind, int version, Ids ids, byte[] bytes, int numberAt) {
    /** Version 1. */
    public static final int VERSION = 1;

    /** Minimum size of a datagram with an Initial packet. */
    public static final int FIRST_BYTES = 1200;

    static final int ID = 8;
    private static final int NUMBER = 4;
    private static final int LONG = 0x80;
    private static final int FIXED = 0x40;

    /** Kind of a packet. */
    public enum Kind {
        INITIAL(0),
        EARLY(1),
        HANDSHAKE(2),
        RETRY(3),
        /** A packet with a short header, after the handshake. */
        SHORT(-1),
        VERSION_NEGOTIATION(-1);

        /** Type bits of the first byte; negative if these do not determine the kind. */
        private final int bits;

        Kind(int bits) {
            this.bits = bits;
        }

        private static Kind of(int bits) {
            return switch (bits) {
                case 0 -> INITIAL;
                case 1 -> EARLY;
                case 2 -> HANDSHAKE;
                default -> RETRY;
            };
        }
    }

    /** Reads the packets of a datagram, up to the first that is invalid. */
    public static List<QuicPacket> of(byte[] datagram) {
        List<QuicPacket> packets = new ArrayList<>();
        byte[] rest = datagram;
        while (rest.length > ID) {
            QuicPacket packet = first(rest);
            packets.add(packet);
            rest = Arrays.copyOfRange(rest, packet.bytes.length, rest.length);
        }
        return packets;
    }

    private static QuicPacket first(byte[] datagram) {
        ByteInput in = new ByteInput(datagram);
        int first = (int) in.number(1);
        if ((first & LONG) == 0) {
            return new QuicPacket(
                    Kind.SHORT, VERSION, new Ids(in.bytes(ID), new byte[0], new byte[0]), datagram, 1 + ID);
        }
        int version = (int) in.number(4);
        byte[] destination = in.bytes((int) in.number(1));
        byte[] source = in.bytes((int) in.number(1));
        if (version == 0) {
            return new QuicPacket(
                    Kind.VERSION_NEGOTIATION, 0, new Ids(destination, source, in.rest()), datagram, datagram.length);
        }
        Kind kind = Kind.of((first >> 4) & 3);
        if (kind == Kind.RETRY) {
            byte[] token = in.bytes(Math.max(0, in.remaining() - PacketKeys.TAG));
            return new QuicPacket(kind, version, new Ids(destination, source, token), datagram, datagram.length);
        }
        byte[] token = kind == Kind.INITIAL ? QuicBytes.counted(in) : new byte[0];
        int length = (int) Math.min(QuicBytes.number(in), in.remaining());
        int numberAt = datagram.length - in.remaining();
        return new QuicPacket(
                kind,
                version,
                new Ids(destination, source, token),
                Arrays.copyOf(datagram, numberAt + length),
                numberAt);
    }

    /** Returns whether the integrity tag of a Retry is valid for the connection ID of the answered packet. */
    public boolean hasRetryTag(byte[] answered) {
        int end = bytes.length - PacketKeys.TAG;
        byte[] before = new ByteOutput()
                .number(answered.length, 1)
                .bytes(answered)
                .bytes(Arrays.copyOf(bytes, end))
                .toBytes();
        return Arrays.equals(PacketKeys.retryTag(before), Arrays.copyOfRange(bytes, end, bytes.length));
    }

    /** A packet without its protection. */
    @SuppressWarnings("ArrayRecordComponent") // as above
    record Opened(long number, byte[] frames) {}

    /** Removes the protection; returns null if it was made with other keys. */
    @Nullable
    Opened open(PacketKeys keys, long largest) {
        if (bytes.length < numberAt + NUMBER + PacketKeys.SAMPLE) {
            return null;
        }
        byte[] mask = keys.mask(Arrays.copyOfRange(bytes, numberAt + NUMBER, numberAt + NUMBER + PacketKeys.SAMPLE));
        byte[] header = bytes.clone();
        header[0] ^= (byte) (mask[0] & (kind == Kind.SHORT ? 0x1f : 0x0f));
        int size = (header[0] & 3) + 1;
        long low = 0;
        for (int i = 0; i < size; i++) {
            header[numberAt + i] ^= mask[1 + i];
            low = (low << Byte.SIZE) | (header[numberAt + i] & 0xff);
        }
        long number = whole(low, size * Byte.SIZE, largest + 1);
        byte[] frames = keys.open(
                number,
                Arrays.copyOf(header, numberAt + size),
                Arrays.copyOfRange(bytes, numberAt + size, bytes.length));
        return frames == null ? null : new Opened(number, frames);
    }

    /**
     * Returns the packet number that ends with these bits and is closest to the expected one (RFC 9000, section A.3).
     */
    private static long whole(long bits, int size, long expected) {
        long window = 1L << size;
        long candidate = (expected & -window) | bits;
        if (candidate <= expected - window / 2) {
            return candidate + window;
        }
        return candidate > expected + window / 2 && candidate >= window ? candidate - window : candidate;
    }

    /** Returns the protected bytes of a packet with these frames. */
    static byte[] sealed(Kind kind, Ids ids, PacketKeys keys, long number, byte[] frames) {
        ByteOutput header = new ByteOutput();
        if (kind == Kind.SHORT) {
            header.number(FIXED | (NUMBER - 1), 1).bytes(ids.destination());
        } else {
            header.number(LONG | FIXED | (kind.bits << 4) | (NUMBER - 1), 1)
                    .number(VERSION, 4)
                    .number(ids.destination().length, 1)
                    .bytes(ids.destination())
                    .number(ids.source().length, 1)
                    .bytes(ids.source());
            if (kind == Kind.INITIAL) {
                QuicBytes.number(header, ids.token().length).bytes(ids.token());
            }
            header.number((NUMBER + frames.length + PacketKeys.TAG) | 0x4000, 2);
        }
        byte[] head = header.number(number, NUMBER).toBytes();
        byte[] content = keys.seal(number, head, frames);
        byte[] mask = keys.mask(Arrays.copyOf(content, PacketKeys.SAMPLE));
        head[0] ^= (byte) (mask[0] & (kind == Kind.SHORT ? 0x1f : 0x0f));
        for (int i = 0; i < NUMBER; i++) {
            head[head.length - NUMBER + i] ^= mask[1 + i];
        }
        return new ByteOutput().bytes(head).bytes(content).toBytes();
    }

    /**
     * The connection IDs and token of a packet.
     *
     * @param destination connection ID of the receiver
     * @param source connection ID of the sender; empty in a short header
     * @param token of a Retry or of an Initial packet; for Version Negotiation, the versions
     */
    @SuppressWarnings("ArrayRecordComponent") // as above
    public record Ids(byte[] destination, byte[] source, byte[] token) {
        Ids to(byte[] other) {
            return new Ids(other, source, token);
        }
    }

    /** Returns a datagram with an Initial packet whose only TLS message is the given one. */
    public static byte[] first(Ids ids, byte[] message) {
        ByteOutput frames = new ByteOutput();
        QuicFrames.crypto(frames, 0, message);
        return QuicConnection.padded(
                Kind.INITIAL, ids, PacketKeys.initial(ids.destination(), true), 0, frames.toBytes());
    }
}
