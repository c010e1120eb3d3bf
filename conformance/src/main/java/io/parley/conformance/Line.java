package io.parley.conformance;

import io.parley.conformance.jms.JmsPipe;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.WireError;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.Map;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** A connection that carries preambles and frames, valid or invalid. One thread at a time. */
final class Line implements AutoCloseable {
    static final int PREAMBLE = 8;
    private static final int PATIENCE_MILLIS = 8_000;
    private static final int MOST_FRAME = 262_144;

    private final AutoCloseable under;
    private final DataInputStream in;
    private final OutputStream out;
    private boolean theirChecksum;
    /** Whether frames of this side have payload checksums, as its preamble declared. */
    private boolean ownChecksum = true;

    Line(AutoCloseable under, InputStream in, OutputStream out) {
        this.under = under;
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /** Connects, with a TLS handshake if the listener has TLS, whose certificate must be the agreed one. */
    static Line to(ListenerAddress listener) throws IOException {
        if (listener.queue() != null) {
            return on(JmsPipe.open(
                    listener.atBroker().service(), listener.atBroker().port()));
        }
        Socket socket = connected(listener);
        if (!listener.isProtected()) {
            return on(socket);
        }
        SSLSocket tls = TlsSocket.over(socket, listener.serverName());
        String shown = TlsSocket.shown(tls);
        if (!shown.equals(listener.certificate())) {
            tls.close();
            throw new Mismatch("the certificate " + listener.certificate(), shown);
        }
        return on(tls);
    }

    /** Connects without TLS, regardless of the listener. */
    static Socket connected(ListenerAddress listener) throws IOException {
        Socket socket = new Socket();
        socket.connect(listener.address(), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    static Line on(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return new Line(socket, socket.getInputStream(), socket.getOutputStream());
    }

    static Line on(JmsPipe pipe) {
        return new Line(pipe, pipe.in(), pipe.out());
    }

    /** Sends bytes unchanged. If the peer has already closed, this is only detected by reading. */
    Line bytes(byte... bytes) throws IOException {
        try {
            out.write(bytes);
            out.flush();
        } catch (SocketException | SSLException e) {
            // The peer closed meanwhile: what it sent before can still be read.
        }
        return this;
    }

    Line preamble() throws IOException {
        return bytes(RawConnection.preamble());
    }

    Line preamble(int version, int zero, int features) throws IOException {
        ownChecksum = (features & 1) != 0;
        return bytes(new ByteOutput()
                .bytes(Arrays.copyOf(RawConnection.preamble(), PREAMBLE / 2))
                .number(version, 1)
                .number(zero, 1)
                .number(features, 2)
                .toBytes());
    }

    Line frame(RawFrame frame) throws IOException {
        return bytes(frame.encode(ownChecksum));
    }

    /** Sends a frame of connection scope. */
    Line unnumbered(RawFrameType type, Map<String, String> fields) throws IOException {
        return frame(new RawFrame(type.number(), 0, 0, 0, type.write(0, fields)));
    }

    /** Reads the peer's preamble and records whether payloads have checksums. */
    byte[] readPreamble() throws IOException {
        byte[] preamble = in.readNBytes(PREAMBLE);
        if (preamble.length < PREAMBLE) {
            throw new EOFException();
        }
        try {
            theirChecksum = (RawConnection.features(preamble) & 1) != 0;
        } catch (WireError e) {
            throw new Mismatch("a preamble of version 1", String.valueOf(e.getMessage()));
        }
        return preamble;
    }

    /**
     * Reads the next frame and verifies its checksums.
     *
     * @throws EOFException if the peer closed
     */
    RawFrame read() throws IOException {
        try {
            int length = in.readInt();
            if (length < RawFrame.HEADER || length > MOST_FRAME) {
                throw new Mismatch("a frame of 20 to " + MOST_FRAME + " bytes", "length " + length);
            }
            byte[] rest = in.readNBytes(length - Integer.BYTES);
            if (rest.length < length - Integer.BYTES) {
                throw new Mismatch("a whole frame", "the end of the connection within one");
            }
            return RawFrame.decode(
                    new ByteOutput().number(length, Integer.BYTES).bytes(rest).toBytes(), theirChecksum);
        } catch (WireError e) {
            throw new Mismatch("a frame whose checksums hold", String.valueOf(e.getMessage()));
        } catch (SocketException | SSLException e) {
            throw (EOFException) new EOFException("reset").initCause(e);
        }
    }

    /** Reads to the end of the connection, before which nothing may arrive. */
    void expectCut() throws IOException {
        try {
            int next = in.read();
            if (next >= 0) {
                throw new Mismatch("the connection closed without a word", "a byte " + next);
            }
        } catch (SocketException | SSLException e) {
            // A reset is an end, too.
        }
    }

    /** Reads REFUSE with one of the codes, and the end. */
    void expectRefuse(Code... codes) throws IOException {
        RawFrame frame;
        try {
            frame = read();
        } catch (EOFException e) {
            throw new Mismatch("REFUSE " + names(codes), "the connection was closed without it");
        }
        RawFrameType type = RawFrameType.of(frame.type());
        if (type != RawFrameType.REFUSE) {
            throw new Mismatch("REFUSE " + names(codes), type.name());
        }
        expectCode(type.name(), Integer.parseInt(fields(frame).get("code")), codes);
        expectCut();
    }

    static Map<String, String> fields(RawFrame frame) {
        try {
            return RawFrameType.of(frame.type()).read(frame.flags(), frame.payload());
        } catch (WireError e) {
            throw new Mismatch("a payload that its fields fill", String.valueOf(e.getMessage()));
        }
    }

    /** Returns the number of content bytes in a DATA frame. */
    static int contentLength(RawFrame frame) {
        return String.valueOf(fields(frame).get("content")).length() / 2;
    }

    static void expectCode(String what, int found, Code... codes) {
        for (Code code : codes) {
            if (code.number() == found) {
                return;
            }
        }
        throw new Mismatch(what + " " + names(codes), what + " " + Code.name(found));
    }

    static String names(Code... codes) {
        StringBuilder names = new StringBuilder();
        for (Code code : codes) {
            names.append(names.length() == 0 ? "" : " or ").append(code);
        }
        return names.toString();
    }

    @Override
    public void close() throws IOException {
        try {
            under.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
