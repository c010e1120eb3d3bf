package io.parley.conformance.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The queue of a listener of section 1.1, at which connections are requested. One thread at a time. */
public final class QueueListener implements AutoCloseable {
    private final ServedQueue queue;
    private final BrokerTalk talk;
    private final MessageConsumer requests;

    private QueueListener(ServedQueue queue, BrokerTalk talk, MessageConsumer requests) {
        this.queue = queue;
        this.talk = talk;
        this.requests = requests;
    }

    /** Listens with a port of the service at a queue. */
    public static QueueListener at(ServedQueue queue, int port) throws IOException {
        try {
            BrokerTalk talk = queue.talk();
            return new QueueListener(
                    queue, talk, talk.session().createConsumer(talk.session().createQueue(queue.listener(port))));
        } catch (JMSException e) {
            throw JmsPipe.failed(e);
        }
    }

    /**
     * Returns the next message, which should be a CONNECT.
     *
     * @return null if none arrives in time
     */
    public @Nullable Message next(int millis) throws IOException {
        try {
            return requests.receive(millis);
        } catch (JMSException e) {
            throw JmsPipe.failed(e);
        }
    }

    /**
     * Receives the next connection, which has not been accepted yet.
     *
     * @return null if none is requested in time
     */
    public @Nullable JmsPipe request(int millis, long window) throws IOException {
        Message connect = next(millis);
        if (connect == null) {
            return null;
        }
        try {
            return JmsPipe.requested(queue.talk(), connect, window);
        } catch (JMSException e) {
            throw JmsPipe.failed(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            talk.close();
        } catch (JMSException e) {
            throw JmsPipe.failed(e);
        }
    }
}
