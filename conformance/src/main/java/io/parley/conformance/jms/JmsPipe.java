package io.parley.conformance.jms;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.PieceInput;
import io.parley.conformance.raw.WireError;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.TemporaryQueue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection of section 1.1: each write is sent as a message of its own, and received messages are
 * checked against the general rules. One thread at a time.
 */
public final class JmsPipe implements AutoCloseable {
    /** The default receive window, in bytes. */
    public static final long WINDOW = 2 * 1024 * 1024;

    private static final int PREAMBLE = 8;
    private static final int FRAME_HEADER = 20;

    private final BrokerTalk talk;
    private final byte[] id;
    private final long window;
    private final Message opening;
    private final long theirWindow;
    private final MessageProducer producer;
    private final FrameInput in = new FrameInput();
    private final Deque<byte[]> arrived = new ArrayDeque<>();
    private long sentMessages;
    private long sentBytes;
    private long theirCredit;
    private long receivedMessages;
    private long receivedBytes;
    private long credited;
    private boolean credits = true;
    private boolean closed;
    private boolean closedByPeer;

    private JmsPipe(BrokerTalk talk, long window, Message opening, int kind) throws JMSException {
        this.talk = talk;
        this.window = window;
        this.opening = opening;
        JmsPacket packet = JmsPacket.decode(opening);
        Destination peer = opening.getJMSReplyTo();
        if (packet.kind() != kind) {
            throw new WireError("expected kind " + kind + ", found kind " + packet.kind());
        }
        if (!(peer instanceof TemporaryQueue) || packet.number() < 1) {
            throw new WireError("expected a temporary queue and a window in a message of kind " + kind + ", found "
                    + peer + " and " + packet.number());
        }
        id = packet.connection();
        theirWindow = packet.number();
        producer = talk.session().createProducer(peer);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    }

    /** Connects to a listener of the service at a queue. */
    public static JmsPipe open(ServedQueue queue, int port) throws IOException {
        return open(queue, port, WINDOW);
    }

    /** Connects with a receive window. */
    public static JmsPipe open(ServedQueue queue, int port, long window) throws IOException {
        BrokerTalk talk = null;
        try {
            talk = queue.talk();
            return open(talk, queue.listener(port), talk.bytes(connect(newId(), window)));
        } catch (JMSException e) {
            leave(talk);
            throw failed(e);
        } catch (IOException | RuntimeException e) {
            leave(talk);
            throw e;
        }
    }

    private static void leave(@Nullable BrokerTalk talk) throws IOException {
        if (talk != null) {
            try {
                talk.close();
            } catch (JMSException e) {
                throw failed(e);
            }
        }
    }

    /** Returns a new random connection id. */
    public static byte[] newId() {
        byte[] id = new byte[JmsPacket.ID];
        new Random().nextBytes(id);
        return id;
    }

    /** Returns the body of CONNECT. */
    public static byte[] connect(byte[] id, long window) {
        return new JmsPacket(JmsPacket.CONNECT, id, window).encode();
    }

    /** Connects with a CONNECT message, which may have properties. Closing the result closes {@code talk}. */
    public static JmsPipe open(BrokerTalk talk, String listener, BytesMessage connect)
            throws JMSException, IOException {
        JmsPacket asked = JmsPacket.decode(connect);
        JmsPipe pipe = new JmsPipe(talk, asked.number(), ask(talk, listener, connect), JmsPacket.ACCEPT);
        if (!Arrays.equals(asked.connection(), pipe.id)) {
            throw new WireError("expected ACCEPT of this connection, found that of another");
        }
        return pipe;
    }

    /**
     * Receives a connection, which the peer may use only after it was sent {@link #acceptance()}.
     *
     * @param talk the connection to the broker, which closing the result closes
     * @param connect the CONNECT of the peer
     * @param window the receive window
     */
    public static JmsPipe requested(BrokerTalk talk, Message connect, long window) throws JMSException {
        return new JmsPipe(talk, window, connect, JmsPacket.CONNECT);
    }

    /** Sends a message to a listener's queue and waits for the answer. */
    private static Message ask(BrokerTalk talk, String listener, Message connect) throws JMSException, IOException {
        talk.send(talk.session().createQueue(listener), connect, talk.inbox());
        Message answer = talk.receive(BrokerTalk.PATIENCE_MILLIS);
        if (answer == null) {
            throw new SocketTimeoutException("expected ACCEPT");
        }
        return answer;
    }

    static IOException failed(JMSException why) {
        return new IOException("the broker said " + why.getMessage(), why);
    }

    /** Returns the connection to the broker. */
    public BrokerTalk talk() {
        return talk;
    }

    /** Returns the id of the connection. */
    public byte[] connection() {
        return id.clone();
    }

    /** Returns the peer's receive window, in bytes. */
    public long theirWindow() {
        return theirWindow;
    }

    /** Returns the peer's first message: its CONNECT, or its ACCEPT. */
    public Message opening() {
        return opening;
    }

    /** Returns ACCEPT of this connection, with this side's window and queue. */
    public BytesMessage acceptance() throws JMSException {
        BytesMessage accept = packet(JmsPacket.ACCEPT, window);
        accept.setJMSReplyTo(talk.inbox());
        return accept;
    }

    /** Stops granting credit. */
    public void withholdCredit() {
        credits = false;
    }

    /** Grants credit for everything received, and continues to do so. */
    public void giveCredit() throws IOException {
        credits = true;
        credit();
    }

    /** Returns the byte count of the peer's last CREDIT. */
    public long theirCredit() {
        return theirCredit;
    }

    /** Returns the bytes of frames that this side sent. */
    public long sentBytes() {
        return sentBytes;
    }

    /** Returns the bytes of frames that were received. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** Returns the number of the last message of frames that this side sent. */
    public long lastNumber() {
        return sentMessages;
    }

