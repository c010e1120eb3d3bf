/** The stream channel on Netty TCP. */
module io.parley.transport.stream {
    requires static org.jspecify;
    requires io.netty.buffer;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires transitive io.parley.core;
    requires transitive io.parley.endpoint;
    requires org.bouncycastle.pkix;
    requires org.bouncycastle.provider;
    requires org.slf4j;

    exports io.parley.transport.stream.endpoint;
    exports io.parley.transport.stream;

    provides io.parley.channel.ChannelProvider with
            io.parley.transport.stream.StreamConnectionFactory;
}
