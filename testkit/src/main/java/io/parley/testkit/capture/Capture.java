package io.parley.testkit.capture;

import io.parley.testkit.campaign.WireTap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A capture in the pcap format, made of TCP segments from recorded bytes: addresses, sequence numbers and times are
 * synthetic, ports and payloads are real. Thread-safe.
 */
public final class Capture {
    private static final int MAGIC = 0xa1b2c3d4;
    private static final int RAW_IP = 101;
    private static final int HEADERS = 40;
    private static final int MOST_BYTES = 1_400;
    private static final int CLIENT = 0x7f000001;
    private static final int SERVER = 0x7f000002;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Long, Integer> sequences = new HashMap<>();
    private int packets;

    public Capture() {
        out.writeBytes(littleEndian(24)
                .putInt(MAGIC)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0)
                .putInt(0xffff)
                .putInt(RAW_IP)
                .array());
    }

    /** Returns a tap that records the connections of a proxy as connections to the port {@code service}. */
    public WireTap tap(int service) {
        return (port, onward, bytes) -> add(port, service, onward, bytes);
    }

    /**
     * Adds bytes of a connection, in segments.
     *
     * @param client port of the client
     * @param server port of the server
     * @param onward whether they went to the server
     */
    public synchronized void add(int client, int server, boolean onward, byte[] bytes) {
        for (int at = 0; at < bytes.length; at += MOST_BYTES) {
            segment(client, server, onward, Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + MOST_BYTES)));
        }
    }

    private void segment(int client, int server, boolean onward, byte[] bytes) {
        long there = (long) client << 32 | (long) server << 1 | (onward ? 1 : 0);
        int sequence = sequences.getOrDefault(there, 1);
        int acknowledged = sequences.getOrDefault(there ^ 1, 1);
        sequences.put(there, sequence + bytes.length);
        int length = HEADERS + bytes.length;
        out.writeBytes(littleEndian(16)
                .putInt(1_700_000_000 + packets / 1000)
                .putInt(packets % 1000 * 1000)
                .putInt(length)
                .putInt(length)
                .array());
        packets++;
        out.writeBytes(ByteBuffer.allocate(HEADERS)
                .put((byte) 0x45)
                .put((byte) 0)
                .putShort((short) length)
                .putInt(packets << 16)
                .put((byte) 64)
                .put((byte) 6)
                .putShort((short) 0)
                .putInt(onward ? CLIENT : SERVER)
                .putInt(onward ? SERVER : CLIENT)
                .putShort((short) (onward ? client : server))
                .putShort((short) (onward ? server : client))
                .putInt(sequence)
                .putInt(acknowledged)
                .put((byte) 0x50)
                .put((byte) 0x18)
                .putShort((short) 0xffff)
                .putInt(0)
                .array());
        out.writeBytes(bytes);
    }

    /** Writes the capture to a file. */
    public synchronized Path write(Path file) throws IOException {
        return Files.write(file, out.toByteArray());
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