    /** Returns a message of this connection with the given fields. */
    public BytesMessage packet(int kind, long number, byte... frames) throws JMSException {
        return talk.bytes(new JmsPacket(kind, id, number, frames).encode());
    }

    /** Sends a message to the peer's queue unchanged, without counting it. */
    public void send(Message message) throws IOException {
        try {
            producer.send(message);
        } catch (JMSException e) {
            throw (SocketException) new SocketException("the other side's queue takes nothing").initCause(e);
        }
    }

    private void send(int kind, long number, byte... frames) throws IOException {
        try {
            send(packet(kind, number, frames));
        } catch (JMSException e) {
            throw failed(e);
        }
    }

    /** Sends CLOSE with the next number: this side sends no more. */
    public void finish() throws IOException {
        if (!closed) {
            closed = true;
            send(JmsPacket.CLOSE, ++sentMessages);
        }
    }

    /** Sends CLOSE to a peer that may have disconnected already. */
    private void finishUnlessGone() throws IOException {
        try {
            finish();
        } catch (SocketException e) {
            closed = true;
        }
    }

    /** Reads up to the peer's CLOSE, before which no frames may arrive. */
    public void expectClose() throws IOException {
        long before = receivedBytes;
        while (!closedByPeer) {
            take();
        }
        if (receivedBytes > before || in.isWithinPiece() || arrived.stream().anyMatch(piece -> piece.length > 0)) {
            throw new IOException("expected CLOSE, found frames before it");
        }
    }

    /** Reads messages until {@code quietMillis} pass without one. */
    public void takeAll(int quietMillis) throws IOException {
        while (take(quietMillis)) {
            // The messages are counted as they are read.
        }
    }

    private void take() throws IOException {
        if (!take(BrokerTalk.PATIENCE_MILLIS)) {
            throw new SocketTimeoutException("expected a message on this side's queue");
        }
    }

    /** Reads the next message and returns whether one arrived in time. */
    private boolean take(int millis) throws IOException {
        try {
            Message message = talk.receive(millis);
            if (message != null) {
                take(JmsPacket.decode(message));
            }
            return message != null;
        } catch (JMSException e) {
            throw failed(e);
        } catch (WireError e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void take(JmsPacket packet) throws IOException {
        if (!Arrays.equals(packet.connection(), id)) {
            throw new IOException("expected messages of this connection, found one of another");
        }
        switch (packet.kind()) {
            case JmsPacket.FRAMES -> {
                expectNext(packet);
                takeFrames(packet.frames());
            }
            case JmsPacket.CREDIT -> takeCredit(packet.number());
            case JmsPacket.CLOSE -> {
                expectNext(packet);
                closedByPeer = true;
                finishUnlessGone();
            }
            default -> throw new IOException("expected FRAMES, CREDIT or CLOSE, found kind " + packet.kind());
        }
    }

    private void expectNext(JmsPacket packet) throws IOException {
        receivedMessages++;
        if (packet.number() != receivedMessages || closedByPeer) {
            throw new IOException(
                    "expected message " + receivedMessages + ", and none behind CLOSE, found " + packet.number());
        }
    }

    private void takeFrames(byte[] frames) throws IOException {
        if (receivedBytes - credited >= window) {
            throw new IOException(
                    "expected at most one message beyond a window of " + window + " bytes, found another");
        }
        expectWhole(frames);
        arrived.add(frames);
        receivedBytes += frames.length;
        if (credits && receivedBytes - credited >= window / 2) {
            credit();
        }
    }

    /**
     * Checks that a message has whole frames. The first bytes of a side are its preamble, which has no length of its
     * own.
     */
    private void expectWhole(byte[] frames) throws IOException {
        ByteInput in = new ByteInput(frames);
        try {
            if (receivedBytes == 0) {
                in.bytes(PREAMBLE);
            } else if (frames.length == 0) {
                throw new WireError("expected a frame, found none");
            }
            while (in.remaining() > 0) {
                in.bytes(Math.max(FRAME_HEADER, (int) in.number(4)) - 4);
            }
        } catch (WireError e) {
            throw new IOException("expected whole frames in a message: " + e.getMessage(), e);
        }
    }

    private void takeCredit(long count) throws IOException {
        if (count <= theirCredit || count > sentBytes) {
            throw new IOException(
                    "expected CREDIT for " + (theirCredit + 1) + " to " + sentBytes + " bytes, found " + count);
        }
        theirCredit = count;
    }

    private void credit() throws IOException {
        if (receivedBytes > credited && !closedByPeer) {
            credited = receivedBytes;
            send(JmsPacket.CREDIT, credited);
        }
    }

    /** Returns a stream of the received frames. */
    public InputStream in() {
        return in;
    }

    /** Returns a stream that sends each write as one message of frames. */
    public OutputStream out() {
        return new FrameOutput();
    }

    /** Sends CLOSE and disconnects from the broker. */
    @Override
    public void close() throws IOException {
        try {
            finishUnlessGone();
        } finally {
            leave(talk);
        }
    }

    private final class FrameInput extends PieceInput {
        @Override
        protected byte @Nullable [] next() throws IOException {
            while (arrived.isEmpty() && !closedByPeer) {
                take();
            }
            return arrived.poll();
        }
    }

    private final class FrameOutput extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        /** Waits for credit if the peer's window is used up; frames that arrive meanwhile are queued. */
        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            while (sentBytes - theirCredit >= theirWindow && !closedByPeer) {
                take();
            }
            if (closedByPeer || closed) {
                throw new SocketException("the connection ended");
            }
            sentBytes += length;
            send(JmsPacket.FRAMES, ++sentMessages, Arrays.copyOfRange(from, offset, offset + length));
        }
    }
}
