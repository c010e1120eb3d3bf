package io.parley.bench.contest;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayList;
import java.util.List;

/** Receives frames of the Netty baseline. Belongs to one connection. */
@SuppressWarnings("FutureReturnValueIgnored") // a void promise reports its failure to exceptionCaught
abstract class FrameHandler extends ChannelInboundHandlerAdapter {
    private final Meter meter = new Meter();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        boolean isWhole = meter.add(buffer);
        take(buffer);
        if (isWhole) {
            answer(context);
        }
    }

    /** Takes a part of the frame and its ownership. */
    abstract void take(ByteBuf part);

    /** Answers the frame, which is complete, or ends the wait for it. */
    abstract void answer(ChannelHandlerContext context);

    /** Writes the received buffers back once the frame is complete. */
    static final class Echo extends FrameHandler {
        private final List<ByteBuf> frame = new ArrayList<>();

        @Override
        void take(ByteBuf part) {
            frame.add(part);
        }

        @Override
        void answer(ChannelHandlerContext context) {
            for (ByteBuf part : frame) {
                context.write(part, context.voidPromise());
            }
            frame.clear();
            context.flush();
        }
    }

    /** Discards the request and writes a prepared frame. */
    static final class Reply extends FrameHandler {
        private final ByteBuf ready;

        Reply(ByteBuf ready) {
            this.ready = ready;
        }

        @Override
        void take(ByteBuf part) {
            part.release();
        }

        @Override
        void answer(ChannelHandlerContext context) {
            context.writeAndFlush(ready.retainedDuplicate(), context.voidPromise());
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            ready.release();
        }
    }

    /** Detects the end of a frame without touching its bytes. Used by one thread, for one frame at a time. */
    private static final class Meter {
        private int headerBytes;
        private int length;
        private long received;

        /** Counts a received buffer; returns whether the frame ends with it. */
        boolean add(ByteBuf buffer) {
            int at = buffer.readerIndex();
            while (headerBytes < Frames.HEADER_BYTES && at < buffer.writerIndex()) {
                length = length << Byte.SIZE | buffer.getUnsignedByte(at++);
                headerBytes++;
            }
            received += buffer.writerIndex() - at;
            if (headerBytes < Frames.HEADER_BYTES || received < length) {
                return false;
            }
            if (received > length) {
                throw new IllegalStateException("expected one frame at a time, found more");
            }
            headerBytes = 0;
            length = 0;
            received = 0;
            return true;
        }
    }
}
