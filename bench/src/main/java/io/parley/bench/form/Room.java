package io.parley.bench.form;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

/** Memory that is written to again and again. */
final class Room extends ByteArrayOutputStream {
    private static final int FIRST_BYTES = 1 << 16;

    Room() {
        super(FIRST_BYTES);
    }

    /** What was written, as long as nothing else is. */
    ByteArrayInputStream open() {
        return new ByteArrayInputStream(buf, 0, count);
    }
}
