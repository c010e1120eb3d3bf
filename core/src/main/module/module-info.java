/** Negotiation, frames, sessions and context stores: all of a conversation except for the network transports. */
module io.parley.core {
    requires static org.jspecify;
    requires com.ctc.wstx;
    requires io.netty.buffer;
    requires io.netty.common;
    requires transitive io.parley.data;
    requires jakarta.xml.bind;
    requires java.xml;
    requires org.slf4j;

    exports io.parley.channel.http;
    exports io.parley.channel.websocket;
    exports io.parley.channel;
    exports io.parley.context;
    exports io.parley.frame;
    exports io.parley.journal;
    exports io.parley.negotiation.xml;
    exports io.parley.negotiation;
    exports io.parley.peer;
    exports io.parley.runtime;

    opens io.parley.negotiation.xml to
            jakarta.xml.bind;

    uses io.parley.channel.ChannelProvider;
    uses io.parley.context.ContextStoreProvider;

    provides io.parley.channel.ChannelProvider with
            io.parley.channel.LocalChannelProvider;
    provides io.parley.context.ContextStoreProvider with
            io.parley.context.MemoryStoreProvider;
}
