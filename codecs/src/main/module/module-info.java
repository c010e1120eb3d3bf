/** Representations and compressions over the libraries of others: Fast Infoset, EXI, zstd, lz4, gzip. */
module io.parley.codecs {
    requires static org.jspecify;
    requires com.github.luben.zstd_jni;
    requires com.sun.xml.fastinfoset;
    requires exificient.core;
    requires io.netty.buffer;
    requires transitive io.parley.data;
    requires java.xml;
    requires org.lz4.java;

    provides io.parley.compression.Compression with
            io.parley.codecs.compression.Gzip,
            io.parley.codecs.compression.Lz4,
            io.parley.codecs.compression.Zstd;
    provides io.parley.representation.Representation with
            io.parley.codecs.exi.Exi,
            io.parley.codecs.exi.ExiBySchema,
            io.parley.codecs.fastinfoset.FastInfoset;
}
