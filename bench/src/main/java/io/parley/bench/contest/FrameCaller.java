package io.parley.bench.contest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The client of the Netty baseline: writes a frame and waits for the answer. */
record FrameCaller(Channel connection, Answers answers, ByteBuf request, ByteBuf response) implements AutoCloseable {
    @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports its failure to exceptionCaught
    Object call() {
        answers.expect();
        connection.writeAndFlush(request.retainedDuplicate(), connection.voidPromise());
        return answers.await();
    }

    /** Makes a call; returns whether the answer is the expected one. */
    boolean isAnswered() {
        ByteBuf kept = Unpooled.buffer(response.readableBytes());
        answers.keepIn(kept);
        call();
        answers.keepIn(null);
        boolean isRight = kept.equals(response);
        kept.release();
        return isRight;
    }

    @Override
    public void close() {
        connection.close().syncUninterruptibly();
        request.release();
        response.release();
    }

    /** Counts received bytes on the event loop and wakes the waiting caller. */
    static final class Answers extends FrameHandler {
        private volatile @Nullable ByteBuf kept;
        private volatile @Nullable Thread waiting;
        private volatile @Nullable Throwable failure;

        /** Registers the current thread as receiver of the next answer. */
        void expect() {
            waiting = Thread.currentThread();
        }

        /** Sets the buffer to copy answers to; null if they are only counted. */
        void keepIn(@Nullable ByteBuf buffer) {
            kept = buffer;
        }

        Object await() {
            while (waiting != null) {
                LockSupport.park(this);
            }
            Throwable cause = failure;
            if (cause != null) {
                throw new IllegalStateException("the floor's connection broke", cause);
            }
            return this;
        }

        @Override
        void take(ByteBuf part) {
            ByteBuf copy = kept;
            if (copy != null) {
                copy.writeBytes(part);
            }
            part.release();
        }

        @Override
        void answer(ChannelHandlerContext context) {
            wake();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            failure = cause;
            context.channel().close().addListener(closed -> wake());
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (failure == null) {
                failure = new ClosedChannelException();
            }
            wake();
        }

        private void wake() {
            Thread thread = waiting;
            waiting = null;
            LockSupport.unpark(thread);
        }
    }
}
