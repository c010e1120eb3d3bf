package io.parley.transport.jms;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.runtime.ObjectReservation;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Client of a queue of SOAP requests. Each call has a reply queue of its own while it runs; a few are kept for the next
 * calls. A request expires when its caller no longer waits. Thread-safe.
 */
public final class QueueClient implements AutoCloseable {
    private static final int MAX_IDLE = 8;

    private final BrokerLink link;
    private final String queue;
    private final Settings settings;
    private final Deque<ReplyQueue> idle = new ArrayDeque<>();
    private boolean closed;

    /**
     * Settings of requests.
     *
     * @param jms dead letters and names of temporary queues
     * @param bytes whether requests are BytesMessages
     * @param persistent whether requests survive a restart of the broker
     */
    public record Settings(JmsSettings jms, boolean bytes, boolean persistent) {
        int deliveryMode() {
            return persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        }
    }

    private QueueClient(BrokerLink link, String queue, Settings settings) {
        this.link = link;
        this.queue = queue;
        this.settings = settings;
    }

    /** Creates a client; it connects when it is first used. */
    public static QueueClient of(BrokerAccess broker, String queue, Settings settings) {
        return new QueueClient(new BrokerLink(broker.guarded(settings.jms())), queue, settings);
    }

    /** Returns the address of the queue. */
    public String address() {
        return "jms:queue:" + queue;
    }

    /**
     * Sends a request and waits for its reply.
     *
     * @param held where memory for the content of the reply is reserved
     * @throws ParleyException {@code CONNECT_FAILED} if it was not sent; {@code CONNECTION_LOST}, {@code TIMEOUT} or
     *     {@code CANCELLED} if it may have been handled; {@code PROTOCOL}, {@code LIMIT} or {@code BUDGET} if the reply
     *     cannot be read
     */
    public QueuedSoap call(QueuedSoap request, Duration within, Limits limits, ObjectReservation held) {
        ReplyQueue replies = take();
        boolean usable = false;
        try {
            Message sent = send(replies, request, within);
            Message reply = receive(replies, sent, within);
            usable = true;
            return QueuedSoap.read(reply, false, limits, held::reserve);
        } catch (JMSException e) {
            throw lost(e);
        } catch (ParleyException e) {
            throw usable ? e.afterDispatch() : e;
        } finally {
            giveBack(replies, usable);
        }
    }

    /**
     * Sends a request that has no reply; returns when the broker has it.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if it was not sent; {@code CONNECTION_LOST} if it may have been
     */
    public void send(QueuedSoap request) {
        ReplyQueue replies = take();
        boolean usable = false;
        try {
            send(replies, request, null);
            usable = true;
        } finally {
            giveBack(replies, usable);
        }
    }

    /**
     * Sends a message.
     *
     * @param within time for which its reply is awaited; null if there is none
     */
    private Message send(ReplyQueue replies, QueuedSoap request, @Nullable Duration within) {
        try {
            Message message = request.write(replies.session(), settings.bytes(), address());
            if (within != null) {
                message.setJMSCorrelationID(UUID.randomUUID().toString());
                message.setJMSReplyTo(replies.inbox());
            }
            replies.send(message, settings.deliveryMode(), within == null ? 0 : within.toMillis());
            return message;
        } catch (InvalidDestinationException | JMSSecurityException e) {
            throw notSent(e);
        } catch (JMSException e) {
            throw isInterruption(e) ? cancelled(e) : lost(e);
        } catch (RuntimeException e) {
            throw isInterruption(e) ? cancelled(e) : e;
        }
    }

    /** Returns the reply; services take its correlation from the request's, or from the request's message id. */
    private Message receive(ReplyQueue replies, Message request, Duration within) throws JMSException {
        Set<String> correlations = Set.of(request.getJMSCorrelationID(), request.getJMSMessageID());
        long end = System.nanoTime() + within.toNanos();
        Message reply;
        do {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            try {
                reply = left <= 0 ? null : replies.receive(left);
            } catch (JMSException e) {
                throw isInterruption(e) ? cancelled(e) : lost(e);
            } catch (RuntimeException e) {
                throw isInterruption(e) ? cancelled(e) : e;
            }
            if (reply == null) {
                throw none(replies, within);
            }
        } while (reply.getJMSCorrelationID() == null || !correlations.contains(reply.getJMSCorrelationID()));
        return reply;
    }

    private ParleyException none(ReplyQueue replies, Duration within) {
        if (Thread.currentThread().isInterrupted()) {
            return new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted");
        }
        return replies.isLost()
                ? new ParleyException(
                        ErrorCode.CONNECTION_LOST,
                        address() + ": expected a reply, found that the connection to the broker was lost")
                : new ParleyException(
                        ErrorCode.TIMEOUT,
                        address() + ": expected a reply within " + within.toMillis() + " ms, found none");
    }

    /** Returns whether the caller was interrupted, which JMS libraries report in exceptions of their own. */
    private static boolean isInterruption(Exception why) {
        boolean found = Thread.currentThread().isInterrupted();
        for (Throwable each = why.getCause(); each != null && !found; each = each.getCause()) {
            found = each instanceof InterruptedException;
        }
        return found;
    }

    private static ParleyException cancelled(Exception why) {
        Thread.currentThread().interrupt();
        return new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", why);
    }

    private ParleyException notSent(JMSException why) {
        return new ParleyException(
                ErrorCode.CONNECT_FAILED,
                address() + ": expected a broker that takes a request, found " + why.getMessage(),
                why);
    }

    private ParleyException lost(JMSException why) {
        return new ParleyException(
                ErrorCode.CONNECTION_LOST, address() + ": expected a reply, found " + why.getMessage(), why);
    }

    private ReplyQueue take() {
        synchronized (this) {
            if (closed) {
                throw new ParleyException(ErrorCode.CLOSED, address() + ": the client is closed");
            }
            for (ReplyQueue each = idle.poll(); each != null; each = idle.poll()) {
                if (!each.isLost()) {
                    return each;
                }
            }
        }
        try {
            return ReplyQueue.open(link, queue);
        } catch (JMSException e) {
            throw isInterruption(e) ? cancelled(e) : notSent(e);
        } catch (RuntimeException e) {
            throw isInterruption(e) ? cancelled(e) : e;
        }
    }

    /** Keeps a reply queue, unless a late reply may still arrive there. */
    private void giveBack(ReplyQueue replies, boolean usable) {
        synchronized (this) {
            if (usable && !closed && !replies.isLost() && idle.size() < MAX_IDLE) {
                idle.push(replies);
                return;
            }
        }
        // Blocks on the broker, and the caller may be interrupted.
        JmsThreads.run(replies::close);
    }

    /** Closes the connection to the broker, which ends the calls under way. Blocks. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            idle.clear();
        }
        link.close();
    }
}
