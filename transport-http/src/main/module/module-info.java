/** SOAP over HTTP and the http channel for endpoints without CXF. */
module io.parley.transport.http {
    requires static org.jspecify;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires static io.parley.console;
    requires transitive io.parley.core;
    requires transitive io.parley.endpoint;
    requires static io.parley.transport.jms;
    requires transitive io.parley.transport.stream;
    requires java.management;
    requires java.net.http;
    requires java.xml;
    requires org.slf4j;

    exports io.parley.transport.http.endpoint;
}
