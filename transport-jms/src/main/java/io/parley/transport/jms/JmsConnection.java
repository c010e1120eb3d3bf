package io.parley.transport.jms;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a connection: an inbox, which is a temporary queue of this side, and an outbox, which sends to the peer's
 * inbox (docs/protocol/channels.md, section 1.1). Messages are numbered: duplicates are dropped, and a lost message
 * ends the connection. Thread-safe; threads of this package do all blocking work.
 */
final class JmsConnection implements Connection, BrokerLink.User, Outbox.Events {
    /** Bytes of frames that the peer may have under way to this side, apart from its last message. */
    static final long WINDOW = 2 * 1024 * 1024;

    /** Maximum length of a message, unless frames may be longer. */
    private static final long MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
    /** Time after a close for sending queued frames, and then for the peer's close. */
    static final long CLOSING_MILLIS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(JmsConnection.class);

    /** Handler of the first message to the side that requested a connection. */
    interface Answer {
        /** Called on the inbox's thread. */
        void onAnswer(Packet packet, Message message) throws JMSException;
    }

    private final BrokerLink link;
    private final String remote;
    private final ByteBuffer id;
    private final long maxMessageBytes;
    private final JmsSettings settings;
    private final Delivery delivery;
    private final Outbox outbox;
    private final AtomicReference<@Nullable Runnable> onAccepted = new AtomicReference<>();
    private final AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    /** Completed when this side sends no more. */
    private final CompletableFuture<Void> lastMessage = new CompletableFuture<>();

    private final Object lock = new Object();

    /** Number of the next message, and bytes of frames received so far. Used by the inbox's thread only. */
    private long expected = 1;

    private long received;

    /** Guarded by the lock, like the fields below. */
    private @Nullable Session inSession;

    private @Nullable Session outSession;
    private @Nullable TemporaryQueue inbox;
    private @Nullable Destination peerInbox;
    private @Nullable MessageConsumer consumer;
    private boolean closing;
    private boolean ended;
    private boolean peerEnded;
    private boolean disposed;

    JmsConnection(BrokerLink link, JmsSettings settings, ChannelSettings channel, ByteBuffer id, String remote) {
        this.link = link;
        this.remote = remote;
        this.id = id;
        long frame = channel.limits().get(Limit.FRAME_BYTES);
        this.maxMessageBytes = Math.max(MAX_MESSAGE_BYTES, frame);
        this.settings = settings;
        this.outbox = new Outbox(id, this, link.mayBlockSender(frame));
        this.delivery = new Delivery(outbox::consumed);
    }

    /** Opens the inbox. Blocks. */
    TemporaryQueue open(@Nullable Answer expectedAnswer) throws JMSException {
        answer.set(expectedAnswer);
        jakarta.jms.Connection broker = link.join(this);
        // Redeliveries are detected by their numbers, so messages may be acknowledged in batches.
        Session in = broker.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
        Session out = broker.createSession(false, Session.AUTO_ACKNOWLEDGE);
        TemporaryQueue queue = in.createTemporaryQueue();
        MessageConsumer own = in.createConsumer(queue);
        synchronized (lock) {
            inSession = in;
            outSession = out;
            inbox = queue;
            consumer = own;
        }
        DeadLetters deadLetters = new DeadLetters(in, settings.deadLetterQueue());
        own.setMessageListener(message -> receive(message, deadLetters));
        return queue;
    }

    /** Returns the session that sends, for the messages before the first frames. */
    Session outSession() {
        synchronized (lock) {
            Session present = outSession;
            if (present == null) {
                throw new IllegalStateException("not open yet");
            }
            return present;
        }
    }

    /** Sets the peer's inbox. From now on the peer receives a CLOSE when this connection ends. */
    void setPeer(Destination peer) {
        synchronized (lock) {
            peerInbox = peer;
        }
    }

    /** Starts sending frames, once the peer's inbox is known. Blocks. */
    void sendTo(Destination peer, long peerWindow) throws JMSException {
        setPeer(peer);
        outbox.start(outSession(), peer, peerWindow);
    }

    /** Sets the handler of frames and events, once the connection is established. */
    void deliverTo(ConnectionHandler handler) {
        delivery.start(handler);
    }

    void setOnAccepted(Runnable accepted) {
        onAccepted.set(accepted);
    }

    @Override
    public void send(ByteBuf frame) {
        outbox.send(frame);
    }

    @Override
    public void flush() {
        outbox.flush();
    }

    @Override
    public boolean isWritable() {
        return outbox.hasRoom();
    }

    @Override
    public void setReading(boolean reading) {
        delivery.setReading(reading);
    }

    @Override
    public void markAccepted() {
        Runnable accepted = onAccepted.getAndSet(null);
        if (accepted != null) {
            accepted.run();
        }
    }

    @Override
    public String remote() {
        return remote;
    }

    /**
     * {@inheritDoc} Always false: either side's connection to the broker may be secured, but neither knows that of the
     * other.
     */
    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public void close() {
        if (!beginClosing()) {
            return;
        }
        delivery.close(null);
        outbox.end();
        JmsThreads.later(CLOSING_MILLIS, outbox::endNow);
    }

    /** {@inheritDoc} A peer that gets no CLOSE cannot tell this side from one that is slow. */
    @Override
    public CompletionStage<Void> end() {
        close();
        synchronized (lock) {
            return peerInbox == null ? CompletableFuture.completedFuture(null) : lastMessage;
        }
    }

    /** Closes without sending queued frames. */
    void fail(Throwable why) {
        beginClosing();
        delivery.close(why);
        outbox.endNow();
    }

