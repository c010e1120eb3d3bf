package io.parley.conformance;

import io.parley.conformance.jms.JmsPipe;
import io.parley.conformance.jms.QueueListener;
import io.parley.conformance.jms.ServedQueue;
import jakarta.jms.JMSException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A listener of the jms channel, for a service on a queue. */
final class QueueDoor implements Door {
    /** Port of all listeners, whose queues differ. */
    static final int PORT = 9_000;

    private final ServedQueue queue;
    private final QueueListener listener;

    private QueueDoor(ServedQueue queue, QueueListener listener) {
        this.queue = queue;
        this.listener = listener;
    }

    static QueueDoor open(ServedQueue queue) throws IOException {
        return new QueueDoor(queue, QueueListener.at(queue, PORT));
    }

    @Override
    public String host() {
        return queue.host();
    }

    @Override
    public String terms() {
        return "<p:channel>jms</p:channel><p:address port=\"" + PORT + "\"/><p:security>none</p:security>";
    }

    @Override
    public @Nullable Line line(int millis) throws IOException {
        JmsPipe pipe = listener.request(millis, JmsPipe.WINDOW);
        return pipe == null ? null : Line.on(accepted(pipe));
    }

    /** Receives a connection that is not accepted yet. */
    JmsPipe request(long window) throws IOException {
        JmsPipe pipe = listener.request(Visit.PATIENCE_MILLIS, window);
        if (pipe == null) {
            throw new Mismatch("CONNECT at the listener's queue", "none");
        }
        return pipe;
    }

    /** Accepts a connection. */
    static JmsPipe accepted(JmsPipe pipe) throws IOException {
        try {
            pipe.send(pipe.acceptance());
            return pipe;
        } catch (JMSException e) {
            throw new IOException("the broker said " + e.getMessage(), e);
        }
    }

    @Override
    public boolean isSought(int millis) throws IOException {
        return listener.next(millis) != null;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
