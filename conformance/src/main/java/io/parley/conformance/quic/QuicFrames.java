package io.parley.conformance.quic;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import java.io.IOException;
import java.util.Iterator;
import java.util.NavigableSet;

/** Encodes and decodes QUIC frames (RFC 9000, section 19; RFC 9221). Stateless. */
final class QuicFrames {
    private static final int ACK = 0x02;
    private static final int RESET_STREAM = 0x04;
    private static final int STOP_SENDING = 0x05;
    private static final int CRYPTO = 0x06;
    private static final int STREAM = 0x08;
    private static final int FIN = 1;
    private static final int LENGTH = 2;
    private static final int OFFSET = 4;
    private static final int NEW_CONNECTION_ID = 0x18;
    private static final int PATH_CHALLENGE = 0x1a;
    private static final int PATH_RESPONSE = 0x1b;
    private static final int CLOSE = 0x1c;
    private static final int CLOSE_BY_APPLICATION = 0x1d;
    private static final int HANDSHAKE_DONE = 0x1e;
    private static final int DATAGRAM = 0x31;
    private static final int MOST_RANGES = 32;
    private static final int RESET_TOKEN = 16;

    private QuicFrames() {}

    /** Receives the frames that matter to cases. */
    interface Reader {
        void acknowledged(long from, long to);

        void crypto(long offset, byte[] content);

        void stream(long id, long offset, byte[] content, boolean last) throws IOException;

        void reset(long id, boolean stopped) throws IOException;

        void datagram(byte[] content);

        void challenged(byte[] challenge) throws IOException;

        void closed(QuicClose close);
    }

    static void crypto(ByteOutput to, long offset, byte[] content) {
        to.number(CRYPTO, 1);
        QuicBytes.number(to, offset);
        QuicBytes.number(to, content.length).bytes(content);
    }

    static byte[] stream(long id, long offset, byte[] content, boolean last) {
        ByteOutput to = new ByteOutput().number(STREAM | OFFSET | LENGTH | (last ? FIN : 0), 1);
        QuicBytes.number(to, id);
        QuicBytes.number(to, offset);
        return QuicBytes.number(to, content.length).bytes(content).toBytes();
    }

    static byte[] resetStream(long id, long code, long size) {
        ByteOutput to = new ByteOutput().number(RESET_STREAM, 1);
        QuicBytes.number(to, id);
        QuicBytes.number(to, code);
        return QuicBytes.number(to, size).toBytes();
    }

    static byte[] stopSending(long id, long code) {
        ByteOutput to = new ByteOutput().number(STOP_SENDING, 1);
        QuicBytes.number(to, id);
        return QuicBytes.number(to, code).toBytes();
    }

    static byte[] datagram(byte[] content) {
        ByteOutput to = new ByteOutput().number(DATAGRAM, 1);
        return QuicBytes.number(to, content.length).bytes(content).toBytes();
    }

    static byte[] pathResponse(byte[] challenge) {
        return new ByteOutput().number(PATH_RESPONSE, 1).bytes(challenge).toBytes();
    }

    static byte[] close(long code) {
        ByteOutput to = new ByteOutput().number(CLOSE_BY_APPLICATION, 1);
        QuicBytes.number(to, code);
        return QuicBytes.number(to, 0).toBytes();
    }

    /** Returns an ACK of received packets, limited to the latest ranges. */
    static byte[] ack(NavigableSet<Long> received) {
        ByteOutput ranges = new ByteOutput();
        Iterator<Long> down = received.descendingIterator();
        long largest = down.next();
        long high = largest;
        long low = largest;
        long first = -1;
        int count = 0;
        long lowest = largest;
        while (count < MOST_RANGES) {
            boolean more = down.hasNext();
            long next = more ? down.next() : -1;
            if (more && next == low - 1) {
                low = next;
                continue;
            }
            if (first < 0) {
                first = high - low;
            } else {
                QuicBytes.number(ranges, lowest - high - 2);
                QuicBytes.number(ranges, high - low);
                count++;
            }
            lowest = low;
            if (!more) {
                break;
            }
            high = next;
            low = next;
        }
        ByteOutput to = new ByteOutput().number(ACK, 1);
        QuicBytes.number(to, largest);
        QuicBytes.number(to, 0);
        QuicBytes.number(to, count);
        return QuicBytes.number(to, first).bytes(ranges.toBytes()).toBytes();
    }

