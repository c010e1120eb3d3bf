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
 * Creates messages that name a class, without loading it; {@code io.parley.transport.jms.NeverLoaded} is one that no
 * other code names. Thread-safe. Public for the tests of modules that read messages themselves.
 */
public final class NamedClass {
    private NamedClass() {}

    /** Returns a serialized object of the named class. */
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

    /** Sends an ObjectMessage with an object of the class, through the core protocol of Artemis. */
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

    /** Returns whether the class is loaded, according to the JVM itself. */
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
