package io.parley.bench.form;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;

/** A reusable byte buffer that is read in place. */
public final class Memory extends ByteArrayOutputStream {
    private static final int FIRST_BYTES = 1 << 16;

    /** Creates an empty buffer. */
    public Memory() {
        super(FIRST_BYTES);
    }

    /** Returns the bytes written since the last reset; valid until the next write or reset. */
    public InputStream open() {
        return new ByteArrayInputStream(buf, 0, count);
    }
}