    /** Reads all frames of a packet and returns whether it is ack-eliciting. */
    static boolean read(byte[] frames, Reader to) throws IOException {
        ByteInput in = new ByteInput(frames);
        boolean asks = false;
        while (in.remaining() > 0) {
            int type = (int) QuicBytes.number(in);
            asks |= type == 1 || (type > ACK + 1 && type != CLOSE && type != CLOSE_BY_APPLICATION);
            if (type == ACK || type == ACK + 1) {
                readAck(in, type, to);
            } else if ((type & ~7) == STREAM) {
                long id = QuicBytes.number(in);
                long offset = (type & OFFSET) == 0 ? 0 : QuicBytes.number(in);
                byte[] content = (type & LENGTH) == 0 ? in.rest() : QuicBytes.counted(in);
                to.stream(id, offset, content, (type & FIN) != 0);
            } else {
                readOther(in, type, to);
            }
        }
        return asks;
    }

    private static void readAck(ByteInput in, int type, Reader to) {
        long high = QuicBytes.number(in);
        QuicBytes.number(in); // how long it waited
        long more = QuicBytes.number(in);
        long low = high - QuicBytes.number(in);
        to.acknowledged(low, high);
        for (long i = 0; i < more; i++) {
            high = low - QuicBytes.number(in) - 2;
            low = high - QuicBytes.number(in);
            to.acknowledged(low, high);
        }
        if (type != ACK) {
            for (int i = 0; i < 3; i++) {
                QuicBytes.number(in); // congestion
            }
        }
    }

    private static void readOther(ByteInput in, int type, Reader to) throws IOException {
        switch (type) {
            case 0x00, 0x01, HANDSHAKE_DONE -> {}
            case CRYPTO -> {
                long offset = QuicBytes.number(in);
                to.crypto(offset, QuicBytes.counted(in));
            }
            case RESET_STREAM, STOP_SENDING -> {
                long id = QuicBytes.number(in);
                QuicBytes.number(in); // its code
                if (type == RESET_STREAM) {
                    QuicBytes.number(in); // its size
                }
                to.reset(id, type == STOP_SENDING);
            }
            case 0x07 -> QuicBytes.counted(in); // NEW_TOKEN
            case 0x10, 0x12, 0x13, 0x14, 0x16, 0x17, 0x19 -> QuicBytes.number(in); // limits, and what is retired
            case 0x11, 0x15 -> {
                QuicBytes.number(in);
                QuicBytes.number(in);
            }
            case NEW_CONNECTION_ID -> {
                QuicBytes.number(in);
                QuicBytes.number(in);
                in.bytes((int) in.number(1));
                in.bytes(RESET_TOKEN);
            }
            case PATH_CHALLENGE -> to.challenged(in.bytes(Long.BYTES));
            case PATH_RESPONSE -> in.bytes(Long.BYTES);
            case CLOSE, CLOSE_BY_APPLICATION -> {
                long code = QuicBytes.number(in);
                if (type == CLOSE) {
                    QuicBytes.number(in); // of which frame
                }
                to.closed(new QuicClose(type == CLOSE_BY_APPLICATION, code, QuicBytes.counted(in).length));
            }
            case DATAGRAM - 1 -> to.datagram(in.rest());
            case DATAGRAM -> to.datagram(QuicBytes.counted(in));
            default -> throw new IllegalArgumentException("expected a frame of QUIC, found type " + type);
        }
    }
}
