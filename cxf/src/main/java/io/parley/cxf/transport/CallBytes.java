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
 * Bytes of a client's call in both directions: by SOAP, of the entities of request and response on the transport; on a
 * session, of the frames. Bytes after the end of the call, such as of an attachment that is read later, are added to
 * its operation directly. Thread-safe.
 */
public final class CallBytes implements LongConsumer {
    private long bytes;
    private boolean countsOut;
    private boolean countsIn;
    /** Total of its operation; null until the call has ended. */
    private @Nullable LongConsumer total;

    private CallBytes() {}

    /** Starts to count the bytes of a call. */
    public static void begin(Exchange exchange) {
        exchange.put(CallBytes.class, new CallBytes());
    }

    /** Returns the counter of a call; null if its bytes are not counted. */
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

    /** Returns a stream that counts the bytes of a request by SOAP. */
    public synchronized OutputStream counting(OutputStream to) {
        countsOut = true;
        return new CountedOutput(to, this);
    }

    /** Returns a stream that counts the bytes of a response by SOAP as they are read. */
    public synchronized InputStream counting(InputStream from) {
        countsIn = true;
        return new CountedInput(from, this);
    }

    /** Returns whether both directions were counted; a transport of text has no bytes to count. */
    public synchronized boolean isComplete() {
        return countsOut && countsIn;
    }

    /** Ends the call: adds its bytes, and later ones as they come, to those of its operation. */
    public synchronized void endInto(LongConsumer operation) {
        operation.accept(bytes);
        total = operation;
    }

    /**
     * Output stream that counts bytes. Unlike {@link java.io.FilterOutputStream} it does not flush on close: an early
     * flush makes HTTP send in chunks.
     */
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

    /** Input stream that counts bytes, including skipped ones. */
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
