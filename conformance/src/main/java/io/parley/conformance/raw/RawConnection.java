package io.parley.conformance.raw;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;

/** A TCP connection with its preambles and frames. One thread at a time. */
public final class RawConnection implements AutoCloseable {
    private static final byte[] MAGIC = {'P', 'R', 'L', 'Y'};
    private static final int VERSION = 1;
    private static final int PAYLOAD_CHECKSUM = 0x0001;
    private static final int PREAMBLE = 8;
    private static final int MOST_FRAME = 262_144;
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final OutputStream out;
    private boolean theirChecksum;

    private RawConnection(InetSocketAddress address) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(address, PATIENCE_MILLIS);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Connects, sends the preamble and a first frame, and reads the peer's preamble. */
    public static RawConnection open(InetSocketAddress address, RawFrame first) throws IOException {
        RawConnection connection = new RawConnection(address);
        connection.out.write(preamble());
        connection.send(first);
        connection.readPreamble();
        return connection;
    }

    /** Returns this side's preamble. */
    public static byte[] preamble() {
        return new ByteOutput()
                .bytes(MAGIC)
                .number(VERSION, 1)
                .number(0, 1)
                .number(PAYLOAD_CHECKSUM, 2)
                .toBytes();
    }

    /** Returns the feature bits of a preamble. */
    public static int features(byte[] preamble) {
        ByteInput read = new ByteInput(preamble);
        boolean holds =
                Arrays.equals(read.bytes(MAGIC.length), MAGIC) && read.number(1) == VERSION && read.number(1) == 0;
        int features = (int) read.number(2);
        if (!holds || (features & ~PAYLOAD_CHECKSUM) != 0) {
            throw new WireError("expected a preamble of version 1 with known features, found another");
        }
        return features;
    }

    private void readPreamble() throws IOException {
        byte[] preamble = new byte[PREAMBLE];
        in.readFully(preamble);
        theirChecksum = (features(preamble) & PAYLOAD_CHECKSUM) != 0;
    }

    /** Sends a frame. */
    public void send(RawFrame frame) throws IOException {
        out.write(frame.encode(true));
        out.flush();
    }

    /**
     * Reads the next frame.
     *
     * @throws java.io.EOFException if the peer closed
     */
    public RawFrame read() throws IOException {
        int length = in.readInt();
        if (length < RawFrame.HEADER || length > MOST_FRAME) {
            throw new WireError("expected a frame of at most " + MOST_FRAME + " bytes, found " + length);
        }
        byte[] rest = new byte[length - Integer.BYTES];
        in.readFully(rest);
        return RawFrame.decode(
                new ByteOutput().number(length, Integer.BYTES).bytes(rest).toBytes(), theirChecksum);
    }

    /** Returns a frame of connection scope. */
    static RawFrame unnumbered(RawFrameType type, Map<String, String> fields) {
        return new RawFrame(type.number(), 0, 0, 0, type.write(0, fields));
    }

    /** Closes the connection without GOAWAY, as if it were lost. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
