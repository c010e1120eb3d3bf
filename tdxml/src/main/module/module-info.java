/** Table-driven XML: the representation, its data schemas, documents and generated sources. */
module io.parley.representation.tdxml {
    requires static org.jspecify;
    requires io.netty.buffer;
    requires transitive io.parley.data;
    requires java.xml;

    provides io.parley.representation.Representation with
            io.parley.representation.tdxml.Tdxml;
}
