/** The compression that sends messages as differences from earlier ones. */
module io.parley.delta {
    requires static org.jspecify;
    requires io.netty.buffer;
    requires transitive io.parley.data;

    provides io.parley.compression.Compression with
            io.parley.delta.Delta;
}
