package io.parley.conformance.quic;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.PieceInput;
import io.parley.conformance.raw.WireError;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The client side of a QUIC connection. With {@code parley/1} the peer must open no stream; with {@code parley/2} it
 * may open unidirectional ones. Packets are only read while a method waits. One thread at a time.
 */
public final class QuicConnection implements QuicStreams {
    private static final int PATIENCE_MILLIS = 8_000;
    private static final int AGAIN_MILLIS = 250;
    private static final int MOST_DATAGRAM = 65_535;
    private static final int MOST_CONTENT = 1_000;
    /** Number of kinds of streams, and the kind of unidirectional ones of servers (RFC 9000, section 2.1). */
    private static final int STREAM_KINDS = 4;

    private static final int THEIR_TRACKS = 3;
    private static final long NANOS = 1_000_000L;

    private final InetSocketAddress to;
    private final TlsHandshake tls = new TlsHandshake();
    private final PacketSpace first = new PacketSpace(QuicPacket.Kind.INITIAL);
    private final PacketSpace handshake = new PacketSpace(QuicPacket.Kind.HANDSHAKE);
    private final PacketSpace application = new PacketSpace(QuicPacket.Kind.SHORT);
    private final Map<Long, IncomingStream> incoming = new HashMap<>(Map.of(0L, new IncomingStream()));
    private final Queue<QuicEvent> events = new ArrayDeque<>();
    private DatagramSocket socket;
    private QuicPacket.Ids ids;
    private byte[] unread = {};
    private long written;
    private boolean retried;
    private @Nullable QuicClose closed;

    private QuicConnection(InetSocketAddress to) throws IOException {
        this.to = to;
        this.socket = newSocket(to);
        this.ids = new QuicPacket.Ids(newId(), newId(), new byte[0]);
    }

    /**
     * Connects and completes the handshake.
     *
     * @throws EOFException if the peer closed the connection, with its {@link QuicClose} as message
     */
    public static QuicConnection open(InetSocketAddress to, QuicHello hello) throws IOException {
        QuicConnection connection = begin(to, hello);
        connection.await("the end of the handshake", () -> connection.application.own != null);
        QuicClose why = connection.closed;
        if (why != null) {
            connection.socket.close();
            throw new EOFException(why.toString());
        }
        return connection;
    }

    /** Connects, and waits until the handshake is complete or the peer has closed the connection. */
    public static QuicConnection begin(InetSocketAddress to, QuicHello hello) throws IOException {
        QuicConnection connection = new QuicConnection(to);
        connection.setInitialKeys();
        ByteOutput frames = new ByteOutput();
        QuicFrames.crypto(frames, 0, connection.tls.hello(hello, connection.ids.source()));
        connection.send(connection.first, frames.toBytes(), true);
        connection.await("an answer to the handshake", () -> connection.application.own != null);
        return connection;
    }

    /** Returns a new random connection ID. */
    public static byte[] newId() {
        byte[] id = new byte[QuicPacket.ID];
        new SecureRandom().nextBytes(id);
        return id;
    }

    /** Returns a socket that receives from one address only. */
    public static DatagramSocket newSocket(InetSocketAddress to) throws IOException {
        DatagramSocket socket = new DatagramSocket();
        socket.connect(to);
        socket.setSoTimeout(AGAIN_MILLIS);
        return socket;
    }

    private void setInitialKeys() {
        first.own = PacketKeys.initial(ids.destination(), true);
        first.others = PacketKeys.initial(ids.destination(), false);
    }

    static byte[] padded(QuicPacket.Kind kind, QuicPacket.Ids ids, PacketKeys keys, long number, byte[] frames) {
        byte[] sealed = QuicPacket.sealed(kind, ids, keys, number, frames);
        int missing = QuicPacket.FIRST_BYTES - sealed.length;
        return missing <= 0
                ? sealed
                : QuicPacket.sealed(kind, ids, keys, number, Arrays.copyOf(frames, frames.length + missing));
    }

    private void send(PacketSpace space, byte[] frames, boolean again) throws IOException {
        PacketKeys keys = space.own;
        if (keys == null) {
            throw new IllegalStateException("there are no keys for packets of kind " + space.kind);
        }
        long number = space.next++;
        if (again) {
            space.unacknowledged.put(number, frames);
        }
        byte[] whole = frames;
        if (space.owesAck) {
            space.owesAck = false;
            whole = new ByteOutput()
                    .bytes(QuicFrames.ack(space.received))
                    .bytes(frames)
                    .toBytes();
        }
        // The sample of the header protection mask needs this length.
        byte[] enough = Arrays.copyOf(whole, Math.max(whole.length, PacketKeys.SAMPLE));
        byte[] datagram = space == first
                ? padded(space.kind, ids, keys, number, enough)
                : QuicPacket.sealed(space.kind, ids, keys, number, enough);
        socket.send(new DatagramPacket(datagram, datagram.length));
    }

