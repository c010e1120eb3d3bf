package io.parley.transport.jms;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Requests one connection from a listener. One object per connection. */
final class JmsConnector {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final BrokerLink link;
    private final JmsSettings settings;
    private final ChannelSettings channel;
    private final CompletableFuture<Connection> result = new CompletableFuture<>();

    JmsConnector(BrokerLink link, JmsSettings settings, ChannelSettings channel) {
        this.link = link;
        this.settings = settings;
        this.channel = channel;
    }

    CompletionStage<Connection> connect(Address address, ConnectionHandler handler) {
        String queue;
        try {
            queue = settings.queueOf(address);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(
                    new ParleyException(ErrorCode.CONNECT_FAILED, String.valueOf(e.getMessage()), e));
        }
        byte[] id = new byte[Packet.ID_BYTES];
        RANDOM.nextBytes(id);
        ByteBuffer named = ByteBuffer.wrap(id).asReadOnlyBuffer();
        JmsConnection connection = new JmsConnection(link, settings, channel, named, "jms:" + queue);
        long millis = Math.max(1, channel.connectTimeout().toMillis());
        JmsThreads.run(() -> requestConnection(connection, handler, named, queue, millis));
        return result;
    }

    // Synchronized, because the answer may arrive while the requesting session is still in use.
    private synchronized void requestConnection(
            JmsConnection connection, ConnectionHandler handler, ByteBuffer id, String queue, long millis) {
        try {
            TemporaryQueue inbox = connection.open((packet, message) -> onAnswer(connection, handler, packet, message));
            Session session = connection.outSession();
            try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                producer.setTimeToLive(millis);
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(Packet.header(Packet.Kind.CONNECT, id, JmsConnection.WINDOW));
                message.setJMSReplyTo(inbox);
                producer.send(message);
            }
            JmsThreads.later(millis, () -> end(connection, timeout(queue, millis)));
        } catch (JMSException e) {
            end(connection, new ParleyException(ErrorCode.CONNECT_FAILED, "jms: cannot send a request to " + queue, e));
        }
    }

    private synchronized void onAnswer(
            JmsConnection connection, ConnectionHandler handler, Packet packet, Message message) throws JMSException {
        if (packet.kind() == Packet.Kind.REFUSE) {
            end(
                    connection,
                    new ParleyException(
                            ErrorCode.CONNECT_FAILED,
                            connection.remote() + " has too many connections that are not accepted"));
            return;
        }
        connection.sendTo(message.getJMSReplyTo(), packet.number());
        if (result.complete(connection)) {
            connection.deliverTo(handler);
        }
    }

    private void end(JmsConnection connection, ParleyException why) {
        if (result.completeExceptionally(why)) {
            connection.fail(why);
        }
    }

    private static ParleyException timeout(String queue, long millis) {
        return new ParleyException(
                ErrorCode.CONNECT_FAILED,
                "jms: expected a listener on " + queue + " to answer within " + millis
                        + " ms, found none; the setting is " + Limit.CONNECT_MILLIS.setting());
    }
}
