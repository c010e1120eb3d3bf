package io.parley.transport.jms;

import java.io.ObjectStreamConstants;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.management.ObjectName;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;

/**
 * Messages that name a class, made without it; {@code io.parley.transport.jms.NeverLoaded} is one that nothing else names.
 * Any thread. Public for the tests of modules that read messages themselves.
 */
public final class NamedClass {
    private NamedClass() {}

    /** An object of a class by name, as Java writes it; nothing here loads that class. */
    private static byte[] written(String className) {
        byte[] name = className.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer stream = ByteBuffer.allocate(4 + 4 + name.length + 8 + 5);
        stream.putShort(ObjectStreamConstants.STREAM_MAGIC).putShort(ObjectStreamConstants.STREAM_VERSION);
        stream.put(ObjectStreamConstants.TC_OBJECT).put(ObjectStreamConstants.TC_CLASSDESC);
        stream.putShort((short) name.length).put(name).putLong(1);
        stream.put(ObjectStreamConstants.SC_SERIALIZABLE).putShort((short) 0);
        stream.put(ObjectStreamConstants.TC_ENDBLOCKDATA).put(ObjectStreamConstants.TC_NULL);
        return stream.array();
    }

    /** Sends an ObjectMessage with such an object, by the broker's own protocol. */
    public static void sendObject(EmbeddedBroker broker, String queue, String className) throws Exception {
        try (ServerLocator locator = ActiveMQClient.createServerLocator(broker.localUrl());
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session = factory.createSession();
                ClientProducer producer = session.createProducer(queue)) {
            byte[] written = written(className);
            ClientMessage message =
                    session.createMessage(org.apache.activemq.artemis.api.core.Message.OBJECT_TYPE, false);
            message.setRoutingType(RoutingType.ANYCAST);
            message.getBodyBuffer().writeInt(written.length);
            message.getBodyBuffer().writeBytes(written);
            producer.send(message);
        }
    }

    /** Whether a class is in this JVM, as the JVM itself says. */
    public static boolean isLoaded(String className) throws Exception {
        String answer = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmClassHierarchy",
                        new Object[] {new String[] {className}},
                        new String[] {String[].class.getName()});
        return answer.contains(className);
    }
}