    /** Waits until a condition holds or the connection has ended; retransmits lost packets meanwhile. */
    private void await(String what, BooleanSupplier done) throws IOException {
        if (!await(PATIENCE_MILLIS, done)) {
            throw new SocketTimeoutException("expected " + what);
        }
    }

    /** Returns false if the condition does not hold in time, and the connection has not ended. */
    private boolean await(int millis, BooleanSupplier done) throws IOException {
        long until = System.nanoTime() + millis * NANOS;
        byte[] buffer = new byte[MOST_DATAGRAM];
        while (!done.getAsBoolean() && closed == null) {
            long left = (until - System.nanoTime()) / NANOS;
            if (left <= 0) {
                return false;
            }
            socket.setSoTimeout((int) Math.min(AGAIN_MILLIS, left));
            DatagramPacket datagram = new DatagramPacket(buffer, buffer.length);
            try {
                socket.receive(datagram);
            } catch (SocketTimeoutException e) {
                repeat();
                continue;
            }
            take(Arrays.copyOf(buffer, datagram.getLength()));
        }
        return true;
    }

    private void repeat() throws IOException {
        for (PacketSpace space : new PacketSpace[] {first, handshake, application}) {
            byte[][] waiting = space.unacknowledged.values().toArray(byte[][]::new);
            space.unacknowledged.clear();
            for (byte[] frames : waiting) {
                send(space, frames, true);
            }
        }
    }

    private void take(byte[] datagram) throws IOException {
        try {
            for (QuicPacket packet : QuicPacket.of(datagram)) {
                if (packet.kind() == QuicPacket.Kind.RETRY) {
                    retry(packet);
                } else {
                    take(packet);
                }
            }
            proceed();
        } catch (GeneralSecurityException | WireError e) {
            throw new IOException(e.getMessage(), e);
        }
        for (PacketSpace space : new PacketSpace[] {first, handshake, application}) {
            if (space.owesAck && closed == null) {
                send(space, new byte[0], false);
            }
        }
    }

    private void retry(QuicPacket packet) throws IOException {
        if (retried || !packet.hasRetryTag(ids.destination())) {
            return;
        }
        retried = true;
        ids = new QuicPacket.Ids(
                packet.ids().source(), ids.source(), packet.ids().token());
        setInitialKeys();
        repeat();
    }

    private void take(QuicPacket packet) throws IOException {
        PacketSpace space = switch (packet.kind()) {
            case INITIAL -> first;
            case HANDSHAKE -> handshake;
            default -> application;
        };
        PacketKeys keys = space.others;
        QuicPacket.Opened opened = keys == null ? null : packet.open(keys, space.largest());
        if (opened == null) {
            return; // of later keys, and comes again
        }
        if (packet.kind() == QuicPacket.Kind.INITIAL) {
            ids = ids.to(packet.ids().source());
        }
        if (space.received.add(opened.number())) {
            space.owesAck |= QuicFrames.read(opened.frames(), new Frames(space));
        } else {
            space.owesAck = true;
        }
    }

    /** Processes received TLS messages. */
    private void proceed() throws IOException, GeneralSecurityException {
        for (PacketSpace space : new PacketSpace[] {first, handshake, application}) {
            for (byte[] message = space.message(); message != null; message = space.message()) {
                tls.take(message);
                if (tls.hasHandshakeKeys() && handshake.own == null) {
                    handshake.own = tls.handshakeKeys(true);
                    handshake.others = tls.handshakeKeys(false);
                }
                if (tls.isFinished() && application.own == null) {
                    PacketKeys own = tls.applicationKeys(true);
                    application.others = tls.applicationKeys(false);
                    ByteOutput frames = new ByteOutput();
                    QuicFrames.crypto(frames, 0, tls.finished());
                    send(handshake, frames.toBytes(), true);
                    first.unacknowledged.clear();
                    application.own = own;
                }
            }
        }
    }

    /** Handles the frames of a packet of one kind. */
    private final class Frames implements QuicFrames.Reader {
        private final PacketSpace space;

        Frames(PacketSpace space) {
            this.space = space;
        }

        @Override
        public void acknowledged(long from, long until) {
            space.acknowledged(from, until);
            if (space == application) {
                handshake.unacknowledged.clear(); // who has these keys has all of it
            }
        }

        @Override
        public void crypto(long offset, byte[] content) {
            space.crypto(offset, content);
        }

        @Override
        public void stream(long id, long offset, byte[] content, boolean last) throws IOException {
            incoming(id).add(id, offset, content, last, event -> {
                events.add(event);
                if (id == 0) {
                    unread = new ByteOutput()
                            .bytes(unread)
                            .bytes(event.content())
                            .toBytes();
                }
            });
        }

