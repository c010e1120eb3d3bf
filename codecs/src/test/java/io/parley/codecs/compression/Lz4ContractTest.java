package io.parley.codecs.compression;

import io.parley.compression.StreamCompression;
import io.parley.testkit.CompressionContract;

class Lz4ContractTest implements CompressionContract {
    @Override
    public StreamCompression compression() {
        return new Lz4();
    }
}
