package io.parley.bench.contest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;

/** Bytes that are written again and again, and read where they are. */
final class Memory extends ByteArrayOutputStream {

    /** What was written since the last reset. */
    InputStream open() {
        return new ByteArrayInputStream(buf, 0, count);
    }
}