        private IncomingStream incoming(long id) throws IOException {
            boolean isTrack =
                    id % STREAM_KINDS == THEIR_TRACKS && tls.protocol().equals(QuicHello.PARLEY_2);
            if (id != 0 && !isTrack) {
                throw new IOException("expected frames of stream 0 and of tracks alone, found one of stream " + id);
            }
            return incoming.computeIfAbsent(id, any -> new IncomingStream());
        }

        @Override
        public void reset(long id, boolean stopped) throws IOException {
            if (!stopped) {
                incoming(id).reset();
            }
            events.add(QuicEvent.of(stopped ? QuicEvent.Kind.STOPPED : QuicEvent.Kind.RESET, id));
        }

        @Override
        public void datagram(byte[] content) {
            events.add(QuicEvent.of(QuicEvent.Kind.DATAGRAM, 0, content));
        }

        @Override
        public void challenged(byte[] challenge) throws IOException {
            send(space, QuicFrames.pathResponse(challenge), false);
        }

        @Override
        public void closed(QuicClose close) {
            closed = close;
            events.add(QuicEvent.of(close));
        }
    }

    @Override
    public @Nullable QuicEvent next(int millis) throws IOException {
        await(millis, () -> !events.isEmpty());
        return events.poll();
    }

    /** Returns the peer's CONNECTION_CLOSE; null if there is none yet. */
    public @Nullable QuicClose closed() {
        return closed;
    }

    /** Waits until the peer closes the connection. */
    public QuicClose awaitClose() throws IOException {
        await("CONNECTION_CLOSE", () -> false);
        QuicClose why = closed;
        if (why == null) {
            throw new SocketTimeoutException("expected CONNECTION_CLOSE");
        }
        return why;
    }

    /** Waits until the peer ends the stream or the connection. */
    public void awaitEnd() throws IOException {
        await("the end of the stream", this::isFirstOver);
    }

    private boolean isFirstOver() {
        return incoming.getOrDefault(0L, new IncomingStream()).isOver();
    }

    @Override
    public void send(long stream, long offset, byte[] content, boolean last) throws IOException {
        int at = 0;
        do {
            int next = Math.min(content.length, at + MOST_CONTENT);
            byte[] piece = Arrays.copyOfRange(content, at, next);
            send(application, QuicFrames.stream(stream, offset + at, piece, last && next == content.length), true);
            at = next;
        } while (at < content.length && closed == null);
    }

    @Override
    public void reset(long stream, long code, long size) throws IOException {
        send(application, QuicFrames.resetStream(stream, code, size), true);
    }

    @Override
    public void stopSending(long stream, long code) throws IOException {
        send(application, QuicFrames.stopSending(stream, code), true);
    }

    /** Ends stream 0 of this side. */
    public void finish() throws IOException {
        send(0, written, new byte[0], true);
    }

    /** Resets stream 0 of this side. */
    public void reset() throws IOException {
        reset(0, 0, written);
    }

    /** Sends STOP_SENDING for stream 0. */
    public void stopSending() throws IOException {
        stopSending(0, 0);
    }

    @Override
    public void datagram(byte... content) throws IOException {
        send(application, QuicFrames.datagram(content), false);
    }

    @Override
    public void rebind() throws IOException {
        socket.close();
        socket = newSocket(to);
    }

    /** Returns a stream of the bytes received on stream 0. */
    public InputStream in() {
        return new PieceInput() {
            @Override
            protected byte @Nullable [] next() throws IOException {
                await("bytes of the stream", () -> unread.length > 0 || isFirstOver());
                byte[] piece = unread;
                unread = new byte[0];
                return piece.length == 0 ? null : piece;
            }
        };
    }

    /** Returns a stream that sends to stream 0, each write in packets of its own. */
    public OutputStream out() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] content, int offset, int length) throws IOException {
                send(0, written, Arrays.copyOfRange(content, offset, offset + length), false);
                written += length;
            }
        };
    }

    /** Returns the peer's certificate; null if it sent none. */
    public @Nullable X509Certificate certificate() {
        return tls.certificate();
    }

    @Override
    public String protocol() {
        return tls.protocol();
    }

    /** Returns whether the peer requests a certificate. */
    public boolean asksForCertificate() {
        return tls.asksForCertificate();
    }

    /** Returns whether the peer accepts early data, now or with a ticket. */
    public boolean takesEarlyData() {
        return tls.takesEarlyData();
    }

    /** {@inheritDoc} That is the default of those that cases use (RFC 9000, section 18.2). */
    @Override
    public long parameter(long number) {
        Map<Long, byte[]> said = tls.parameters();
        byte[] value = said.get(number);
        return value == null ? 0 : QuicBytes.number(new ByteInput(value));
    }

    /** Returns whether the peer sent a Retry. */
    public boolean wasRetried() {
        return retried;
    }

    @Override
    public void close() throws IOException {
        try {
            if (closed == null && application.own != null && !socket.isClosed()) {
                send(application, QuicFrames.close(0), false);
            }
        } finally {
            socket.close();
        }
    }
}
