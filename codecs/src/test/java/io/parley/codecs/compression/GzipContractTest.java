package io.parley.codecs.compression;

import io.parley.compression.StreamCompression;
import io.parley.testkit.CompressionContract;

class GzipContractTest implements CompressionContract {
    @Override
    public StreamCompression compression() {
        return new Gzip();
    }
}