    /** Closes without a message to the peer, because the broker cannot be used. */
    private void abort(Throwable why) {
        beginClosing();
        delivery.close(why);
        JmsThreads.run(this::dispose);
    }

    @Override
    public void onBrokerLost(JMSException why) {
        abort(new ParleyException(
                ErrorCode.CONNECTION_LOST, "jms: the broker between here and " + remote + " was lost", why));
    }

    @Override
    public void onWritable() {
        delivery.writable();
    }

    @Override
    public void onEnd() {
        synchronized (lock) {
            ended = true;
        }
        lastMessage.complete(null);
        disposeIfEnded();
    }

    @Override
    public void onFailure(Exception why) {
        abort(new ParleyException(ErrorCode.CONNECTION_LOST, "jms: cannot send to " + remote, why));
    }

    // A connection whose peer does not answer the close is kept for a while, so that what the peer still sends finds
    // its queue.
    private boolean beginClosing() {
        synchronized (lock) {
            if (closing) {
                return false;
            }
            closing = true;
        }
        markAccepted();
        JmsThreads.later(2 * CLOSING_MILLIS, this::dispose);
        return true;
    }

    private void receive(Message message, DeadLetters deadLetters) {
        try {
            Packet packet = Packet.read(message, maxMessageBytes);
            if (packet == null || !packet.connection().equals(id) || isForeignAcceptance(packet, message)) {
                deadLetters.take(message, "the inbox of a connection with " + remote);
            } else {
                take(packet, message);
            }
        } catch (JMSException e) {
            abort(new ParleyException(ErrorCode.CONNECTION_LOST, "jms: cannot read a message from " + remote, e));
        } catch (RuntimeException e) {
            LOG.warn("jms: closing the connection with {} after an internal error", remote, e);
            fail(e);
        }
    }

    /** Returns whether this side must not send where an ACCEPT directs it, or could send nothing. */
    private boolean isForeignAcceptance(Packet packet, Message message) throws JMSException {
        return packet.kind() == Packet.Kind.ACCEPT
                && (packet.number() < 1 || !ReplyAddress.isTemporary(message.getJMSReplyTo(), settings));
    }

    private void take(Packet packet, Message message) throws JMSException {
        switch (packet.kind()) {
            case CONNECT -> LOG.debug("jms: dropped a request for a connection from {}", remote);
            case ACCEPT, REFUSE -> {
                Answer waiting = answer.getAndSet(null);
                if (waiting != null) {
                    waiting.onAnswer(packet, message);
                }
            }
            case FRAMES -> takeFrames(packet);
            case CREDIT -> {
                if (!outbox.credit(packet.number())) {
                    fail(flowControlError(
                            "credit for bytes that were sent and not credited yet", packet.number() + " bytes"));
                }
            }
            case CLOSE -> {
                if (isNext(packet)) {
                    onPeerEnd();
                }
            }
        }
    }

    private void takeFrames(Packet packet) {
        if (!isNext(packet)) {
            return;
        }
        received += packet.frames().readableBytes();
        long open = received - outbox.consumedReported();
        if (!packet.frames().isReadable() || open > WINDOW + maxMessageBytes) {
            fail(flowControlError(
                    "frames of 1 to " + (WINDOW + maxMessageBytes) + " bytes that are not credited", open + " bytes"));
            return;
        }
        delivery.add(packet.frames());
    }

    /** Returns whether the message is the next in order; drops a duplicate. */
    private boolean isNext(Packet packet) {
        if (packet.number() < expected) {
            LOG.debug("jms: dropped message {} from {}: received twice", packet.number(), remote);
            return false;
        }
        if (packet.number() > expected) {
            fail(new ParleyException(
                    ErrorCode.CONNECTION_LOST,
                    "jms: expected message " + expected + " from " + remote + ", found " + packet.number()
                            + ": the broker has lost or reordered messages"));
            return false;
        }
        expected++;
        return true;
    }

    private ParleyException flowControlError(String wanted, String found) {
        return new ParleyException(
                ErrorCode.FLOW_CONTROL, "jms: expected of " + remote + " " + wanted + ", found " + found);
    }

    private void onPeerEnd() {
        boolean first;
        synchronized (lock) {
            peerEnded = true;
            first = !closing;
        }
        if (first) {
            delivery.closeAfterAll();
            beginClosing();
        }
        outbox.endNow();
        disposeIfEnded();
    }

    private void disposeIfEnded() {
        synchronized (lock) {
            if (!ended || !peerEnded) {
                return;
            }
        }
        JmsThreads.run(this::dispose);
    }

    /** Releases everything at the broker. Blocks. */
    private void dispose() {
        synchronized (lock) {
            if (disposed) {
                return;
            }
            disposed = true;
        }
        outbox.stop();
        lastMessage.complete(null);
        try {
            link.leave(this, this::closeSessions);
        } catch (JMSException e) {
            LOG.debug("jms: the connection with {} could not release everything at the broker", remote, e);
        }
    }

    private void closeSessions() throws JMSException {
        MessageConsumer own;
        TemporaryQueue queue;
        Session in;
        Session out;
        Destination peer;
        synchronized (lock) {
            own = consumer;
            peer = peerInbox;
            queue = inbox;
            in = inSession;
            out = outSession;
        }
        try (in;
                out) {
            if (own != null) {
                own.close();
            }
            if (out != null && peer != null) {
                RemoteQueueProxy.remove(out, peer);
            }
            if (queue != null) {
                queue.delete();
            }
        }
    }
}
