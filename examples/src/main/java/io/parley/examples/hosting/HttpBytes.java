package io.parley.examples.hosting;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Counter of the bytes of a proxy's HTTP bodies, in both directions. Thread-safe. */
public final class HttpBytes {
    private final LongAdder bytes = new LongAdder();

    private HttpBytes() {}

    /** Counts the bytes that the proxy sends and receives from now on. */
    public static HttpBytes of(Object proxy) {
        HttpBytes counter = new HttpBytes();
        Client client = ClientProxy.getClient(proxy);
        client.getOutInterceptors().add(counter.new Out());
        client.getInInterceptors().add(counter.new In());
        client.getInFaultInterceptors().add(counter.new In());
        return counter;
    }

    /** Returns the bytes so far. */
    public long count() {
        return bytes.sum();
    }

    /** Interceptor that wraps the transport's stream before the StAX writer uses it. */
    private final class Out extends AbstractPhaseInterceptor<Message> {
        Out() {
            super(Phase.PRE_STREAM);
            addBefore(StaxOutInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            OutputStream to = message.getContent(OutputStream.class);
            if (to != null) {
                message.setContent(OutputStream.class, new CountingOutput(to));
            }
        }
    }

    private final class In extends AbstractPhaseInterceptor<Message> {
        In() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            InputStream from = message.getContent(InputStream.class);
            if (from != null) {
                message.setContent(InputStream.class, new CountingInput(from));
            }
        }
    }

    private final class CountingOutput extends FilterOutputStream {
        CountingOutput(OutputStream to) {
            super(to);
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            bytes.increment();
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            out.write(from, offset, length);
            bytes.add(length);
        }
    }

    private final class CountingInput extends FilterInputStream {
        CountingInput(InputStream from) {
            super(from);
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            if (value >= 0) {
                bytes.increment();
            }
            return value;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int count = in.read(to, offset, length);
            bytes.add(Math.max(0, count));
            return count;
        }
    }
}
