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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a connection: an inbox, which is a temporary queue of this side, and an outbox, which sends to that of the
 * other (docs/protocol/channels.md, 1.1). Messages are numbered, so one that comes twice is dropped and one that is
 * lost ends the connection. Thread-safe; all blocking work is done by this package's threads.
 */
final class JmsConnection implements Connection, BrokerLink.User, Outbox.Events {
    /** Bytes of frames that the other side may have under way to this one, but for its last message. */
    static final long WINDOW = 2 * 1024 * 1024;

    /** The longest message, unless frames may be longer. */
    private static final long LONGEST = 4 * 1024 * 1024;
    /** Time limit after a close for waiting frames to go out, and then for the other side's close. */
    private static final long CLOSING_MILLIS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(JmsConnection.class);

    /** Handler of the first message to an end that has asked for a connection. */
    interface Answer {
        /** Runs on the inbox's thread. */
        void onAnswer(Packet packet, Message message) throws JMSException;
    }

    private final BrokerLink link;
    private final String remote;
    private final ByteBuffer id;
    private final long longest;
    private final String deadLetterQueue;
    private final Delivery delivery;
    private final Outbox outbox;
    private final AtomicReference<@Nullable Runnable> whenAccepted = new AtomicReference<>();
    private final AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    private final Object lock = new Object();

    /** Used by the inbox's thread alone: the number of the next message, and bytes of frames that came so far. */
    private long expected = 1;

    private long received;

    /** Guarded by the lock, as are those below. */
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
        this.longest = Math.max(LONGEST, frame);
        this.deadLetterQueue = settings.deadLetterQueue();
        this.outbox = new Outbox(id, this, link.waitsInSending(frame));
        this.delivery = new Delivery(outbox::consumed);
    }

    /** Opens the inbox. Blocks. */
    TemporaryQueue open(@Nullable Answer expectedAnswer) throws JMSException {
        answer.set(expectedAnswer);
        jakarta.jms.Connection broker = link.join(this);
        // Redeliveries are told by their numbers, so many messages may be acknowledged at once.
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
        DeadLetters deadLetters = new DeadLetters(in, deadLetterQueue);
        own.setMessageListener(message -> receive(message, deadLetters));
        return queue;
    }

    /** The session that sends, for what comes before the frames. */
    Session outSession() {
        synchronized (lock) {
            Session present = outSession;
            if (present == null) {
                throw new IllegalStateException("not open yet");
            }
            return present;
        }
    }

    /** The other side's inbox is known: frames may go. Blocks. */
    void sendTo(Destination peer, long peerWindow) throws JMSException {
        synchronized (lock) {
            peerInbox = peer;
        }
        outbox.start(outSession(), peer, peerWindow);
    }

    /** Delivers frames and other events of the connection to the handler: it is established. */
    void deliverTo(ConnectionHandler handler) {
        delivery.start(handler);
    }

    void countAsPending(Runnable accepted) {
        whenAccepted.set(accepted);
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
        Runnable accepted = whenAccepted.getAndSet(null);
        if (accepted != null) {
            accepted.run();
        }
    }

    @Override
    public String remote() {
        return remote;
    }

    /** The way to the broker may be secured, but neither side knows that of the other's. */
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

    /** Ends without sending what waits. */
    void fail(Throwable why) {
        beginClosing();
        delivery.close(why);
        outbox.endNow();
    }

    /** Ends where the broker does not serve it any more. */
    private void breakOff(Throwable why) {
        beginClosing();
        delivery.close(why);
        JmsThreads.run(this::dispose);
    }

    @Override
    public void onBrokerLost(JMSException why) {
        breakOff(new ParleyException(
                ErrorCode.CONNECTION_LOST, "jms: the broker between here and " + remote + " was lost", why));
    }

    @Override
    public void onRoom() {
        delivery.writable();
    }

    @Override
    public void onEnd() {
        synchronized (lock) {
            ended = true;
        }
        disposeIfOver();
    }

    @Override
    public void onFailure(Exception why) {
        breakOff(new ParleyException(ErrorCode.CONNECTION_LOST, "jms: nothing can be sent to " + remote, why));
    }

    // A connection whose other end does not answer the close is kept for a while, so that what that end still sends
    // finds its queue.
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
            Packet packet = Packet.read(message, longest);
            if (packet == null || !packet.connection().equals(id)) {
                deadLetters.take(message, "the inbox of a connection with " + remote);
            } else {
                take(packet, message);
            }
        } catch (JMSException e) {
            breakOff(new ParleyException(ErrorCode.CONNECTION_LOST, "jms: a message from " + remote + " is lost", e));
        } catch (RuntimeException e) {
            LOG.warn("jms: the connection with {} ends by a failure of its own", remote, e);
            fail(e);
        }
    }

    private void take(Packet packet, Message message) throws JMSException {
        switch (packet.kind()) {
            case CONNECT, ACCEPT, REFUSE -> {
                Answer waiting = answer.getAndSet(null);
                if (waiting != null && packet.kind() != Packet.Kind.CONNECT) {
                    waiting.onAnswer(packet, message);
                }
            }
            case FRAMES -> takeFrames(packet);
            case CREDIT -> {
                if (!outbox.credit(packet.number())) {
                    fail(flowControl(
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
        long open = received - outbox.consumedTold();
        if (!packet.frames().isReadable() || open > WINDOW + longest) {
            fail(flowControl("frames of 1 to " + (WINDOW + longest) + " bytes that are not credited", open + " bytes"));
            return;
        }
        delivery.add(packet.frames());
    }

    /** Returns whether the message is the next one; one that came already is dropped. */
    private boolean isNext(Packet packet) {
        if (packet.number() < expected) {
            LOG.debug("jms: message {} from {} came twice", packet.number(), remote);
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

    private ParleyException flowControl(String wanted, String found) {
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
        disposeIfOver();
    }

    private void disposeIfOver() {
        synchronized (lock) {
            if (!ended || !peerEnded) {
                return;
            }
        }
        JmsThreads.run(this::dispose);
    }

    /** Blocks. */
    private void dispose() {
        synchronized (lock) {
            if (disposed) {
                return;
            }
            disposed = true;
        }
        outbox.stop();
        try {
            link.leave(this, this::closeSessions);
        } catch (JMSException e) {
            LOG.debug("jms: the connection with {} left something at the broker", remote, e);
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
                Stand.remove(out, peer);
            }
            if (queue != null) {
                queue.delete();
            }
        }
    }
}
