package io.parley.bench.form;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;

/** Bytes that are written again and again, and read where they are. */
public final class Memory extends ByteArrayOutputStream {
    private static final int FIRST_BYTES = 1 << 16;

    /** Memory without content. */
    public Memory() {
        super(FIRST_BYTES);
    }

    /** What was written since the last reset, as long as nothing else is. */
    public InputStream open() {
        return new ByteArrayInputStream(buf, 0, count);
    }
}
