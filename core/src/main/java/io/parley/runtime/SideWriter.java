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
 * Sends one side stream: reads its content, on a thread that may block, whenever the session has little left to send of
 * it. While the peer gives no credit no thread is held. Thread-safe.
 */
final class SideWriter {
    private static final Logger LOG = LoggerFactory.getLogger(SideWriter.class);

    /**
     * Greatest number of threads: one for each side stream whose content keeps its reader waiting; the others do not
     * hold one.
     */
    private static final int MOST_THREADS = 128;

    private static final int QUEUED = 8192;
    private static final long IDLE_SECONDS = 30;

    private final SideStreams sides;
    private final SessionDriver driver;
    private final Stream stream;
    private final SideContent content;
    private final int chunkBytes;
    private final IdleWatch watch;
    /** Content; belongs to the thread that reads. */
    private @Nullable InputStream in;
    /** Guarded by this, as are all below. */
    private boolean reading;

    private boolean asked;
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
     * Creates the threads that read the content of side streams: daemon threads, which refuse work once their queue is
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

    /** The session wants more of it; also the first time. */
    void onReady() {
        synchronized (this) {
            asked = true;
            if (over || reading) {
                return;
            }
            reading = true;
            watch.start();
        }
        execute(this::read);
    }

    /** Stops the writer: its side stream is not wanted any more. Idempotent. */
    void stop() {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            watch.stop();
            if (reading) {
                return; // Who reads closes it.
            }
            reading = true;
        }
        execute(this::close);
    }

    private void execute(Runnable task) {
        try {
            driver.services().sideWriters.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("no thread to send a side stream to {}", driver.remote(), e);
            fail(ErrorCode.NOT_DISPATCHED, "its sender has no thread to read it");
            close();
        }
    }

    /** Reads until the session has enough, the content ends, or nobody wants it. */
    private void read() {
        boolean done = false;
        try {
            while (!done && mayGoOn()) {
                done = sendChunk();
            }
            // What was sent is watched until the peer has read it.
        } catch (ParleyException e) {
            done = fail(e.code(), e.text());
        } catch (IOException | RuntimeException e) {
            LOG.debug("a side stream to {} cannot be read", driver.remote(), e);
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

    /** Returns whether to read more; closes content that is not wanted any more. */
    private boolean mayGoOn() {
        synchronized (this) {
            watch.touch();
            if (!over && asked) {
                asked = sides.wantsMore(stream);
            }
            if (!over) {
                reading = asked;
                return asked;
            }
        }
        close();
        return false;
    }

    /** Sends what can be read at once, up to a fragment; true if it was the last. */
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
            // What waits of a side stream is a fragment or two: there always is room for that.
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

    /** Done with the content. */
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
            LOG.debug("what was sent to {} as a side stream cannot be closed", driver.remote(), e);
        }
    }

    /**
     * The peer gave no credit for long, unless it is the content that brings nothing: that is its reader's to judge.
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
