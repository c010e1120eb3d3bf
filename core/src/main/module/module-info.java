/** Schemas, layouts, representations, negotiation, frames, sessions: everything but a transport. */
module io.parley.core {
    requires static org.jspecify;
    requires com.ctc.wstx;
    requires transitive io.netty.buffer;
    requires io.netty.common;
    requires transitive jakarta.activation;
    requires transitive jakarta.xml.bind;
    requires java.desktop;
    requires transitive java.xml;
    requires org.codehaus.stax2;
    requires org.objectweb.asm;
    requires org.slf4j;

    exports io.parley.binding;
    exports io.parley.channel.http;
    exports io.parley.channel.websocket;
    exports io.parley.channel;
    exports io.parley.compression;
    exports io.parley.context;
    exports io.parley.frame;
    exports io.parley.journal;
    exports io.parley.layout;
    exports io.parley.negotiation.xml;
    exports io.parley.negotiation;
    exports io.parley.peer;
    exports io.parley.representation;
    exports io.parley.runtime;
    exports io.parley.schema;
    exports io.parley.soap;
    exports io.parley;

    opens io.parley.negotiation.xml to
            jakarta.xml.bind;

    uses io.parley.channel.ChannelProvider;
    uses io.parley.compression.Compression;
    uses io.parley.context.ContextStoreProvider;
    uses io.parley.representation.Representation;

    provides io.parley.channel.ChannelProvider with
            io.parley.channel.LocalChannelProvider;
    provides io.parley.context.ContextStoreProvider with
            io.parley.context.MemoryStoreProvider;
    provides io.parley.representation.Representation with
            io.parley.representation.bnux.Bnux,
            io.parley.representation.hhfr.Hhfr,
            io.parley.representation.xml.XmlRepresentation;
}
