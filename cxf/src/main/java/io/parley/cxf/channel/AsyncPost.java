package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Reply;
import io.parley.channel.websocket.WebSocket;
import io.parley.runtime.ParleyRuntime;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An asynchronous post: no thread waits for its reply, which is written directly to the response and not by a second
 * run of the service's chain. The container cannot reuse the response for another request while it is being written,
 * because its completion callbacks take the same lock.
 */
final class AsyncPost implements AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncPost.class);

    /** Time limit for a post without a reply; the acceptor answers much earlier as long as its runtime is up. */
    static final Duration MOST = Duration.ofMinutes(2);

    private static final String HTTP_1 = "HTTP/1.1";
    /**
     * Longest body in bytes that is written on the completing thread. It fits a socket's send buffer, so writing blocks
     * only for clients that do not read their responses.
     */
    private static final int DIRECT_BYTES = 16 * 1024;

    /** Limits the completing threads that write: clients that do not read block no more workers than this. */
    private static final Semaphore WRITERS = new Semaphore(8);

    private final AsyncContext held;
    /** Guarded by this. */
    private boolean ended;

    private AsyncPost(AsyncContext held) {
        this.held = held;
    }

    /**
     * Makes the request asynchronous and answers it when the reply completes. The container's timeout is longer than
     * the acceptor's.
     */
    static void start(HttpServletRequest request, HttpServletResponse response, CompletableFuture<Reply> reply) {
        AsyncContext held = request.startAsync(request, response);
        held.setTimeout(MOST.toMillis());
        AsyncPost post = new AsyncPost(held);
        held.addListener(post);
        boolean writesDirectly = HTTP_1.equals(request.getProtocol());
        var unused = reply.thenAccept(answer -> {
            if (writesDirectly
                    && answer.body().readableBytes() <= DIRECT_BYTES
                    && ParleyRuntime.mayWait()
                    && WRITERS.tryAcquire()) {
                try {
                    post.answer(answer);
                } finally {
                    WRITERS.release();
                }
            } else {
                PostThreads.executor().execute(() -> post.answer(answer));
            }
        });
    }

    private synchronized void answer(Reply reply) {
        if (ended) {
            reply.body().release();
            return;
        }
        try {
            HttpServletResponse response = (HttpServletResponse) held.getResponse();
            write(reply, response);
            // Flushes on this thread; otherwise the container would wake another to complete the request.
            response.getOutputStream().close();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("Failed to answer a post: its client has disconnected", e);
        }
        complete();
    }

    /** Writes a reply and releases its body. */
    static void write(Reply reply, HttpServletResponse response) throws IOException {
        ByteBuf body = reply.body();
        try {
            response.setStatus(reply.status());
            response.setContentType(HttpFrames.CONTENT_TYPE);
            response.setContentLength(body.readableBytes());
            if (reply.status() == Reply.WRONG_NODE) {
                response.setHeader(WebSocket.CODE_HEADER, ErrorCode.WRONG_NODE.name());
            }
            if (reply.end()) {
                response.setHeader(HttpFrames.END_HEADER, HttpFrames.END);
            }
            Bodies.write(body, response.getOutputStream());
        } finally {
            body.release();
        }
    }

    private void complete() {
        try {
            held.complete();
        } catch (IllegalStateException e) {
            LOG.debug("Post was ended by its container already", e);
        }
    }

    private synchronized void end() {
        ended = true;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
        complete();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
        complete();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // The request is never restarted.
    }
}
