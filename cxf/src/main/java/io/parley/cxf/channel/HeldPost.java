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
 * A post that the container let go: no thread waits for its answer, which is written straight to the response, not by a
 * second run through the service's chain. While that is done the container cannot take the response back and use it for another
 * request: its telling of the end waits for the same lock.
 */
final class HeldPost implements AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(HeldPost.class);

    /** Time limit for a post without answer; the acceptor answers long before, as long as its runtime lives. */
    static final Duration MOST = Duration.ofMinutes(2);

    private static final String HTTP_1 = "HTTP/1.1";
    /** Longest body that is written by whoever brings it: sockets have room for as much, so nothing is waited for but by clients that read no responses. */
    private static final int SHORT_BYTES = 16 * 1024;

    /** At most so many threads write what they bring: clients that read nothing hold no more workers than these. */
    private static final Semaphore WRITERS = new Semaphore(8);

    private final AsyncContext held;
    /** Guarded by this. */
    private boolean over;

    private HeldPost(AsyncContext held) {
        this.held = held;
    }

    /** The acceptor answers what it held for long, before the container's time is over. */
    static void hold(HttpServletRequest request, HttpServletResponse response, CompletableFuture<Reply> reply) {
        AsyncContext held = request.startAsync(request, response);
        held.setTimeout(MOST.toMillis());
        HeldPost post = new HeldPost(held);
        held.addListener(post);
        boolean shortWrites = HTTP_1.equals(request.getProtocol());
        var unused = reply.thenAccept(answer -> {
            if (shortWrites
                    && answer.body().readableBytes() <= SHORT_BYTES
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
        if (over) {
            reply.body().release();
            return;
        }
        try {
            HttpServletResponse response = (HttpServletResponse) held.getResponse();
            write(reply, response);
            // Sent by this thread, not by the one that the container wakes to complete the request.
            response.getOutputStream().close();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("a post cannot be answered: its client is gone, and its connection will be", e);
        }
        complete();
    }

    /** Releases the body. */
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
            LOG.debug("a post was ended by its container", e);
        }
    }

    private synchronized void end() {
        over = true;
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
        // Nobody starts it again.
    }
}
