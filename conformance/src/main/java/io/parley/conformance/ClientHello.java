package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The first message of a TLS handshake (RFC 8446, section 4.1.2; RFC 5246, section 7.4.1.2), including messages that no
 * library would send.
 *
 * @param versions by preference; from the extension, or else the legacy version of the message
 * @param suites by preference
 * @param serverName empty if the extension is absent
 */
record ClientHello(List<Integer> versions, List<Integer> suites, String serverName) {
    static final int TLS_1_1 = 0x0302;
    static final int TLS_1_2 = 0x0303;
    static final int TLS_1_3 = 0x0304;

    private static final int HANDSHAKE = 22;
    private static final int CLIENT_HELLO = 1;
    private static final int CERTIFICATE_REQUEST = 13;
    private static final int SERVER_HELLO_DONE = 14;
    private static final int RANDOM = 32;
    private static final int SERVER_NAME = 0;
    private static final int SUPPORTED_VERSIONS = 43;
    private static final int MOST = 16_384;

    /** Returns a message that offers cipher suites, and no version above {@code version}. */
    static byte[] offering(int version, int... suites) {
        ByteOutput numbers = new ByteOutput();
        for (int each : suites) {
            numbers.number(each, 2);
        }
        ByteOutput extensions = new ByteOutput();
        extension(extensions, 10, twoBytesEach(0x001d, 0x0017, 0x0018, 0x0019)); // groups
        extension(extensions, 11, new ByteOutput().number(1, 1).number(0, 1)); // forms of points
        // Any key that a server may have: ECDSA and RSA, each with SHA-256, SHA-384 and SHA-512.
        extension(extensions, 13, twoBytesEach(0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601));
        extension(extensions, 23, new ByteOutput()); // extended master secret
        extension(extensions, 0xff01, new ByteOutput().number(0, 1)); // renegotiation
        byte[] more = extensions.toBytes();
        byte[] offered = numbers.toBytes();
        byte[] body = new ByteOutput()
                .number(version, 2)
                .bytes(new byte[RANDOM])
                .number(0, 1)
                .number(offered.length, 2)
                .bytes(offered)
                .number(1, 1)
                .number(0, 1)
                .number(more.length, 2)
                .bytes(more)
                .toBytes();
        return new ByteOutput()
                .number(HANDSHAKE, 1)
                .number(0x0301, 2)
                .number(body.length + 4, 2)
                .number(CLIENT_HELLO, 1)
                .number(body.length, 3)
                .bytes(body)
                .toBytes();
    }

    /** Returns a list as extensions have it: its length in bytes, and its numbers. */
    private static ByteOutput twoBytesEach(int... numbers) {
        ByteOutput list = new ByteOutput().number(2L * numbers.length, 2);
        for (int each : numbers) {
            list.number(each, 2);
        }
        return list;
    }

    private static void extension(ByteOutput to, int type, ByteOutput content) {
        byte[] bytes = content.toBytes();
        to.number(type, 2).number(bytes.length, 2).bytes(bytes);
    }

    /** Reads the first message of a client. */
    static ClientHello read(DataInputStream in) throws IOException {
        int type = in.readUnsignedByte();
        if (type != HANDSHAKE) {
            throw new Mismatch("a handshake of TLS from the first byte", "byte " + type);
        }
        in.readUnsignedShort();
        byte[] record = in.readNBytes(in.readUnsignedShort());
        ByteBuffer message = ByteBuffer.wrap(record);
        int first = message.getInt();
        int length = first & 0xffffff;
        if (first >>> 24 != CLIENT_HELLO || length > MOST || length > message.remaining()) {
            throw new Mismatch("a whole ClientHello in one record", "another message");
        }
        int version = unsigned(message);
        skip(message, RANDOM);
        skip(message, message.get() & 255);
        List<Integer> suites = new ArrayList<>();
        for (int left = unsigned(message); left > 0; left -= 2) {
            suites.add(unsigned(message));
        }
        skip(message, message.get() & 255);
        List<Integer> versions = new ArrayList<>();
        String name = "";
        if (message.remaining() >= 2) {
            unsigned(message);
        }
        while (message.remaining() >= 4) {
            int kind = unsigned(message);
            int size = unsigned(message);
            ByteBuffer content = message.slice().limit(size);
            skip(message, size);
            if (kind == SUPPORTED_VERSIONS) {
                for (int left = content.get() & 255; left > 0; left -= 2) {
                    versions.add(unsigned(content));
                }
            } else if (kind == SERVER_NAME) {
                skip(content, 3); // length of the list, and what kind of name it is
                byte[] bytes = new byte[unsigned(content)];
                content.get(bytes);
                name = new String(bytes, StandardCharsets.US_ASCII);
            }
        }
        return new ClientHello(versions.isEmpty() ? List.of(version) : versions, suites, name);
    }

    /**
     * Reads the reply of a server and returns whether it continues the handshake; false if it sends an alert or closes.
     */
    static boolean isTaken(DataInputStream in) throws IOException {
        try {
            return in.readUnsignedByte() == HANDSHAKE;
        } catch (EOFException e) {
            return false;
        }
    }

    /** Reads the reply of a TLS 1.2 server and returns whether it requests a certificate. */
    static boolean isAnsweredByARequest(DataInputStream in) throws IOException {
        ByteOutput messages = new ByteOutput();
        while (true) {
            int type = in.readUnsignedByte();
            in.readUnsignedShort();
            byte[] record = in.readNBytes(in.readUnsignedShort());
            if (type != HANDSHAKE) {
                throw new Mismatch("a handshake", "a record of type " + type);
            }
            ByteBuffer all = ByteBuffer.wrap(messages.bytes(record).toBytes());
            while (all.remaining() >= Integer.BYTES) {
                int head = all.getInt();
                if (head >>> 24 != SERVER_HELLO_DONE && (head & 0xffffff) > all.remaining()) {
                    break; // the rest is in the next record
                }
                if (head >>> 24 == CERTIFICATE_REQUEST || head >>> 24 == SERVER_HELLO_DONE) {
                    return head >>> 24 == CERTIFICATE_REQUEST;
                }
                skip(all, head & 0xffffff);
            }
        }
    }

    private static int unsigned(ByteBuffer bytes) {
        return bytes.getShort() & 0xffff;
    }

    private static void skip(ByteBuffer bytes, int count) {
        bytes.position(bytes.position() + count);
    }
}
