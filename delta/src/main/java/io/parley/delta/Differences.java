package io.parley.delta;

import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.compression.MessageCompression;
import io.parley.compression.Packing;
import io.parley.compression.SessionCompression;
import io.parley.compression.Workspace;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/** State of a session's differences, for calls in both directions. */
final class Differences implements SessionCompression {
    /** Divisor of the room for bases that gives the maximum share of one message. */
    private static final int SHARE = 4;

    private final CallerBases callers;
    private final ServiceBases services;
    private final Workspace workspace;

    Differences(Workspace workspace) {
        this.workspace = workspace;
        Limits limits = workspace.limits();
        long most = limits.get(Limit.DELTA_BYTES);
        long message = Math.min(most / SHARE, limits.get(Limit.MESSAGE_BYTES));
        int maxMessageBytes = (int) Math.min(message, Integer.MAX_VALUE - Long.BYTES);
        this.callers = new CallerBases(most, maxMessageBytes, workspace.memory());
        this.services = new ServiceBases(most, maxMessageBytes, workspace.memory());
    }

    @Override
    public MessageCompression call(String operation) {
        return new OutgoingMessages(callers.begin(operation));
    }

    @Override
    public MessageCompression called() {
        return new IncomingMessages(services.begin());
    }

    /** {@inheritDoc} None, because the other side has no answer in which to confirm what it keeps. */
    @Override
    public MessageCompression oneWay() {
        return MessageCompression.NONE;
    }

    @Override
    public void close() {
        callers.close();
        services.close();
    }

    /** Returns a source of expanded or kept content; if that is null, the content follows in the given source. */
    private static Source content(byte @Nullable [] content, Source in) {
        return content == null ? in : Source.of(Unpooled.wrappedBuffer(content), in.limits(), in.sides());
    }

    /** Call from this side. */
    private final class OutgoingMessages implements MessageCompression {
        private final OutgoingCall call;

        OutgoingMessages(OutgoingCall call) {
            this.call = call;
        }

        @Override
        public Packing pack(Sink.Drain to) {
            return new Gathering(call, workspace, to);
        }

        @Override
        public boolean isPacked(int first) {
            return OutgoingCall.isDifference(first);
        }

        @Override
        public Source unpack(Source in) {
            return content(call.readAnswer(in), in);
        }

        @Override
        public void close() {
            call.end();
        }
    }

    /** Call from the other side. */
    private final class IncomingMessages implements MessageCompression {
        private final IncomingCall call;

        IncomingMessages(IncomingCall call) {
            this.call = call;
        }

        @Override
        public Packing pack(Sink.Drain to) {
            return new Gathering(call.answer(), workspace, to);
        }

        @Override
        public boolean isPacked(int first) {
            return IncomingCall.isDifference(first);
        }

        @Override
        public Source unpack(Source in) {
            return content(call.readRequest(in), in);
        }

        @Override
        public void close() {
            call.end();
        }
    }
}
