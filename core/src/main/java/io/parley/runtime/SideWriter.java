package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.SideContent;
import io.parley.session.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of one side stream: reads its content, on a thread that may block, whenever the session has little left of it
 * to send. Holds no thread while the peer gives no credit. Thread-safe.
 */
final class SideWriter {
    private static final Logger LOG = LoggerFactory.getLogger(SideWriter.class);

    /** Maximum number of threads: one for each side stream whose content blocks its reader. */
    private static final int MOST_THREADS = 128;

    private static final int QUEUED = 8192;
    private static final long IDLE_SECONDS = 30;

    private final SideStreams sides;
    private final SessionDriver driver;
    private final Stream stream;
    private final SideContent content;
    private final int chunkBytes;
    private final IdleWatch watch;
    /** The open content; confined to the reading thread. */
    private @Nullable InputStream in;
    /** Guarded by this, as are all fields below. */
    private boolean reading;

    private boolean moreWanted;
    private boolean over;
    private boolean closed;

    SideWriter(SideStreams sides, SessionDriver driver, Stream stream, SideContent content, int chunkBytes) {
        this.sides = sides;
        this.driver = driver;
        this.stream = stream;
        this.content = content;
        this.chunkBytes = chunkBytes;
        this.watch = sides.watch(this::onIdle);
    }

    /**
     * Creates the threads that read the content of side streams: daemon threads, which reject work once their queue is
     * full.
     */
    static ExecutorService threads() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(QUEUED),
                DaemonThreads.numbered("parley-side-writer-"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Continues to read, because the session has little left to send; also called to start. */
    void onReady() {
        synchronized (this) {
            moreWanted = true;
            if (over || reading) {
                return;
            }
            reading = true;
            watch.start();
        }
        execute(this::read);
    }

    /** Stops the writer, because its side stream is no longer wanted. Idempotent. */
    void stop() {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            watch.stop();
            if (reading) {
                return; // The reading thread closes it.
            }
            reading = true;
        }
        execute(this::close);
    }

    private void execute(Runnable task) {
        try {
            driver.services().sideWriters.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("No thread is free to send a side stream to {}", driver.remote(), e);
            fail(ErrorCode.NOT_DISPATCHED, "its sender has no thread to read it");
            close();
        }
    }

    /** Reads until the session has enough, the content ends, or the side stream is no longer wanted. */
    private void read() {
        boolean done = false;
        try {
            while (!done && shouldContinue()) {
                done = sendChunk();
            }
            // The watch continues until the peer has read the sent content.
        } catch (ParleyException e) {
            done = fail(e.code(), e.text());
        } catch (IOException | RuntimeException e) {
            LOG.debug("Cannot read the content of a side stream to {}", driver.remote(), e);
            done = fail(ErrorCode.ENCODING, "its sender could not read what it was sending");
        } catch (Error e) {
            done = fail(ErrorCode.INTERNAL, "its sender failed");
            throw e;
        } finally {
            if (done) {
                close();
            }
        }
    }

    /** Returns whether to read more; closes content that is no longer wanted. */
    private boolean shouldContinue() {
        synchronized (this) {
            watch.touch();
            if (!over && moreWanted) {
                moreWanted = sides.wantsMore(stream);
            }
            if (!over) {
                reading = moreWanted;
                return moreWanted;
            }
        }
        close();
        return false;
    }

    /** Sends the available content, up to a fragment; returns true if it was the last. */
    private boolean sendChunk() throws IOException {
        InputStream from = in;
        if (from == null) {
            from = content.open();
            in = from;
        }
        ByteBuf chunk = driver.services().allocator.buffer(chunkBytes, chunkBytes);
        boolean handedOn = false;
        try {
            int bytes;
            do {
                bytes = chunk.writeBytes(from, chunk.writableBytes());
            } while (bytes > 0 && chunk.isWritable() && from.available() > 0);
            // At most two fragments of a side stream are queued, for which there is always capacity.
            handedOn = driver.tryWrite(stream, null, chunk, bytes < 0, () -> {});
            return bytes < 0;
        } finally {
            if (!handedOn) {
                chunk.release();
            }
        }
    }

    private boolean fail(ErrorCode code, String text) {
        synchronized (this) {
            over = true;
            watch.stop();
        }
        driver.abort(stream, code, text);
        return true;
    }

    /** Closes the content. */
    private void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        InputStream from = in;
        try {
            if (from == null) {
                content.discard();
            } else {
                from.close();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("Cannot close the content of a side stream to {}", driver.remote(), e);
        }
    }

    /**
     * Handles lack of progress: aborts if the peer gave no credit for too long; content that blocks is its reader's
     * concern.
     */
    private void onIdle() {
        synchronized (this) {
            if (over) {
                return;
            }
            if (reading && !closed) {
                watch.start();
                return;
            }
        }
        driver.abort(stream, ErrorCode.TIMEOUT, sides.idle("to be read by the peer"));
        stop();
    }
}
