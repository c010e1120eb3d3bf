package io.parley.examples.raw;

import io.parley.conformance.jms.JmsPacket;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A connection factory for a real broker through which the service appears to break a rule: messages in both directions
 * are changed.
 */
final class FaultyBroker {
    /** A broken rule. */
    interface Fault {
        /** Returns the replacement of a received message; null to drop it. */
        default @Nullable Message came(Message message, Session session) throws JMSException {
            return message;
        }

        /** Returns the replacement of a message found among the dead letters. */
        default Message dead(Message message, Session session) throws JMSException {
            return message;
        }

        /** Returns the replacement of a sent message; null to drop it. */
        default @Nullable Message sent(Message message, Session session) throws JMSException {
            return message;
        }
    }

    private FaultyBroker() {}

    static ConnectionFactory of(ConnectionFactory whole, Fault fault) {
        return proxy(
                ConnectionFactory.class,
                (method, arguments) -> method.getName().equals("createConnection")
                        ? connection((Connection) call(method, whole, arguments), fault)
                        : call(method, whole, arguments));
    }

    private static Connection connection(Connection whole, Fault fault) {
        return proxy(
                Connection.class,
                (method, arguments) -> method.getName().equals("createSession")
                        ? session((Session) call(method, whole, arguments), fault)
                        : call(method, whole, arguments));
    }

    private static Session session(Session whole, Fault fault) {
        return proxy(Session.class, (method, arguments) -> {
            Object made = call(method, whole, arguments);
            return switch (method.getName()) {
                case "createConsumer" -> consumer((MessageConsumer) made, whole, fault, arguments.length > 1);
                case "createProducer" -> producer((MessageProducer) made, whole, fault);
                default -> made;
            };
        });
    }

    private static MessageConsumer consumer(MessageConsumer whole, Session session, Fault fault, boolean isOfDead) {
        return proxy(MessageConsumer.class, (method, arguments) -> {
            Object came = call(method, whole, arguments);
            while (came instanceof Message message) {
                Message changed = isOfDead ? fault.dead(message, session) : fault.came(message, session);
                if (changed != null) {
                    return changed;
                }
                came = call(method, whole, arguments);
            }
            return came;
        });
    }

    private static MessageProducer producer(MessageProducer whole, Session session, Fault fault) {
        return proxy(MessageProducer.class, (method, arguments) -> {
            if (!method.getName().equals("send")) {
                return call(method, whole, arguments);
            }
            Message sent = fault.sent((Message) arguments[0], session);
            if (sent != null) {
                whole.send(sent);
            }
            return null;
        });
    }

    private interface Body {
        @Nullable
        Object of(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Body body) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> body.of(method, arguments == null ? new Object[0] : arguments)));
    }

    private static @Nullable Object call(Method method, Object whole, Object[] arguments) throws Throwable {
        try {
            return method.invoke(whole, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Returns the kind of a message of the jms channel; 0 for others. */
    static int kind(Message message) throws JMSException {
        if (!(message instanceof BytesMessage bytes)) {
            return 0;
        }
        byte[] body = JmsPacket.bytes(bytes);
        return body.length < JmsPacket.HEADER || body[0] != 'P' ? 0 : body[5];
    }

    /** Returns a message with another body and the same addresses. */
    static BytesMessage with(byte[] body, Message instead, Session session) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(body);
        message.setJMSReplyTo(instead.getJMSReplyTo());
        message.setJMSCorrelationID(instead.getJMSCorrelationID());
        return message;
    }

    /** Returns a body with another kind, another number and the same connection. */
    static byte[] renumbered(byte[] body, int kind, long number) {
        byte[] id = Arrays.copyOfRange(body, 8, 24);
        return JmsPacket.encode(kind, id, number, Arrays.copyOfRange(body, JmsPacket.HEADER, body.length));
    }
}
