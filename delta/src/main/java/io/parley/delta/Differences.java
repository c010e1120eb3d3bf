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

/** State of a session's differences, for calls either way. */
final class Differences implements SessionCompression {
    /** Divisor of the room for bases: the largest share that one message may take. */
    private static final int SHARE = 4;

    private final CallerBases callers;
    private final ServiceBases services;
    private final Workspace workspace;

    Differences(Workspace workspace) {
        this.workspace = workspace;
        Limits limits = workspace.limits();
        long most = limits.get(Limit.DELTA_BYTES);
        long message = Math.min(most / SHARE, limits.get(Limit.MESSAGE_BYTES));
        int mostMessage = (int) Math.min(message, Integer.MAX_VALUE - Long.BYTES);
        this.callers = new CallerBases(most, mostMessage, workspace.memory());
        this.services = new ServiceBases(most, mostMessage, workspace.memory());
    }

    @Override
    public MessageCompression call(String operation) {
        return new Calling(callers.begin(operation));
    }

    @Override
    public MessageCompression called() {
        return new Called(services.begin());
    }

    /** The other side could not say what it kept. */
    @Override
    public MessageCompression oneWay() {
        return MessageCompression.NONE;
    }

    @Override
    public void close() {
        callers.close();
        services.close();
    }

    /** The content that was put together or is to be kept; null if it follows in the source as it is. */
    private static Source content(byte @Nullable [] content, Source in) {
        return content == null ? in : Source.of(Unpooled.wrappedBuffer(content), in.limits(), in.sides());
    }

    /** A call of this side. */
    private final class Calling implements MessageCompression {
        private final OutgoingCall call;

        Calling(OutgoingCall call) {
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

    /** A call of the other side. */
    private final class Called implements MessageCompression {
        private final IncomingCall call;

        Called(IncomingCall call) {
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
