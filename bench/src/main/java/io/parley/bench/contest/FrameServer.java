package io.parley.bench.contest;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayList;
import java.util.List;

/** What the floor's server does with a frame. Belongs to one connection. */
@SuppressWarnings("FutureReturnValueIgnored") // a void promise tells its failure to exceptionCaught
abstract class FrameServer extends ChannelInboundHandlerAdapter {
    private final Meter meter = new Meter();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        boolean isWhole = meter.add(buffer);
        take(buffer);
        if (isWhole) {
            answer(context);
            context.flush();
        }
    }

    /** A part of the frame, which is to be released. */
    abstract void take(ByteBuf part);

    /** The frame is whole. */
    abstract void answer(ChannelHandlerContext context);

    /** Writes back what came, as it came, once it is whole. */
    static final class Echo extends FrameServer {
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
        }
    }

    /** Drops what came, and writes a frame that it has ready. */
    static final class Reply extends FrameServer {
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
            context.write(ready.retainedDuplicate(), context.voidPromise());
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            ready.release();
        }
    }

    /** Says when a frame is whole, without touching its bytes. Used by one thread; one frame is under way at a time. */
    static final class Meter {
        private int headerBytes;
        private int length;
        private long received;

        /** Counts a buffer that came; returns whether the frame ends with it. */
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
