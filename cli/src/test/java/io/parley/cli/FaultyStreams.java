package io.parley.cli;

import io.parley.conformance.quic.QuicClose;
import io.parley.conformance.quic.QuicEvent;
import io.parley.conformance.quic.QuicStreams;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A QUIC connection with a real service through which the service appears to break a rule. */
class FaultyStreams implements QuicStreams {
    private final QuicStreams whole;
    private final Deque<QuicEvent> invented = new ArrayDeque<>();

    FaultyStreams(QuicStreams whole) {
        this.whole = whole;
    }

    /** Returns whether bytes that are sent are lost. */
    boolean loses(long stream, long offset, byte[] content, boolean last) {
        return false;
    }

    /** Returns the replacement of an event; null to drop it. */
    @Nullable
    QuicEvent came(QuicEvent event) {
        return event;
    }

    /** Lets an event happen next. */
    final void invent(QuicEvent event) {
        invented.add(event);
    }

    /** Lets the service close the connection next. */
    final void inventClose() {
        invent(QuicEvent.of(new QuicClose(true, 1, 0)));
    }

    @Override
    public String protocol() {
        return whole.protocol();
    }

    @Override
    public long parameter(long number) {
        return whole.parameter(number);
    }

    @Override
    public void send(long stream, long offset, byte[] content, boolean last) throws IOException {
        if (!loses(stream, offset, content, last)) {
            whole.send(stream, offset, content, last);
        }
    }

    @Override
    public void reset(long stream, long code, long size) throws IOException {
        whole.reset(stream, code, size);
    }

    @Override
    public void stopSending(long stream, long code) throws IOException {
        whole.stopSending(stream, code);
    }

    @Override
    public void datagram(byte... content) throws IOException {
        whole.datagram(content);
    }

    @Override
    public void rebind() throws IOException {
        whole.rebind();
    }

    @Override
    public @Nullable QuicEvent next(int millis) throws IOException {
        QuicEvent first = invented.poll();
        if (first != null) {
            return first;
        }
        long end = System.nanoTime() + millis * 1_000_000L;
        while (true) {
            QuicEvent event = whole.next((int) Math.max(1, (end - System.nanoTime()) / 1_000_000L));
            QuicEvent changed = event == null ? null : came(event);
            if (event == null || changed != null) {
                return changed;
            }
        }
    }

    @Override
    public void close() throws IOException {
        whole.close();
    }
}
