package io.parley.cxf.transport;

import io.parley.runtime.Call;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.LongConsumer;
import org.apache.cxf.message.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a client's call on both ways: by SOAP those of the entities of its request and its answer as their transport takes and gives them,
 * on a session those of its frames. What comes behind its end, as an attachment does that is read after the call, is counted with the
 * others of its operation. Thread-safe.
 */
public final class CallBytes implements LongConsumer {
    private long bytes;
    private boolean countsOut;
    private boolean countsIn;
    /** Counter of its operation, once it is known to be a call that counts. */
    private @Nullable LongConsumer total;

    private CallBytes() {}

    /** Begins to count the bytes of a call. */
    public static void begin(Exchange exchange) {
        exchange.put(CallBytes.class, new CallBytes());
    }

    /** Returns the bytes of a call; null if nobody counts them. */
    public static @Nullable CallBytes of(Exchange exchange) {
        return exchange.get(CallBytes.class);
    }

    @Override
    public synchronized void accept(long more) {
        if (total == null) {
            bytes += more;
        } else {
            total.accept(more);
        }
    }

    /** Counts the frames of a call on a session. */
    void count(Call call) {
        call.countBytes(this);
        synchronized (this) {
            countsOut = true;
            countsIn = true;
        }
    }

    /** Returns a stream that counts the bytes of a request by SOAP and passes them on. */
    public synchronized OutputStream counting(OutputStream to) {
        countsOut = true;
        return new CountedOutput(to, this);
    }

    /** Returns a stream that counts the bytes of an answer by SOAP as they are read. */
    public synchronized InputStream counting(InputStream from) {
        countsIn = true;
        return new CountedInput(from, this);
    }

    /** Returns whether both ways were counted: a transport with texts in place of bytes has nothing to count. */
    public synchronized boolean isWhole() {
        return countsOut && countsIn;
    }

    /** Ends the call: its bytes are among those of its operation from now on, and so is what still comes. */
    public synchronized void endInto(LongConsumer operation) {
        operation.accept(bytes);
        total = operation;
    }

    /** Unlike what the JDK has for that, it flushes nothing when it is closed: an early flush has HTTP send in chunks. */
    private static final class CountedOutput extends OutputStream {
        private final OutputStream to;
        private final LongConsumer bytes;

        CountedOutput(OutputStream to, LongConsumer bytes) {
            this.to = to;
            this.bytes = bytes;
        }

        @Override
        public void write(int one) throws IOException {
            to.write(one);
            bytes.accept(1);
        }

        @Override
        public void write(byte[] content, int offset, int length) throws IOException {
            to.write(content, offset, length);
            bytes.accept(length);
        }

        @Override
        public void flush() throws IOException {
            to.flush();
        }

        @Override
        public void close() throws IOException {
            to.close();
        }
    }

    /** What is skipped came too. */
    private static final class CountedInput extends FilterInputStream {
        private final LongConsumer bytes;

        CountedInput(InputStream from, LongConsumer bytes) {
            super(from);
            this.bytes = bytes;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            bytes.accept(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] content, int offset, int length) throws IOException {
            int read = super.read(content, offset, length);
            bytes.accept(Math.max(0, read));
            return read;
        }

        @Override
        public long skip(long most) throws IOException {
            long skipped = super.skip(most);
            bytes.accept(skipped);
            return skipped;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
