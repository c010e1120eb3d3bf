/** The quic channel on Netty's QUIC codec. */
module io.parley.transport.quic {
    requires static org.jspecify;
    requires io.netty.buffer;
    requires io.netty.codec.classes.quic;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires transitive io.parley.core;
    requires transitive io.parley.transport.stream;
    requires org.slf4j;

    provides io.parley.channel.ChannelProvider with
            io.parley.transport.quic.QuicChannelProvider;
}
