/** Schemas, layouts, typed values, representations and SOAP envelopes: what is in a message. */
module io.parley.data {
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
    exports io.parley.compression;
    exports io.parley.layout;
    exports io.parley.representation;
    exports io.parley.schema;
    exports io.parley.soap;
    exports io.parley;

    uses io.parley.compression.Compression;
    uses io.parley.representation.Representation;

    provides io.parley.representation.Representation with
            io.parley.representation.bnux.Bnux,
            io.parley.representation.hhfr.Hhfr,
            io.parley.representation.xml.XmlRepresentation;
}
