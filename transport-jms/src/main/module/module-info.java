/**
 * The jms channel and SOAP over JMS without CXF, on Jakarta Messaging. The jars of Artemis cannot be modules: for
 * brokers by URL and for the embedded broker they are on the class path.
 */
module io.parley.transport.jms {
    requires static org.jspecify;
    requires io.netty.buffer;
    requires io.netty.common;
    requires transitive io.parley.core;
    requires transitive io.parley.endpoint;
    requires transitive jakarta.messaging;
    requires java.xml;
    requires org.slf4j;

    exports io.parley.transport.jms.endpoint;
    exports io.parley.transport.jms;
}
