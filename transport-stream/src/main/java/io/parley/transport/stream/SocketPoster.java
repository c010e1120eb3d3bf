package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.parley.Causes;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.http.Post;
import io.parley.channel.http.Poster;
import io.parley.channel.http.Reply;
import java.io.EOFException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the HTTP/1.1 posts of one connection on sockets of its own, which stay open between posts. One of the stream's
 * event loops writes, reads and delivers, so a call wakes only that loop and its caller. It supports no proxies,
 * authentication challenges or redirects: a response with a status other than 200 is a refusal. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // callbacks complete the reply, also on failure
public final class SocketPoster implements Poster {
    private final EventLoops loops;
    private final EventLoops.Loops running;
    private final EventLoop loop;
    private final Request request;
    private final Destination destination;
    /** Confined to the event loop, like the fields below. */
    private final Deque<PostSocket> idle = new ArrayDeque<>();

    private final Set<PostSocket> busy = new LinkedHashSet<>();
    private boolean stopped;

    private volatile boolean closed;

    /**
     * Properties that all posts share.
     *
     * @param headers in addition to those of every post, in order
     * @param within time limit of each post until the head of its response
     */
    public record Request(URI url, Map<String, String> headers, Duration within) {
        /** Returns whether the URL requires TLS. */
        public boolean isSecure() {
            return new ServiceUrl(url).isSecure();
        }

        /** Returns the address that the URL names; an IPv6 literal without its brackets. */
        public Address address() {
            return new ServiceUrl(url).address();
        }

        /** Returns a description without the headers, which contain secrets. */
        @Override
        public String toString() {
            return "posts to " + url.getHost();
        }
    }

    private SocketPoster(EventLoops loops, EventLoops.Loops running, Request request, Destination destination) {
        this.loops = loops;
        this.running = running;
        this.loop = running.group().next();
        this.request = request;
        this.destination = destination;
    }

    /**
     * Creates a poster. Sockets are connected when there is something to post.
     *
     * @param settings time limits of each connection attempt
     * @param tls null for none
     */
    public static CompletionStage<Poster> make(Request request, ChannelSettings settings, @Nullable TlsMaker tls) {
        EventLoops loops = EventLoops.shared();
        Destination to = new Destination(request.address(), settings, tls, null);
        CompletableFuture<Poster> made = new CompletableFuture<>();
        loops.acquire().whenComplete((running, why) -> {
            if (running == null) {
                loops.release();
                made.completeExceptionally(why);
            } else {
                made.complete(new SocketPoster(loops, running, request, to));
            }
        });
        return made;
    }

    @Override
    public CompletionStage<Reply> post(Post post) {
        PostSocket.Pending asked = new PostSocket.Pending(post);
        if (closed) {
            asked.fail(closedBefore());
        } else if (loop.inEventLoop()) {
            start(asked);
        } else {
            try {
                loop.execute(() -> start(asked));
            } catch (RejectedExecutionException e) {
                asked.fail(e);
            }
        }
        return asked.reply();
    }

    @Override
    public Executor replies() {
        return work -> {
            if (loop.inEventLoop()) {
                work.run();
            } else {
                loop.execute(work);
            }
        };
    }

    private void start(PostSocket.Pending asked) {
        PostSocket known = idle.pollLast();
        if (stopped) {
            asked.fail(closedBefore());
        } else if (known != null) {
            post(known, asked);
        } else {
            new StreamConnector<>(
                            loops,
                            NameLookup.shared(),
                            ByteBufAllocator.DEFAULT,
                            destination,
                            (channel, remote, webSocket) -> socket(channel))
                    .connect(running, loop)
                    .whenComplete((socket, why) -> {
                        if (socket == null) {
                            asked.fail(Causes.of(why));
                        } else {
                            post(socket, asked);
                        }
                    });
        }
    }

    private void post(PostSocket socket, PostSocket.Pending asked) {
        if (stopped) {
            socket.close();
            asked.fail(closedBefore());
        } else {
            busy.add(socket);
            socket.post(asked);
        }
    }

    private PostSocket socket(SocketChannel channel) {
        return new PostSocket(channel, request, new PostSocket.Owner() {
            @Override
            public void onIdle(PostSocket socket) {
                if (busy.remove(socket) && !stopped) {
                    idle.addLast(socket);
                } else {
                    socket.close();
                }
            }

            @Override
            public void onClosed(PostSocket socket) {
                busy.remove(socket);
                idle.remove(socket);
            }
        });
    }

    private static EOFException closedBefore() {
        return new EOFException("the connection was closed before this post");
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        loop.execute(() -> {
            stopped = true;
            idle.forEach(PostSocket::close);
            Set.copyOf(busy).forEach(PostSocket::close);
            loops.release();
        });
    }
}
