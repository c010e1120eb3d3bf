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
 * Posts of one connection by HTTP/1.1 on sockets of its own, which stay open from post to post. One of the stream's event loops writes,
 * reads and delivers, so a call wakes nobody but that loop and its caller. It knows no proxy, no challenges and no redirects: what answers a post with
 * another status than 200 has refused it. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // callbacks end in a reply or in a failed one
public final class SocketPoster implements Poster {
    private final EventLoops loops;
    private final EventLoops.Loops running;
    private final EventLoop loop;
    private final Request request;
    private final Destination destination;
    /** The loop's, as are those below. */
    private final Deque<PostSocket> idle = new ArrayDeque<>();

    private final Set<PostSocket> busy = new LinkedHashSet<>();
    private boolean over;

    private volatile boolean closed;

    /**
     * What all posts have in common.
     *
     * @param headers besides those of any post, in their order
     * @param within time for each post until the head of its response
     */
    public record Request(URI url, Map<String, String> headers, Duration within) {
        /** Returns whether the URL wants TLS. */
        public boolean isSecure() {
            return new ServiceUrl(url).isSecure();
        }

        /** Returns the address that the URL names; of IPv6 without the brackets. */
        public Address address() {
            return new ServiceUrl(url).address();
        }

        /** Returns the URL without headers, which have secrets. */
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
     * Makes one. Sockets are connected when there is something to post.
     *
     * @param settings time limits for each connect
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
        if (over) {
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
        if (over) {
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
            public void free(PostSocket socket) {
                if (busy.remove(socket) && !over) {
                    idle.addLast(socket);
                } else {
                    socket.close();
                }
            }

            @Override
            public void gone(PostSocket socket) {
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
            over = true;
            idle.forEach(PostSocket::close);
            Set.copyOf(busy).forEach(PostSocket::close);
            loops.release();
        });
    }
}
